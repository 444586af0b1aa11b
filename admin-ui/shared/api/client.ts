import { localProblem, ProblemError, readProblem, type Problem } from './problem';

export type Outcome<T> =
  { ok: true; status: number; data: T; etag: string | null } | { ok: false; problem: Problem };

export interface Wish {
  query?: Record<string, string | number | boolean | null | undefined>;
  body?: unknown;
  /** The ETag the change is based on; the service refuses with 412 when somebody else was quicker. */
  ifMatch?: string | null;
  /** Idempotency-Key of a POST. A fresh one is made when it is left out; null sends none. */
  key?: string | null;
  signal?: AbortSignal;
  /** Sends no bearer token and never refreshes: sign-in, resets, invitations. */
  anonymous?: boolean;
  /** A token of its own instead of the session's, such as that of one entry. It is never refreshed. */
  bearer?: string;
  /** The type of a body that is text and no JSON. */
  textType?: string;
}

export interface AccessGrant {
  access_token: string;
  expires_in: number;
}

export interface ClientOptions {
  base?: string;
  fetch?: typeof fetch;
  /** Makes refreshing exclusive among the tabs of this browser; absent in an insecure context. */
  locks?: Pick<LockManager, 'request'> | undefined;
  language: () => string;
  now?: () => number;
  timeoutMs?: number;
  onSignedOut?: () => void;
}

type Refreshed = 'refreshed' | 'signed-out' | Problem;

const early = 15_000;

export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_');
}

export const segment = (value: string): string => encodeURIComponent(value);

/**
 * Talks to the service. The access token lives in this object and nowhere else; the refresh token is a cookie
 * that no script can read. Never throws for what the service or the network does: every answer is an Outcome.
 */
