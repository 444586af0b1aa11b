import type { Slots } from '$shared/i18n/core';
import { createTranslate } from '$shared/i18n/language.svelte';
import { el } from './el';
import { en } from './en';

/** Words of the staff pages. */
export const t = createTranslate(el, en);
/** The keys whose words stand as they are, with nothing to fill in. */
export type WordKey = {
  [K in keyof typeof el]: Slots<(typeof el)[K]> extends [] ? K : never;
}[keyof typeof el];

type Prefix = 'role' | 'act' | 'mail' | 'check' | 'reason' | 'error';

/** The codes there are words for. */
export const codesUnder = (prefix: Prefix): string[] =>
  Object.keys(el)
    .filter((key) => key.startsWith(`${prefix}.`))
    .map((key) => key.slice(prefix.length + 1));

/** The word for a code the service may know before these pages do; the code itself when there is none. */
export function wordFor(prefix: Prefix, code: string): string {
  const key = `${prefix}.${code}`;
  return key in el ? t(key as WordKey) : code;
}
