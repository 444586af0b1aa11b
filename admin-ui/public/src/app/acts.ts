import { ApiClient, segment, type Outcome } from '$shared/api/client';
import type {
  Championship,
  ChampionshipSummary,
  Document,
  DocumentKind,
  DocumentSummary,
  EntryAccess,
  EntryRecovered,
  Explanation,
  HeatState,
  LedgerLine,
  OwnEntry,
  Page,
  Registered,
  Registration,
  Terms,
  TermsSummary,
} from '$shared/api/types';
import type { Correction } from '$shared/championship/changed';
import { language } from '$shared/i18n/language.svelte';

// Every call the public pages make, in one place. Nobody is signed in here.

const client = new ApiClient({ language: () => language.current });
const open = { anonymous: true } as const;
const at = (slug: string) => `/championships/${segment(slug)}`;

type Items<T> = { items: T[] };

export const championships = {
  list: (): Promise<Outcome<Items<ChampionshipSummary>>> => client.get('/championships', open),
  get: (slug: string): Promise<Outcome<Championship>> => client.get(at(slug), open),
  heats: (slug: string): Promise<Outcome<Items<HeatState>>> => client.get(`${at(slug)}/heats`, open),
  terms: (slug: string): Promise<Outcome<Items<TermsSummary>>> => client.get(`${at(slug)}/terms`, open),
  termsVersion: (slug: string, number: string): Promise<Outcome<Terms>> =>
    client.get(`${at(slug)}/terms/${segment(number)}`, open),
  documents: (slug: string): Promise<Outcome<Items<DocumentSummary>>> =>
    client.get(`${at(slug)}/documents`, open),
  document: (slug: string, kind: DocumentKind, number: string): Promise<Outcome<Document>> =>
    client.get(`${at(slug)}/documents/${segment(kind)}/${segment(number)}`, open),
  ledger: (
    slug: string,
    heat: string,
    after: string | null,
    limit = 100,
  ): Promise<Outcome<Page<LedgerLine>>> =>
    client.get(`${at(slug)}/heats/${segment(heat)}/ledger`, { ...open, query: { after, limit } }),
  register: (slug: string, body: Registration, key: string): Promise<Outcome<Registered>> =>
    client.post(`${at(slug)}/registrations`, body, { ...open, key }),
};

const entryPath = (code: string) => `/entries/${segment(code)}`;

export const entries = {
  open: (code: string, secret: string): Promise<Outcome<EntryAccess>> =>
    client.post(`${entryPath(code)}/access`, { secret }, { ...open, key: null }),
  get: (code: string, bearer: string): Promise<Outcome<OwnEntry>> => client.get(entryPath(code), { bearer }),
  explain: (code: string, bearer: string): Promise<Outcome<Explanation>> =>
    client.get(`${entryPath(code)}/explain`, { bearer }),
  correct: (
    code: string,
    bearer: string,
    change: Correction,
    ifMatch: string | null,
  ): Promise<Outcome<OwnEntry>> => client.patch(entryPath(code), change, { bearer, ifMatch }),
  withdraw: (code: string, bearer: string, ifMatch: string | null): Promise<Outcome<OwnEntry>> =>
    client.post(`${entryPath(code)}/withdrawal`, undefined, { bearer, ifMatch, key: null }),
  move: (
    code: string,
    bearer: string,
    heat: string,
    ifMatch: string | null,
    key: string,
  ): Promise<Outcome<Registered>> =>
    client.post(`${entryPath(code)}/move`, { heat }, { bearer, ifMatch, key }),
  askRecovery: (championship: string, email: string): Promise<Outcome<unknown>> =>
    client.post('/entry-recoveries', { championship, email }, { ...open, key: null }),
  recover: (token: string): Promise<Outcome<EntryRecovered>> =>
    client.post('/entry-recoveries/completion', { token }, { ...open, key: null }),
  disavow: (token: string): Promise<Outcome<unknown>> =>
    client.post('/entry-disavowals', { token }, { ...open, key: null }),
};
