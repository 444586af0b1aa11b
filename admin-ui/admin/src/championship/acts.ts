import { segment, type Outcome } from '$shared/api/client';
import type {
  Championship,
  ChampionshipSettings,
  ChampionshipSummary,
  DeskRegistration,
  Document,
  DocumentKind,
  DocumentSummary,
  HeatState,
  Import,
  Page,
  Registered,
  Setup,
  StaffEntry,
  StaffEntryDetail,
  Terms,
  TermsReason,
  Text,
} from '$shared/api/types';
import type { Correction } from '$shared/championship/changed';
import { client } from '../session.svelte';

// Every call these pages make, in one place, named for what it means.

type Items<T> = { items: T[] };

const at = (slug: string) => `/championships/${segment(slug)}`;

export const championships = {
  list: (): Promise<Outcome<Items<ChampionshipSummary>>> => client.get('/championships'),
  begin: (
    wish: { slug: string; kind: 'real' | 'rehearsal'; settings: ChampionshipSettings },
    key: string,
  ): Promise<Outcome<Setup>> => client.post('/championships', wish, { key }),
  get: (slug: string): Promise<Outcome<Championship>> => client.get(at(slug)),
  heats: (slug: string): Promise<Outcome<Items<HeatState>>> => client.get(`${at(slug)}/heats`),
  pausePromotion: (slug: string, heat: string, paused: boolean): Promise<Outcome<HeatState>> =>
    client.put(`${at(slug)}/heats/${segment(heat)}/promotion`, { paused }),
  setup: (slug: string): Promise<Outcome<Setup>> => client.get(`${at(slug)}/setup`),
  change: (slug: string, settings: ChampionshipSettings, ifMatch: string | null): Promise<Outcome<Setup>> =>
    client.put(`${at(slug)}/setup`, settings, { ifMatch }),
  moveClock: (slug: string, now: string): Promise<Outcome<{ now: string }>> =>
    client.post(`${at(slug)}/clock`, { now }, { key: null }),
};

export const terms = {
  publish: (
    slug: string,
    wish: { reason: TermsReason; text: Text; note: Text },
    ifMatch: string | null,
    key: string,
  ): Promise<Outcome<Terms>> => client.post(`${at(slug)}/terms`, wish, { ifMatch, key }),
  get: (slug: string, number: number): Promise<Outcome<Terms>> =>
    client.get(`${at(slug)}/terms/${String(number)}`),
};

export const documents = {
  list: (slug: string): Promise<Outcome<Items<DocumentSummary>>> => client.get(`${at(slug)}/documents`),
  get: (slug: string, kind: DocumentKind, number: number): Promise<Outcome<Document>> =>
    client.get(`${at(slug)}/documents/${kind}/${String(number)}`),
  publish: (
    slug: string,
    wish: { kind: DocumentKind; text: Text },
    key: string,
  ): Promise<Outcome<Document>> => client.post(`${at(slug)}/documents`, wish, { key }),
};

export interface EntryFilter {
  heat: string;
  place: string;
  task: string;
}

const entryAt = (slug: string, code: string) => `${at(slug)}/entries/${segment(code)}`;

type Detailed = Promise<Outcome<StaffEntryDetail>>;

export const entries = {
  list: (slug: string, filter: EntryFilter, after: string | null): Promise<Outcome<Page<StaffEntry>>> =>
    client.get(`${at(slug)}/entries`, { query: { ...filter, after, limit: 50 } }),
  // A body and not an address, so that no name is in a log.
  search: (slug: string, text: string): Promise<Outcome<Items<StaffEntry>>> =>
    client.post(`${at(slug)}/entries/search`, { text }, { key: null }),
  get: (slug: string, code: string): Detailed => client.get(entryAt(slug, code)),
  correct: (slug: string, code: string, change: Correction, ifMatch: string | null): Detailed =>
    client.patch(entryAt(slug, code), change, { ifMatch }),
  cancel: (
    slug: string,
    code: string,
    wish: { reason: string; note: string },
    ifMatch: string | null,
  ): Detailed => client.post(`${entryAt(slug, code)}/cancellation`, wish, { ifMatch, key: null }),
  review: (
    slug: string,
    code: string,
    wish: { decision: 'keep' | 'refuse'; note: string },
    ifMatch: string | null,
  ): Detailed => client.post(`${entryAt(slug, code)}/review`, wish, { ifMatch, key: null }),
  giveExtraPlace: (slug: string, code: string, ifMatch: string | null): Detailed =>
    client.post(`${entryAt(slug, code)}/extra-place`, undefined, { ifMatch, key: null }),
  registerAtDesk: (slug: string, body: DeskRegistration, key: string): Promise<Outcome<Registered>> =>
    client.post(`${at(slug)}/desk-registrations`, body, { key }),
};

const importAt = (slug: string, code: string) => `${at(slug)}/imports/${segment(code)}`;

export const imports = {
  stage: (slug: string, csv: string): Promise<Outcome<Import>> =>
    client.post(`${at(slug)}/imports`, csv, { key: null, textType: 'text/csv; charset=utf-8' }),
  get: (slug: string, code: string): Promise<Outcome<Import>> => client.get(importAt(slug, code)),
  commit: (slug: string, code: string, ifMatch: string | null): Promise<Outcome<Import>> =>
    client.post(`${importAt(slug, code)}/commit`, undefined, { ifMatch, key: null }),
  discard: (slug: string, code: string, ifMatch: string | null): Promise<Outcome<unknown>> =>
    client.delete(importAt(slug, code), { ifMatch }),
};
