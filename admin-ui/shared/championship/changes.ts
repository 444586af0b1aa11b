import type { ChampionshipSettings, SettingChange } from '../api/types';
import { countryName, formatInstant, formatList, formatNumber } from '../i18n/format';
import { t as shared } from '../i18n/words';
import { settingName, t } from './i18n/words';
import { said } from './said';

export interface ReadableChange {
  pointer: string;
  what: string;
  before: string;
  after: string;
}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is { el: string; en: string } =>
  isObject(value) && typeof value['el'] === 'string' && typeof value['en'] === 'string';

/** What an item of a list is known by: its city, its title, its name. */
function nameOf(item: unknown): string | null {
  if (!isObject(item)) return null;
  for (const member of ['city', 'title', 'name', 'text', 'value']) {
    const value = item[member];
    if (isText(value)) return said(value);
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}

const coded: Record<string, (value: string) => string> = {
  country: countryName,
  languages: (value) => shared(value === 'el' ? 'language.el' : 'language.en'),
};

/** A value of the settings as a person reads it, in the championship's own zone. */
export function readable(value: unknown, member: string, zone: string): string {
  if (value === null || value === undefined || value === '') return t('changes.nothing');
  if (typeof value === 'boolean') return value ? t('changes.yes') : t('changes.no');
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'string') {
    if (/_at$/.test(member)) return formatInstant(value, 'datetime', zone);
    return coded[member]?.(value) ?? value;
  }
  if (Array.isArray(value)) {
    return value.length === 0
      ? t('changes.nothing')
      : formatList(value.map((item) => nameOf(item) ?? readable(item, member, zone)));
  }
  if (isText(value)) return said(value) || t('changes.nothing');
  if (!isObject(value)) return String(value);
  return Object.entries(value)
    .filter(([name, part]) => name !== 'code' && part !== null && part !== '')
    .map(([name, part]) => `${settingName(name)}: ${readable(part, name, zone)}`)
    .join(' · ');
}

const partsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'));

const lists = new Set(['organisers', 'stages', 'heats', 'questions', 'awards', 'channels']);

/** Which setting a pointer means: "Tournament “Πάτρα”: Places". */
export function nameAt(pointer: string, settings: unknown, item?: unknown): string {
  const words: string[] = [];
  let here: unknown = settings;
  let list = '';
  for (const part of partsOf(pointer)) {
    const inside = Array.isArray(here)
      ? (here[Number(part)] ?? here.find((one) => isObject(one) && one['code'] === part))
      : isObject(here)
        ? here[part]
        : undefined;
    if (list !== '') {
      const name = nameOf(inside) ?? nameOf(item);
      words[words.length - 1] = name
        ? t('changes.named', { list, name })
        : t('changes.item', { list, number: /^\d+$/.test(part) ? Number(part) + 1 : part });
      list = '';
    } else if (part === 'el' || part === 'en') {
      words.push(shared(`language.${part}`));
    } else {
      words.push(settingName(part));
      if (lists.has(part)) list = settingName(part);
    }
    here = inside;
  }
  return words.join(': ');
}

export function readChanges(changes: SettingChange[], settings: ChampionshipSettings): ReadableChange[] {
  return changes.map(({ pointer, before, after }) => {
    const parts = partsOf(pointer);
    const member = parts.findLast((part) => !/^\d+$/.test(part) && part !== 'el' && part !== 'en') ?? '';
    return {
      pointer,
      what: nameAt(pointer, settings, after ?? before),
      before: readable(before, member, settings.time_zone),
      after: readable(after, member, settings.time_zone),
    };
  });
}
