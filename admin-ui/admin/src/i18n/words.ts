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

/** The word for a code the service may know before these pages do; the code itself when there is none. */
export function wordFor(prefix: 'act' | 'mail' | 'check' | 'reason' | 'error', code: string): string {
  const key = `${prefix}.${code}`;
  return key in el ? t(key as WordKey) : code;
}
