// Generates the types of the API from ../openapi into shared/api/generated; with --check only says whether they differ.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';

const root = resolve(import.meta.dirname, '..');
const input = resolve(root, '../openapi/openapi.yaml');
const kept = join(root, 'shared/api/generated');
const isCheck = process.argv.includes('--check');

if (!existsSync(input)) {
  const stale = existsSync(kept);
  console.log(
    `openapi/openapi.yaml is not there${stale ? ', but types generated from it are' : ': nothing to generate'}`,
  );
  process.exit(stale ? 1 : 0);
}

async function generate(into) {
  await createClient({
    input,
    output: { path: into, clean: true },
    plugins: ['@hey-api/typescript'],
    logs: { level: 'silent', file: false },
  });
}

const filesOf = (dir) =>
  existsSync(dir)
    ? Object.fromEntries(
        readdirSync(dir, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .sort()
          .map((path) => [path.slice(dir.length), readFileSync(path, 'utf8')]),
      )
    : {};

if (!isCheck) {
  await generate(kept);
  console.log('types generated into shared/api/generated');
} else {
  const scratch = mkdtempSync(join(tmpdir(), 'agon-types-'));
  try {
    await generate(scratch);
    const same = JSON.stringify(filesOf(scratch)) === JSON.stringify(filesOf(kept));
    console.log(same ? 'the types agree with openapi/' : 'the types differ from openapi/: run npm run types');
    process.exitCode = same ? 0 : 1;
  } finally {
    rmSync(scratch, { recursive: true });
  }
}
