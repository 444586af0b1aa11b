import {
  fill,
  languages,
  localeOf,
  type Dictionary,
  type Language,
  type Slots,
  type Translate,
  type Translation,
} from './core';

const storageKey = 'agon.language';

const isLanguage = (value: unknown): value is Language => languages.includes(value as Language);

function stored(): Language | null {
  try {
    const value = localStorage.getItem(storageKey);
    return isLanguage(value) ? value : null;
  } catch {
    return null;
  }
}

function initial(): Language {
  const declared = document.documentElement.lang;
  return stored() ?? (isLanguage(declared) ? declared : 'el');
}

let current = $state<Language>(initial());

/** The language of this device. Reading `current` inside a component or an effect follows later changes. */
export const language = {
  get current(): Language {
    return current;
  },
  get locale(): string {
    return localeOf(current);
  },
  /** Whether somebody chose it here, as opposed to the browser's preference. */
  get isChosen(): boolean {
    return stored() !== null;
  },
  choose(next: Language): void {
    language.show(next);
    try {
      localStorage.setItem(storageKey, next);
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  },
  /** Switches without remembering it as this device's choice. */
  show(next: Language): void {
    current = next;
    document.documentElement.lang = next;
  },
};

export function createTranslate<const D extends Dictionary>(el: D, en: Translation<D>): Translate<D> {
  return <K extends keyof D>(key: K, ...slots: Slots<D[K]>) => {
    const message = (current === 'el' ? el : en)[key];
    return fill(current, message ?? String(key), slots[0]);
  };
}
