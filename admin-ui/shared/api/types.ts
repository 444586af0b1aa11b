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
  AuditPage,
  AuditRecord,
  Grant,
  HealthState,
  LanguageTag,
  Me,
  Organiser,
  OutboxItem,
  OutboxPage,
  OutboxPreview,
  OutboxState,
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
