import { el } from './el';
import { en } from './en';
import { createTranslate } from './language.svelte';

/** Words of the shared components. */
export const t = createTranslate(el, en);
