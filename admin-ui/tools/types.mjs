// Generates the types of the API from ../openapi into shared/api/generated; with --check only says whether they differ.
import { spawnSync } from 'node:child_process';
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

// In one piece first: the generator takes the names inside the parts for schemas and renames ours to make room.
function bundle(into) {
  const redocly = join(root, 'node_modules/.bin/redocly');
  const run = spawnSync(redocly, ['bundle', input, '-o', into], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' },
  });
  if (run.status !== 0) throw new Error(`openapi/ cannot be read: ${run.stderr}`);
}

async function generate(into, whole) {
  bundle(whole);
  await createClient({
    input: whole,
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

const scratch = mkdtempSync(join(tmpdir(), 'agon-types-'));
try {
  const whole = join(scratch, 'openapi.yaml');
  if (!isCheck) {
    await generate(kept, whole);
    console.log('types generated into shared/api/generated');
  } else {
    const fresh = join(scratch, 'types');
    await generate(fresh, whole);
    const same = JSON.stringify(filesOf(fresh)) === JSON.stringify(filesOf(kept));
    console.log(same ? 'the types agree with openapi/' : 'the types differ from openapi/: run npm run types');
    process.exitCode = same ? 0 : 1;
  }
} finally {
  rmSync(scratch, { recursive: true });
}
