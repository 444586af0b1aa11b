import type { LanguageTag, Person } from '../api/types';

export type Correction = Partial<Omit<Person, 'citizenships'>>;

export interface Details {
  full_name: string;
  birth_date: string;
  email: string;
  phone: string;
  language: string;
  nickname: string;
}

export const detailsOf = (person: Person): Details => ({
  full_name: person.full_name,
  birth_date: person.birth_date,
  email: person.email,
  phone: person.phone,
  language: person.language,
  nickname: person.nickname ?? '',
});

/** Only what differs from what is on record; an emptied nickname is none. */
export function changedOf(person: Person, typed: Details): Correction {
  const change: Correction = {};
  for (const name of ['full_name', 'birth_date', 'email', 'phone'] as const) {
    if (typed[name].trim() !== person[name]) change[name] = typed[name].trim();
  }
  if (typed.language !== person.language) change.language = typed.language as LanguageTag;
  const nickname = typed.nickname.trim() === '' ? null : typed.nickname.trim();
  if (nickname !== person.nickname) change.nickname = nickname;
  return change;
}
