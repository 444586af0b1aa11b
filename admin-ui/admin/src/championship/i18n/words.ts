import type { Slots } from '$shared/i18n/core';
import { createTranslate } from '$shared/i18n/language.svelte';
import { el } from './el';
import { en } from './en';

/** Words of the pages where championships are set up and entries are looked after. */
export const t = createTranslate(el, en);

type PlainKey = { [K in keyof typeof el]: Slots<(typeof el)[K]> extends [] ? K : never }[keyof typeof el];

/** The word for a cause in an entry's history; the code itself when these pages do not know it yet. */
export function causeWord(cause: string): string {
  const key = `cause.${cause}`;
  return key in el ? t(key as PlainKey) : cause;
}
