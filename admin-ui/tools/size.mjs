// Fails when the script needed for a first screen outgrows its allowance (gzip, closure of static imports).
import { readFileSync } from 'node:fs';

const allowances = { public: 50, admin: 250 };
let tooBig = false;
for (const [build, kib] of Object.entries(allowances)) {
  const { entries } = JSON.parse(
    readFileSync(new URL(`../dist/size.${build}.json`, import.meta.url), 'utf8'),
  );
  if (entries.length === 0) throw new Error(`the ${build} build reports no page`);
  for (const { page, gzip } of entries) {
    if (gzip === 0) throw new Error(`${build}/${page} loads no script: the report is wrong`);
    const over = gzip > kib * 1024;
    tooBig ||= over;
    console.log(`${over ? 'TOO BIG' : 'ok'}  ${build}/${page}: ${(gzip / 1024).toFixed(1)} KiB of ${kib}`);
  }
}
process.exit(tooBig ? 1 : 0);
