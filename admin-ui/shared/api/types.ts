// The API's types under the names the pages use. All come from openapi/ by way of ./generated.
import type {
  Account,
  AcceptInvitationData,
  ConfirmTotpResponse,
  LookUpInvitationResponse,
  Role,
  StartTotpResponse,
  SystemHealth,
} from './generated';

export type {
  Account,
  AccountState,
  Grant,
  HealthState,
  LanguageTag,
  Me,
  Organiser,
  OwnAccount,
  Role,
  Session,
  SignedIn,
} from './generated';

/** In the order in which they are offered. */
export const roles = [
  'director',
  'organiser',
  'desk',
  'head-judge',
  'table-judge',
  'privacy-officer',
  'venue-host',
  'auditor',
] as const satisfies readonly Role[];
// Fails to compile when the API has a role that is not offered.
true satisfies Role extends (typeof roles)[number] ? true : false;

export type TotpStart = StartTotpResponse;
export type RecoveryCodes = ConfirmTotpResponse;
export type InvitationFacts = LookUpInvitationResponse;
export type Acceptance = AcceptInvitationData['body'];
export type NextState = Exclude<Account['state'], 'invited'>;
export type Health = SystemHealth;
export type HealthCheck = SystemHealth['checks'][number];

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

/** A message as its reader sees it; the address is masked. */
export interface MailPreview {
  subject: string;
  body: string;
  address: string | null;
}
