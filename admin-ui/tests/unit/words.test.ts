import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Dictionary, Plural } from '$shared/i18n/core';
import { el as sharedEl } from '../../shared/i18n/el';
import { en as sharedEn } from '../../shared/i18n/en';
import { el as adminEl } from '../../admin/src/i18n/el';
import { en as adminEn } from '../../admin/src/i18n/en';
import { el as publicEl } from '../../public/src/i18n/el';
import { en as publicEn } from '../../public/src/i18n/en';
import { el as playersEl } from '../../public/src/app/i18n/el';
import { en as playersEn } from '../../public/src/app/i18n/en';
import { el as setupEl } from '../../admin/src/championship/i18n/el';
import { en as setupEn } from '../../admin/src/championship/i18n/en';
import { el as championshipEl } from '../../shared/championship/i18n/el';
import { en as championshipEn } from '../../shared/championship/i18n/en';
import { el as galleryEl, en as galleryEn } from '../../admin/src/pages/gallery/words';

const root = resolve(import.meta.dirname, '../..');

interface Pair {
  name: string;
  el: Dictionary;
  en: Dictionary;
  /** The module that hands out its words, and where its keys may stand. */
  module: string;
  scope: string[];
}

const pairs: Pair[] = [
  {
    name: 'shared',
    el: sharedEl,
    en: sharedEn,
    module: 'shared/i18n/words',
    scope: ['shared', 'admin', 'public'],
  },
  { name: 'admin', el: adminEl, en: adminEn, module: 'admin/src/i18n/words', scope: ['admin'] },
  { name: 'public', el: publicEl, en: publicEn, module: 'public/src/page', scope: ['public'] },
  {
    name: 'players',
    el: playersEl,
    en: playersEn,
    module: 'public/src/app/i18n/words',
    scope: ['public/src/app'],
  },
  {
    name: 'set-up',
    el: setupEl,
    en: setupEn,
    module: 'admin/src/championship/i18n/words',
    scope: ['admin/src/championship'],
  },
  {
    name: 'championship',
    el: championshipEl,
    en: championshipEn,
    module: 'shared/championship/i18n/words',
    scope: ['shared', 'admin', 'public'],
  },
  {
    name: 'gallery',
    el: galleryEl,
    en: galleryEn,
    module: 'admin/src/pages/gallery/words',
    scope: ['admin/src/pages'],
  },
];

// Names and words that Greek borrows as they are.
const sameInBoth = new Set([
  'shared language.el',
  'shared language.en',
  'admin signIn.email',
  'admin staff.email',
  'championship register.heatWhen',
  'championship changes.item',
  'championship changes.named',
]);

// Words for codes that the service sends; other tests compare them with what it may send.
const forCodes = /^(act|mail|check|reason|error|cause|setting)\./;

const texts = (message: string | Plural): string[] =>
  typeof message === 'string' ? [message] : [message.one, message.other];

const slotsOf = (message: string | Plural): string[] =>
  [
    ...new Set(
      texts(message).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')),
    ),
  ].sort();

interface Source {
  path: string;
  text: string;
}

const isDictionary = (path: string) => /i18n\/(el|en)\.ts$/.test(path);

function sourcesOf(folder: string): Source[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|svelte|html)$/.test(path) && !path.includes('generated'))
    .map((path) => join(folder, path))
    .filter((path) => !isDictionary(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** The local names under which a file calls a words module. */
function callersIn(source: Source, module: string): string[] {
  const names: string[] = [];
  for (const [, list = '', from = ''] of source.text.matchAll(/import \{([^}]*)\} from '([^']*words)'/g)) {
    const target = from.startsWith('$shared/')
      ? from.replace('$shared', 'shared')
      : relative(root, resolve(root, dirname(source.path), from));
    if (target !== module) continue;
    for (const item of list.split(',')) {
      const [imported = '', local = imported] = item.trim().split(/\s+as\s+/);
      if (['t', 'g'].includes(imported)) names.push(local);
    }
  }
  return names;
}

