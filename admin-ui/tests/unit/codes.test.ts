import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { roles } from '$shared/api/types';
import { states } from '$shared/states';
import { el as shared } from '../../shared/i18n/el';
import { el as admin } from '../../admin/src/i18n/el';

const repository = resolve(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(resolve(repository, path), 'utf8');

const sourcesIn = (folder: string) =>
  readdirSync(resolve(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.cpp'))
    .map((path) => `${folder}/${path}`);

const wordsUnder = (words: object, prefix: string) =>
  Object.keys(words)
    .filter((key) => key.startsWith(`${prefix}.`))
    .map((key) => key.slice(prefix.length + 1))
    .sort();

describe('codes that the service sends', () => {
  it('are named where they are checks of its health', () => {
    const [, list = ''] = /name: \{ enum: \[(database[^\]]*)\] \}/.exec(read('openapi/openapi.yaml')) ?? [];
    expect(wordsUnder(admin, 'check')).toEqual(list.split(', ').sort());
  });

  it('are named where they are mails', () => {
    const mails = [...read('service/outbox/texts.cpp').matchAll(/\.name = "([\w-]+)"/g)].map(
      (match) => match[1],
    );
    expect(mails.length).toBeGreaterThan(0);
    expect(wordsUnder(admin, 'mail')).toEqual(mails.sort());
  });

  it('are named where they are acts on the record', () => {
    const sources = [...sourcesIn('service'), 'migrations/0006_registration.sql'].map(read).join('\n');
    const patterns = [
      /\b(?:about\w*|record)\(\s*"([\w-]+)"/g,
      /\bact = "([\w-]+)"/g,
      /\babout\w*\([^;]*\? "([\w-]+)"/g,
      /\babout\w*\([^;]*: "([\w-]+)"/g,
      // What SQL functions record.
      /'([\w-]+)', 'entry',/g,
    ];
    const acts = new Set(
      patterns.flatMap((pattern) => [...sources.matchAll(pattern)].map((match) => match[1])),
    );
    expect(acts.size).toBeGreaterThan(15);
    expect(wordsUnder(admin, 'act')).toEqual([...acts].sort());
  });

  it('are named where they are failures of mail', () => {
    const smtp = /codeOf\(CURLcode[\s\S]*?\n}/.exec(read('service/platform/mail/smtp.cpp'))?.[0] ?? '';
    const codes = [
      ...[...smtp.matchAll(/return "([\w-]+)"/g)].map((match) => match[1]),
      ...[...read('service/outbox/worker.cpp').matchAll(/Verdict\{State::\w+, "([\w-]+)"/g)].map(
        (match) => match[1],
      ),
    ];
    expect(codes.length).toBeGreaterThan(6);
    expect(wordsUnder(admin, 'error')).toEqual(codes.sort());
  });

  it('are named where they are roles', () => {
    expect(wordsUnder(admin, 'role')).toEqual([...roles].sort());
  });
});

describe('every state', () => {
  it('has its word, and no word is without its look', () => {
    expect(wordsUnder(shared, 'state')).toEqual(Object.keys(states).sort());
  });
});
