import type { ChampionshipSettings, Declaration } from '../api/types';
import { formatList } from '../i18n/format';
import { t } from './i18n/words';

type Facts = Pick<ChampionshipSettings, 'minimum_age' | 'organisers'>;

export const organisersOf = (facts: Facts): string => formatList(facts.organisers.map(({ name }) => name));

/** The whole sentence of a declaration (R24 to R29), with this championship's age and organisers. */
export function sentenceOf(name: Declaration, facts: Facts): string {
  if (name === 'of-age') return t('declare.of-age', { age: facts.minimum_age });
  if (name === 'contact') return t('declare.contact', { organisers: organisersOf(facts) });
  return t(`declare.${name}`);
}
