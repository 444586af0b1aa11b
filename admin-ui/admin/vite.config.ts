import { defineConfig } from 'vite';
import { configure } from '../tools/vite_base.ts';

export default defineConfig(configure({ name: 'admin', base: '/admin/', pages: ['index'] }));
