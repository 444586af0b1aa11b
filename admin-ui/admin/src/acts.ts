import { segment, type Outcome } from '$shared/api/client';
import type {
  Acceptance,
  Account,
  AuditPage,
  Grant,
  Health,
  InvitationFacts,
  LanguageTag,
  Me,
  NextState,
  Organiser,
  OutboxPage,
  OutboxPreview,
  Page,
  RecoveryCodes,
  Role,
  Session,
  SignedIn,
  TotpStart,
} from '$shared/api/types';
import { client } from './session.svelte';

// Every call the pages make, in one place, named for what it means.

type Done = Promise<Outcome<unknown>>;

/** Acts that matter ask for the password again; the service then remembers it for a short while. */
async function reauthenticated<T>(password: string, act: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  const proof = await client.post('/auth/reauthentication', { password }, { key: null });
  return proof.ok ? act() : proof;
}

export const own = {
  change: (
    change: { display_name: string; language: LanguageTag },
    etag: string | null,
  ): Promise<Outcome<Me>> => client.patch('/auth/me', change, { ifMatch: etag }),
  changePassword: (change: { current: string; new: string }): Done =>
    client.post('/auth/me/password', change, { key: null }),
  startTotp: (): Promise<Outcome<TotpStart>> => client.post('/auth/me/totp', undefined, { key: null }),
  confirmTotp: (code: string): Promise<Outcome<RecoveryCodes>> =>
    client.post('/auth/me/totp/confirmation', { code }, { key: null }),
  removeTotp: (password: string): Done => reauthenticated(password, () => client.delete('/auth/me/totp')),
  sessions: (): Promise<Outcome<Page<Session>>> => client.get('/auth/sessions'),
  endSession: (id: string): Done => client.delete(`/auth/sessions/${segment(id)}`),
};

export const arrivals = {
  lookUp: (token: string): Promise<Outcome<InvitationFacts>> =>
    client.post('/auth/invitations/lookup', { token }, { anonymous: true, key: null }),
  acceptInvitation: (answer: Acceptance): Promise<Outcome<SignedIn>> =>
    client.post('/auth/invitations/acceptance', answer, { anonymous: true, key: null }),
  askReset: (email: string): Done =>
    client.post('/auth/password-resets', { email }, { anonymous: true, key: null }),
  completeReset: (answer: { token: string; password: string }): Done =>
    client.post('/auth/password-resets/completion', answer, { anonymous: true, key: null }),
};

export interface Invitation {
  email: string;
  display_name: string;
  organiser: Organiser;
  language: LanguageTag;
}

export interface NewGrant {
  role: Role;
  championship: string | null;
  heat: string | null;
}

const accountPath = (code: string) => `/accounts/${segment(code)}`;

export const staff = {
  list: (after: string | null): Promise<Outcome<Page<Account>>> =>
    client.get('/accounts', { query: { after, limit: 50 } }),
  get: (code: string): Promise<Outcome<Account>> => client.get(accountPath(code)),
  invite: (invitation: Invitation, key: string): Promise<Outcome<Account>> =>
    client.post('/accounts', invitation, { key }),
  inviteAgain: (code: string): Done => client.post(`${accountPath(code)}/invitation`),
  setState: (code: string, state: NextState, etag: string | null, password: string): Done =>
    reauthenticated(password, () => client.patch(accountPath(code), { state }, { ifMatch: etag })),
  grant: (code: string, grant: NewGrant, password: string): Promise<Outcome<Grant>> =>
    reauthenticated(password, () => client.post(`${accountPath(code)}/grants`, grant)),
  revoke: (code: string, grant: string, etag: string | null, password: string): Done =>
    reauthenticated(password, () =>
      client.delete(`${accountPath(code)}/grants/${segment(grant)}`, { ifMatch: etag }),
    ),
};

export interface AuditFilter {
  actor: string;
  act: string;
  from: string | null;
  to: string | null;
}

export const trail = {
  list: (filter: AuditFilter, after: string | null): Promise<Outcome<AuditPage>> =>
    client.get('/audit', { query: { ...filter, after, limit: 50 } }),
};

export const outbox = {
  list: (state: string, after: string | null): Promise<Outcome<OutboxPage>> =>
    client.get('/outbox', { query: { state, after, limit: 50 } }),
  preview: (id: string): Promise<Outcome<OutboxPreview>> => client.get(`/outbox/${segment(id)}/preview`),
  retry: (id: string, version: number): Done =>
    client.post(`/outbox/${segment(id)}/retry`, undefined, { ifMatch: `"v${String(version)}"` }),
};

export const system = {
  health: (): Promise<Outcome<Health>> => client.get('/system/health'),
};
