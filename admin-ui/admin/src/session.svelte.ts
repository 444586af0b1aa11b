import { QueryClient } from '@tanstack/svelte-query';
import { ApiClient, unwrapVersioned, type Outcome } from '$shared/api/client';
import { problemOf, type Problem } from '$shared/api/problem';
import type { Me, SignedIn } from '$shared/api/types';
import { language } from '$shared/i18n/language.svelte';

export type SessionState =
  | { kind: 'starting' }
  | { kind: 'unreachable'; problem: Problem }
  | { kind: 'out' }
  | { kind: 'in'; me: Me; etag: string | null };

let state = $state.raw<SessionState>({ kind: 'starting' });

const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('agon.session');

export const client = new ApiClient({
  language: () => language.current,
  locks: typeof navigator === 'undefined' ? undefined : navigator.locks,
  onSignedOut: () => leave(),
});

const worthRepeating = (problem: Problem) => problem.code === 'unreachable' || problem.status === 503;

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && worthRepeating(problemOf(error)),
    },
  },
});

function leave(): void {
  client.forget();
  queries.clear();
  state = { kind: 'out' };
}

async function loadMe(): Promise<void> {
  try {
    const { value, etag } = await unwrapVersioned(client.get<Me>('/auth/me'));
    if (!language.isChosen) language.show(value.account.language);
    state = { kind: 'in', me: value, etag };
  } catch (error) {
    const problem = problemOf(error);
    if (problem.status === 401) leave();
    else state = { kind: 'unreachable', problem };
  }
}

export const session = {
  get state(): SessionState {
    return state;
  },
  get me(): Me | null {
    return state.kind === 'in' ? state.me : null;
  },
  /** Whether a right is held somewhere. Only decides what is shown; the service decides what happens. */
  may(right: string): boolean {
    return state.kind === 'in' && state.me.rights.includes(right);
  },
  /** Picks up the session that the refresh cookie stands for, if there is one. */
  async start(): Promise<void> {
    const result = await client.refresh();
    if (result === 'refreshed') await loadMe();
    else if (result === 'signed-out') leave();
    else state = { kind: 'unreachable', problem: result };
  },
  async signIn(credentials: { email: string; password: string; totp?: string }): Promise<Outcome<SignedIn>> {
    const outcome = await client.post<SignedIn>('/auth/sign-in', credentials, { anonymous: true, key: null });
    if (outcome.ok) await session.enter(outcome.data);
    return outcome;
  },
  async enter(signedIn: SignedIn): Promise<void> {
    client.accept(signedIn);
    await loadMe();
    tabs?.postMessage('signed-in');
  },
  async signOut(): Promise<void> {
    await client.post('/auth/sign-out', undefined, { key: null });
    leave();
    tabs?.postMessage('signed-out');
  },
  reload: loadMe,
};

tabs?.addEventListener('message', (event: MessageEvent<unknown>) => {
  if (event.data === 'signed-out' && state.kind === 'in') leave();
  if (event.data === 'signed-in' && state.kind === 'out') void session.start();
});
