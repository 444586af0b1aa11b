import type { Slots } from '../../i18n/core';
import { createTranslate } from '../../i18n/language.svelte';
import { el } from './el';
import { en } from './en';

/** Words about championships and registrations. */
export const t = createTranslate(el, en);

type PlainKey = { [K in keyof typeof el]: Slots<(typeof el)[K]> extends [] ? K : never }[keyof typeof el];

/** The word for a member of the settings; its own name when there is none. */
export function settingName(member: string): string {
  const key = `setting.${member}`;
  return key in el ? t(key as PlainKey) : member;
}
