import { declarations } from '../api/types';
import { emptyValues, type RegistrationValues } from './registration';

// What somebody has typed into the registration form, kept for as long as the tab lives and until it is sent. Never a
// secret: those exist only after the sending.

export interface Draft {
  values: RegistrationValues;
  /** The Idempotency-Key under which `sent` left without a clear answer. */
  key: string;
  sent: string;
}

const nameOf = (slug: string) => `agon.draft.${slug}`;

const isText = (value: unknown): value is string => typeof value === 'string';

/** The parts of `value` that are what the form knows, so that an old draft can do no harm. */
function valuesIn(value: unknown): RegistrationValues {
  const clean = emptyValues();
  if (typeof value !== 'object' || value === null) return clean;
  const given = value as Record<string, unknown>;
  const texts = Object.keys(clean).filter((name) => isText(clean[name as keyof RegistrationValues]));
  for (const name of texts) {
    if (isText(given[name])) Object.assign(clean, { [name]: given[name] });
  }
  if (Array.isArray(given['citizenships']))
    clean.citizenships = given['citizenships'].filter(isText).slice(0, 8);
  if (clean.citizenships.length === 0) clean.citizenships = [''];
  const declared = (given['declared'] ?? {}) as Record<string, unknown>;
  for (const name of declarations) clean.declared[name] = declared[name] === true;
  const answers = (given['answers'] ?? {}) as Record<string, unknown>;
  for (const [code, answer] of Object.entries(answers)) if (isText(answer)) clean.answers[code] = answer;
  return clean;
}

export function readDraft(slug: string, storage: Storage = sessionStorage): Draft | null {
  try {
    const text = storage.getItem(nameOf(slug));
    if (text === null) return null;
    const { values, key, sent } = JSON.parse(text) as Record<string, unknown>;
    return { values: valuesIn(values), key: isText(key) ? key : '', sent: isText(sent) ? sent : '' };
  } catch {
    return null;
  }
}

export function writeDraft(slug: string, draft: Draft, storage: Storage = sessionStorage): void {
  try {
    storage.setItem(nameOf(slug), JSON.stringify(draft));
  } catch {
    // Without storage the form lasts as long as the page.
  }
}

export function dropDraft(slug: string, storage: Storage = sessionStorage): void {
  try {
    storage.removeItem(nameOf(slug));
  } catch {
    // Nothing was kept then.
  }
}
