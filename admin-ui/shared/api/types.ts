// Written by hand until openapi/paths/auth.yaml exists; then re-exports from ./generated take its place.

export const roles = [
  'director',
  'organiser',
  'desk',
  'head-judge',
  'table-judge',
  'privacy-officer',
  'venue-host',
  'auditor',
] as const;
export type Role = (typeof roles)[number];

/** The company that runs the championship, or the one whose shops are its venues. */
export type Organiser = 'organising' | 'hosting';

export interface Grant {
  id: string;
  role: Role;
  championship: string | null;
  heat: string | null;
}

export interface OwnAccount {
  code: string;
  display_name: string;
  email: string;
  organiser: Organiser;
  totp_enabled: boolean;
  language: 'el' | 'en';
}

export interface SignedIn {
  access_token: string;
  expires_in: number;
  account: OwnAccount;
}

export interface Me {
  account: OwnAccount;
  grants: Grant[];
  rights: string[];
}

export interface TotpStart {
  secret: string;
  uri: string;
}

export interface RecoveryCodes {
  recovery_codes: string[];
}

export interface Session {
  id: string;
  current: boolean;
  created_at: string;
  last_used_at: string;
  user_agent: string;
  address: string;
}

export type AccountState = 'invited' | 'active' | 'disabled';

export interface Account {
  code: string;
  display_name: string;
  email: string;
  organiser: Organiser;
  language: 'el' | 'en';
  state: AccountState;
  totp_enabled: boolean;
  grants: Grant[];
  last_sign_in_at: string | null;
}

/** A page of a list; `next` is the link to the following one. */
export interface Page<T> {
  items: T[];
  next: string | null;
}

export interface AuditRecord {
  id: number;
  at: string;
  actor_kind: 'staff' | 'person' | 'system';
  /** The account's code, for staff. */
  actor: string | null;
  role: Role | null;
  act: string;
  subject_kind: string;
  subject: string;
  championship: string | null;
  heat: string | null;
  reason_code: string | null;
  /** The sealed block that holds the record; null for the tail that is not sealed yet. */
  block: number | null;
}

export interface AuditPage extends Page<AuditRecord> {
  seal: { block: number; sealed_at: string; hash: string } | null;
}

export type OutboxState = 'waiting' | 'sent' | 'shown' | 'refused' | 'failed' | 'expired';

export interface OutboxItem {
  id: string;
  mail: string;
  reader_kind: 'staff' | 'person';
  state: OutboxState;
  attempts: number;
  created_at: string;
  next_attempt_at: string;
  settled_at: string | null;
  last_error: string | null;
  version: number;
}

export interface OutboxPage extends Page<OutboxItem> {
  counts: Partial<Record<OutboxState, number>>;
  dry_run: boolean;
}

export type HealthState = 'good' | 'attention' | 'bad';

export interface HealthCheck {
  name: string;
  state: HealthState;
  detail: string | null;
  measured_at: string;
}

export interface Health {
  state: HealthState;
  version: string;
  started_at: string;
  checks: HealthCheck[];
}
