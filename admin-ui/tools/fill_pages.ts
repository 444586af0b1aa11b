import type { Plugin } from 'vite';

const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);

/**
 * Fills the elements marked data-i18n with their text at build time, so that the pages read well without any
 * script. The script later swaps the same elements when another language is chosen.
 */
export function fillPages(words: Record<string, unknown>): Plugin {
  const word = (key: string): string => {
    const text = words[key];
    if (typeof text !== 'string') throw new Error(`No text for data-i18n key "${key}"`);
    return escapeHtml(text);
  };
  return {
    name: 'agon-fill-pages',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html
          .replace(
            /<(\w+)((?:\s[^<>]*)?)\sdata-i18n="([^"]+)"([^<>]*)>\s*<\/\1>/g,
            (_all, tag: string, before: string, key: string, after: string) =>
              `<${tag}${before} data-i18n="${key}"${after}>${word(key)}</${tag}>`,
          )
          .replace(/\sdata-i18n-content="([^"]+)"/g, (all, key: string) => `${all} content="${word(key)}"`),
    },
  };
}
