// Builds the API browser into dist/docs: one page with script and styles inside it, so nothing is loaded from elsewhere.
// The service sends it with a CSP of its own, made of the hashes in dist/docs.csp.txt.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
const run = spawnSync(redocly, ['build-docs', input, '--inlineBundle', '--disableGoogleFont', '-o', out], {
  cwd: root,
  encoding: 'utf8',
  env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' },
});
if (run.status !== 0 || !existsSync(out)) {
  console.error(run.stdout, run.stderr);
  process.exit(1);
}
const html = readFileSync(out, 'utf8');
const elsewhere = [...html.matchAll(/<(?:script|link|img)\b[^>]*\b(?:src|href)="(https?:[^"]+)"/g)].map((m) => m[1]);
if (elsewhere.length > 0) {
  console.error(`the API browser loads from elsewhere: ${elsewhere.join(', ')}`);
  process.exit(1);
}
const hashes = [...html.matchAll(/<script\b(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
  ([, code]) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
);
const csp =
  `default-src 'none'; script-src ${[...new Set(hashes)].join(' ')}; style-src 'unsafe-inline'; img-src 'self' data:; ` +
  `connect-src 'self'; font-src 'self'; worker-src blob:; base-uri 'none'; object-src 'none'; form-action 'none'; frame-ancestors 'none'`;
writeFileSync(join(root, 'dist/docs.csp.txt'), `${csp}\n`);
writeFileSync(`${out}.gz`, gzipSync(html, { level: 9 }));
writeFileSync(`${out}.br`, brotliCompressSync(html));
console.log(`API browser: ${(html.length / 1024).toFixed(0)} KiB, ${(gzipSync(html).length / 1024).toFixed(0)} KiB gzip`);
