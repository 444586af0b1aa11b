// The API's types under the names the pages use. All come from openapi/ by way of ./generated.
import type {
  Account,
  AcceptInvitationData,
  ConfirmTotpResponse,
  Declaration,
  LookUpInvitationResponse,
  RegisterAtDeskData,
  RegisterData,
  Role,
  StartTotpResponse,
  SystemHealth,
} from './generated';

export type {
  Account,
  AccountState,
  AuditPage,
  AuditRecord,
  Award,
  Championship,
  ChampionshipSettings,
  ChampionshipState,
  ChampionshipSummary,
  Declaration,
  Document,
  DocumentKind,
  DocumentSummary,
  EntryAccess,
  EntryEvent,
  EntryRecovered,
  Explanation,
  Finding,
  Grant,
  HealthState,
  HeatSettings,
  HeatState,
  Import,
  ImportLine,
  LanguageTag,
  LedgerLine,
  Me,
  Organiser,
  OrganiserContact,
  OutboxItem,
  OutboxPage,
  OutboxPreview,
  OutboxState,
  OwnAccount,
  OwnEntry,
  Person,
  Question,
  Registered,
  Role,
  Session,
  SettingChange,
  Setup,
  SignedIn,
  Stage,
  StaffEntry,
  StaffEntryDetail,
  Terms,
  TermsReason,
  TermsSummary,
  Text,
  Verdict,
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

/** (α) to (στ), in the order of the terms. */
export const declarations = [
  'own-email',
  'true-data',
  'of-age',
  'contact',
  'promotion',
  'advertising',
] as const satisfies readonly Declaration[];
true satisfies Declaration extends (typeof declarations)[number] ? true : false;

export type Registration = RegisterData['body'];
export type DeskRegistration = RegisterAtDeskData['body'];
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