export class ApiClient {
  readonly #options: ClientOptions;
  #token: string | null = null;
  #expiresAt = 0;
  #refreshing: Promise<Refreshed> | null = null;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  get hasToken(): boolean {
    return this.#token !== null;
  }

  accept(grant: AccessGrant): void {
    this.#token = grant.access_token;
    this.#expiresAt = this.#now() + grant.expires_in * 1000;
  }

  forget(): void {
    this.#token = null;
    this.#expiresAt = 0;
  }

  get<T>(path: string, wish: Wish = {}): Promise<Outcome<T>> {
    return this.#ask<T>('GET', path, wish);
  }

  post<T>(path: string, body?: unknown, wish: Wish = {}): Promise<Outcome<T>> {
    return this.#ask<T>('POST', path, { key: newKey(), ...wish, body });
  }

  patch<T>(path: string, body: unknown, wish: Wish = {}): Promise<Outcome<T>> {
    return this.#ask<T>('PATCH', path, { ...wish, body });
  }

  put<T>(path: string, body: unknown, wish: Wish = {}): Promise<Outcome<T>> {
    return this.#ask<T>('PUT', path, { ...wish, body });
  }

  delete<T>(path: string, wish: Wish = {}): Promise<Outcome<T>> {
    return this.#ask<T>('DELETE', path, wish);
  }

  /** One request with the bearer token, refreshed beforehand when stale and once more after a 401. */
  async send(path: string, init: RequestInit & { headers: Headers }): Promise<Response | Problem> {
    if (this.#token !== null && this.#now() >= this.#expiresAt - early) {
      const result = await this.refresh();
      if (typeof result === 'object') return result;
    }
    const used = this.#token;
    const first = await this.#fetch(path, init, used);
    if (!(first instanceof Response) || first.status !== 401 || used === null) return first;

    // Another request may have fetched a new token while this one was on its way.
    const result = this.#token !== used && this.#token !== null ? 'refreshed' : await this.refresh();
    if (result === 'signed-out') return first;
    return result === 'refreshed' ? this.#fetch(path, init, this.#token) : result;
  }

  /**
   * Trades the refresh cookie for a new access token. One exchange at a time: callers in this tab share it, other
   * tabs wait for the lock, since the cookie rotates and using an old one counts as theft.
   */
  refresh(): Promise<Refreshed> {
    this.#refreshing ??= this.#exclusively(() => this.#exchange()).finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #exclusively(act: () => Promise<Refreshed>): Promise<Refreshed> {
    const { locks } = this.#options;
    if (!locks) return act();
    return (await locks.request('agon.refresh', act)) as Refreshed;
  }

  async #exchange(): Promise<Refreshed> {
    const headers = this.#headers({});
    const answer = await this.#fetch('/auth/refresh', { method: 'POST', headers }, null);
    if (!(answer instanceof Response)) return answer;
    if (answer.ok) {
      this.accept((await answer.json()) as AccessGrant);
      return 'refreshed';
    }
    if (answer.status !== 401 && answer.status !== 403) return readProblem(answer);
    const wasSignedIn = this.#token !== null;
    this.forget();
    if (wasSignedIn) this.#options.onSignedOut?.();
    return 'signed-out';
  }

  async #ask<T>(method: string, path: string, wish: Wish): Promise<Outcome<T>> {
    const headers = this.#headers(wish);
    const init: RequestInit & { headers: Headers } = { method, headers };
    if (wish.body !== undefined) {
      headers.set('Content-Type', wish.textType ?? 'application/json');
      init.body = wish.textType ? String(wish.body) : JSON.stringify(wish.body);
    }
    if (wish.signal) init.signal = wish.signal;
    const target = path + queryString(wish.query);
    const isOwn = wish.anonymous === true || wish.bearer !== undefined;
    const answer = isOwn
      ? await this.#fetch(target, init, wish.bearer ?? null)
      : await this.send(target, init);
    return answer instanceof Response ? readOutcome<T>(answer) : { ok: false, problem: answer };
  }

  #headers(wish: Wish): Headers {
    const headers = new Headers({
      Accept: 'application/json, application/problem+json',
      'Accept-Language': this.#options.language(),
    });
    if (wish.ifMatch) headers.set('If-Match', wish.ifMatch);
    if (wish.key) headers.set('Idempotency-Key', wish.key);
    return headers;
  }

  async #fetch(
    path: string,
    init: RequestInit & { headers: Headers },
    token: string | null,
  ): Promise<Response | Problem> {
    const headers = new Headers(init.headers);
    if (token !== null) headers.set('Authorization', `Bearer ${token}`);
    const isStream = headers.get('Accept') === 'text/event-stream';
    const deadline = new AbortController();
    const outer = init.signal;
    const relay = () => deadline.abort();
    if (outer?.aborted) relay();
    outer?.addEventListener('abort', relay);
    const timer = setTimeout(relay, this.#options.timeoutMs ?? 20_000);
    try {
      const doFetch = this.#options.fetch ?? fetch;
      return await doFetch((this.#options.base ?? '/api/v1') + path, {
        ...init,
        headers,
        credentials: 'same-origin',
        cache: 'no-store',
        redirect: 'error',
        signal: deadline.signal,
      });
    } catch {
      return localProblem(outer?.aborted ? 'cancelled' : 'unreachable');
    } finally {
      clearTimeout(timer);
      // A stream is read long after the answer's head; its reader still has to hear of an abort.
      if (!isStream) outer?.removeEventListener('abort', relay);
    }
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }
}

function queryString(query: Wish['query']): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value));
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

async function readOutcome<T>(response: Response): Promise<Outcome<T>> {
  if (!response.ok) return { ok: false, problem: await readProblem(response) };
  const etag = response.headers.get('ETag');
  const isEmpty = response.status === 204 || response.headers.get('Content-Length') === '0';
  if (isEmpty) return { ok: true, status: response.status, data: undefined as T, etag };
  try {
    const body = await response.text();
    return {
      ok: true,
      status: response.status,
      data: (body === '' ? undefined : JSON.parse(body)) as T,
      etag,
    };
  } catch {
    return { ok: false, problem: localProblem('unexpected-answer', response.status) };
  }
}

/** For the query library, which wants a value or a throw. */
export async function unwrap<T>(outcome: Promise<Outcome<T>>): Promise<T> {
  const result = await outcome;
  if (!result.ok) throw new ProblemError(result.problem);
  return result.data;
}

/** As `unwrap`, for what will be changed later: the value together with its ETag. */
export async function unwrapVersioned<T>(
  outcome: Promise<Outcome<T>>,
): Promise<{ value: T; etag: string | null }> {
  const result = await outcome;
  if (!result.ok) throw new ProblemError(result.problem);
  return { value: result.data, etag: result.etag };
}

/** The cursor inside a list's `next` link. */
export function cursorOf(next: string | null | undefined): string | null {
  if (!next) return null;
  return new URL(next, 'http://list.invalid').searchParams.get('after');
}
