import { defineConfig } from 'vite';
import { fillPages } from '../tools/fill_pages.ts';
import { configure } from '../tools/vite_base.ts';
import { el } from './src/i18n/el.ts';

export default defineConfig(
  configure({
    name: 'public',
    base: '/',
    pages: ['index', '404', 'c/index', 'entry/index'],
    plugins: [fillPages(el)],
  }),
);
