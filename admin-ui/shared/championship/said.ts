import type { Text } from '../api/types';
import { language } from '../i18n/language.svelte';

/** What a text says in the language of the page; in the other one where it says nothing in this. */
export const said = (text: Text): string => text[language.current] || text.el || text.en;
