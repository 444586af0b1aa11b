import { createTranslate } from '$shared/i18n/language.svelte';
import { el } from './el';
import { en } from './en';

/** Words of the pages for players. */
export const t = createTranslate(el, en);
