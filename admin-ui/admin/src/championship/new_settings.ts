import type {
  Award,
  ChampionshipSettings,
  HeatSettings,
  OrganiserContact,
  Question,
  Stage,
} from '$shared/api/types';

const nothing = () => ({ el: '', en: '' });

export const newOrganiser = (kind: OrganiserContact['kind'] = 'organising'): OrganiserContact => ({
  kind,
  name: '',
  contact_email: '',
  contact_phone: '',
});

export const newStage = (): Stage => ({ kind: 'city-heat', name: nothing() });

export const newHeat = (startsAt: string): HeatSettings => ({
  stage: 1,
  city: nothing(),
  venue: nothing(),
  starts_at: startsAt,
  capacity: 36,
  rounds: 1,
  public_label: '',
  takes_registrations: true,
  reserve_limit: null,
  channels: [],
});

export const newQuestion = (): Question => ({ code: '', text: nothing(), kind: 'yes-no', must_be: null });

export const newAward = (): Award => ({ title: nothing(), description: nothing() });

const inDays = (now: Date, days: number): string =>
  new Date(Math.ceil(now.getTime() / 86_400_000 + days) * 86_400_000).toISOString().replace('.000Z', 'Z');

/** What a championship begins with: enough to be saved, nothing that could be published by accident. */
export function newSettings(
  name: { el: string; en: string },
  country: string,
  zone: string,
  now: Date = new Date(),
): ChampionshipSettings {
  return {
    name,
    country,
    time_zone: zone,
    languages: ['el', 'en'],
    opens_at: inDays(now, 30),
    closes_at: inDays(now, 60),
    minimum_age: 18,
    terms_url: '',
    optional_declarations: [],
    organisers: [{ ...newOrganiser(), name: name.en || name.el }],
    stages: [{ kind: 'city-heat', name: { el: 'Τουρνουά πόλης', en: 'City tournament' } }],
    heats: [],
    questions: [],
    awards: [],
    cancelled: false,
  };
}
