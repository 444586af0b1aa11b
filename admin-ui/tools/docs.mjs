// Builds the API browser into dist/docs. Its scripts are taken out of the page into files of their own, so that nothing is
// loaded from elsewhere and no script runs inline.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const root = resolve(import.meta.dirname, '..');
const input = resolve(root, '../openapi/openapi.yaml');
const out = join(root, 'dist/docs/index.html');

if (!existsSync(input)) {
  console.log('openapi/openapi.yaml is not there: no API browser');
  process.exit(0);
}
mkdirSync(join(root, 'dist/docs'), { recursive: true });
const redocly = join(root, 'node_modules/.bin/redocly');
const run = spawnSync(redocly, ['build-docs', input, '--inlineBundle', '-o', out], {
  cwd: root,
  encoding: 'utf8',
  env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' },
});
if (run.status !== 0 || !existsSync(out)) {
  console.error(run.stdout, run.stderr);
  process.exit(1);
}
const assets = join(root, 'dist/docs/assets');
rmSync(assets, { recursive: true, force: true });
mkdirSync(assets, { recursive: true });

function pack(path, text) {
  writeFileSync(path, text);
  writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
  writeFileSync(`${path}.br`, brotliCompressSync(text));
}

const html = readFileSync(out, 'utf8').replace(
  /<script\b((?:(?!\bsrc=)[^>])*)>([\s\S]*?)<\/script>/g,
  (_all, attributes, code) => {
    const name = `docs-${createHash('sha256').update(code).digest('hex').slice(0, 10)}.js`;
    pack(join(assets, name), code);
    return `<script${attributes} src="/docs/assets/${name}"></script>`;
  },
);
pack(out, html);

const elsewhere = [...html.matchAll(/<(?:script|link|img)\b[^>]*\b(?:src|href)="(https?:[^"]+)"/g)].map(
  (m) => m[1],
);
if (elsewhere.length > 0) {
  console.error(`the API browser loads from elsewhere: ${elsewhere.join(', ')}`);
  process.exit(1);
}
console.log('API browser built into dist/docs');
