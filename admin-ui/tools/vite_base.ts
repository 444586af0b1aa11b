import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin, UserConfig } from 'vite';

const here = import.meta.dirname;
const root = resolve(here, '..');

/**
 * Emits shared/boot/boot.js under a hashed name and loads it as a blocking classic script, so that colour
 * scheme and language are set before the first paint. A strict CSP rules out the usual inline script.
 */
function bootScript(base: string): Plugin {
  const source = readFileSync(join(root, 'shared/boot/boot.js'), 'utf8');
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  const fileName = `assets/boot-${hash}.js`;
  return {
    name: 'agon-boot-script',
    configureServer(server) {
      server.middlewares.use(`${base}${fileName}`, (_request, response) => {
        response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
        response.end(source);
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: () => [
      { tag: 'script', attrs: { src: `${base}${fileName}` }, injectTo: 'head-prepend' },
    ],
  };
}

/** Writes, per page, the script that must be there before its first screen: the closure of static imports. */
function sizeReport(name: string, base: string): Plugin {
  return {
    name: 'agon-size-report',
    apply: 'build',
    writeBundle(_options, bundle) {
      const outputs = Object.values(bundle);
      const chunks = new Map(
        outputs.filter((output) => output.type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
      );
      const closure = (fileName: string, seen: Set<string>): Set<string> => {
        const chunk = chunks.get(fileName);
        if (!chunk || seen.has(fileName)) return seen;
        seen.add(fileName);
        chunk.imports.forEach((next) => closure(next, seen));
        return seen;
      };
      const pages = outputs.filter((output) => output.type === 'asset' && output.fileName.endsWith('.html'));
      const entries = pages.map((page) => {
        const html = page.type === 'asset' ? String(page.source) : '';
        const files = new Set<string>();
        for (const [, src = ''] of html.matchAll(/<script[^>]*\ssrc="([^"]+)"/g)) {
          closure(src.slice(base.length), files);
        }
        const gzip = [...files].reduce((sum, file) => sum + gzipSync(chunks.get(file)?.code ?? '').length, 0);
        return { page: page.fileName, gzip, files: [...files] };
      });
      writeFileSync(join(root, `dist/size.${name}.json`), JSON.stringify({ build: name, entries }, null, 2));
    },
  };
}

/** Puts a .br and a .gz beside every text file, so that the service only has to send bytes. */
function precompress(outDir: string): Plugin {
  const isText = (file: string) => /\.(js|css|html|svg|json|txt|webmanifest)$/.test(file);
  const visit = (dir: string): void => {
    for (const name of readdirSync(dir)) {
      const path = join(dir, name);
      if (statSync(path).isDirectory()) visit(path);
      else if (isText(name)) compressFile(path);
    }
  };
  return {
    name: 'agon-precompress',
    apply: 'build',
    closeBundle: { order: 'post', handler: () => visit(outDir) },
  };
}

export function compressFile(path: string): void {
  const bytes = readFileSync(path);
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
}

export interface Build {
  name: 'public' | 'admin';
  base: string;
  pages: string[];
  plugins?: Plugin[];
}

export function configure({ name, base, pages, plugins = [] }: Build): UserConfig {
  const source = join(root, name);
  const outDir = join(root, 'dist', name);
  const service = process.env['AGON_URL'] ?? 'http://127.0.0.1:8080';
  return {
    root: source,
    base,
    publicDir: join(source, 'static'),
    cacheDir: join(root, 'node_modules/.vite', name),
    resolve: { alias: { $shared: join(root, 'shared') } },
    plugins: [
      svelte({ configFile: join(root, 'svelte.config.js') }),
      bootScript(base),
      ...plugins,
      sizeReport(name, base),
      precompress(outDir),
    ],
    server: { proxy: { '/api': service, '/docs': service } },
    build: {
      outDir,
      emptyOutDir: true,
      // Tablets that volunteers bring along are not new; this also lowers light-dark() in the tokens.
      target: ['es2022', 'safari15.4', 'chrome100', 'firefox100'],
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        input: Object.fromEntries(pages.map((page) => [page, join(source, `${page}.html`)])),
      },
    },
  };
}