function literalKeys(source: Source, module: string): string[] {
  const keys = callersIn(source, module).flatMap((name) =>
    [...source.text.matchAll(new RegExp(`(?<![\\w.])${name}\\(\\s*'([^']+)'`, 'g'))].map(
      (match) => match[1] ?? '',
    ),
  );
  const marked = module === 'public/src/page' ? /data-i18n(?:-content)?="([^"]+)"/g : null;
  return marked ? [...keys, ...[...source.text.matchAll(marked)].map((match) => match[1] ?? '')] : keys;
}

/** Every way the text of a file can name a key: as a whole, or by a template whose holes are codes. */
function names(text: string): (key: string) => boolean {
  const literals = new Set([...text.matchAll(/['"]([\w.-]+)['"]/g)].map((match) => match[1]));
  const templates = [...text.matchAll(/`([\w.-]*\$\{[^}]+\}[\w.$-]*)`/g)].map(
    ([, template = '']) =>
      new RegExp(`^${template.replace(/\./g, '\\.').replace(/\$\{[^}]+\}/g, '[\\w.-]+')}$`),
  );
  const useful = templates.filter((pattern) => pattern.source !== '^[\\w.-]+$');
  return (key) => literals.has(key) || useful.some((pattern) => pattern.test(key));
}

describe.each(pairs)('the words of $name', ({ name, el, en, module, scope }) => {
  const sources = scope.flatMap(sourcesOf);

  it('have the same keys in Greek and English', () => {
    expect(Object.keys(en).sort()).toEqual(Object.keys(el).sort());
  });

  it('are never empty', () => {
    const empty = [el, en].flatMap((words) =>
      Object.entries(words).flatMap(([key, message]) =>
        texts(message).some((text) => text.trim() === '') ? [key] : [],
      ),
    );
    expect(empty).toEqual([]);
  });

  it('ask for the same slots in both languages', () => {
    const different = Object.keys(el).filter(
      (key) => String(slotsOf(el[key] ?? '')) !== String(slotsOf(en[key] ?? '')),
    );
    expect(different).toEqual([]);
  });

  it('differ between the languages, except for names', () => {
    const same = Object.keys(el)
      .filter((key) => JSON.stringify(el[key]) === JSON.stringify(en[key]))
      .map((key) => `${name} ${key}`)
      .filter((key) => !sameInBoth.has(key));
    expect(same).toEqual([]);
  });

  it('are Greek in Greek and hold no Greek letter in English', () => {
    const greek = /\p{Script=Greek}/u;
    const wrong = Object.keys(el).filter((key) => {
      if (sameInBoth.has(`${name} ${key}`)) return false;
      const bare = (message: string | Plural) => texts(message).map((text) => text.replace(/\{\w+\}/g, ''));
      return (
        bare(en[key] ?? '').some((text) => greek.test(text)) ||
        !bare(el[key] ?? '').every((text) => greek.test(text))
      );
    });
    expect(wrong).toEqual([]);
  });

  it('exist for every key that the pages name', () => {
    const unknown = sources.flatMap((source) =>
      literalKeys(source, module)
        .filter((key) => !(key in el))
        .map((key) => `${source.path}: ${key}`),
    );
    expect(unknown).toEqual([]);
  });

  it('are all used', () => {
    const used = sources.map(({ text }) => names(text));
    const unused = Object.keys(el).filter(
      (key) => !forCodes.test(key) && !used.some((isNamed) => isNamed(key)),
    );
    expect(unused).toEqual([]);
  });
});

describe('the search for keys', () => {
  it('finds what it is meant to find', () => {
    const source = {
      path: 'admin/src/pages/X.svelte',
      text: "import { t as words } from '../i18n/words';\nwords('a.b')",
    };
    expect(literalKeys(source, 'admin/src/i18n/words')).toEqual(['a.b']);
    expect(literalKeys(source, 'shared/i18n/words')).toEqual([]);
    const isNamed = names("t('one.key') t(`role.${grant.role}`) `${anything}`");
    expect(['one.key', 'role.desk', 'other.key'].map(isNamed)).toEqual([true, true, false]);
  });
});
