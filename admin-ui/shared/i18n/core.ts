export type Language = 'el' | 'en';
export const languages: readonly Language[] = ['el', 'en'];

/** Greek and English both count in two forms: one, and everything else. */
export interface Plural {
  one: string;
  other: string;
}

export type Dictionary = Record<string, string | Plural>;

/** The same keys in another language; a sentence stays a sentence, a plural stays a plural. */
export type Translation<D extends Dictionary> = { [K in keyof D]: D[K] extends string ? string : Plural };

type Names<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type SlotNames<M> = M extends string
  ? Names<M>
  : M extends Plural
    ? Names<M['one']> | Names<M['other']> | 'count'
    : never;

/** The slots a message asks for, as the trailing arguments of `t`: none, or one object with exactly these names. */
export type Slots<M> = [SlotNames<M>] extends [never] ? [] : [slots: Record<SlotNames<M>, string | number>];

export type Translate<D extends Dictionary> = <K extends keyof D>(key: K, ...slots: Slots<D[K]>) => string;

const tags: Record<Language, string> = { el: 'el-GR', en: 'en-GB' };

export const localeOf = (language: Language): string => tags[language];

export function fill(
  language: Language,
  message: string | Plural,
  slots: Record<string, string | number> = {},
): string {
  const text =
    typeof message === 'string'
      ? message
      : new Intl.PluralRules(localeOf(language)).select(Number(slots['count'])) === 'one'
        ? message.one
        : message.other;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = slots[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? new Intl.NumberFormat(localeOf(language)).format(value) : value;
  });
}
