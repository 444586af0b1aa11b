import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiClient, cursorOf, newKey, type ClientOptions } from '$shared/api/client';

interface Call {
  path: string;
  method: string;
  headers: Headers;
  body: string | null;
  signal: AbortSignal;
}

type Answer = Response | Error | 'never';

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });
const refusal = (status: number, code: string) =>
  json(status, { code, title: code }, { 'Content-Type': 'application/problem+json' });
const grant = (token: string, seconds = 300) => json(200, { access_token: token, expires_in: seconds });

/** A service that answers by a function and remembers what it was asked. */
function service(
  answer: (call: Call, calls: Call[]) => Answer | Promise<Answer>,
  more: Partial<ClientOptions> = {},
) {
  const calls: Call[] = [];
  const fetching = async (input: string, init: RequestInit): Promise<Response> => {
    const signal = init.signal as AbortSignal;
    const call = {
      path: input,
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      body: (init.body as string | undefined) ?? null,
      signal,
    };
    calls.push(call);
    const given = await answer(call, calls);
    if (given instanceof Error) throw given;
    if (given !== 'never') return given;
    return new Promise((_resolve, reject) => {
      if (signal.aborted) reject(new DOMException('', 'AbortError'));
      signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    });
  };
  const client = new ApiClient({ fetch: fetching as typeof fetch, language: () => 'el', ...more });
  return { client, calls, to: (path: string) => calls.filter((call) => call.path === `/api/v1${path}`) };
}

const bearer = (call: Call | undefined) => call?.headers.get('Authorization');

describe('asking', () => {
  it('sends the token, the language and nothing it was not told to', async () => {
    const { client, calls } = service(() => json(200, { ok: 1 }, { ETag: '"v4"' }));
    client.accept({ access_token: 'a', expires_in: 300 });
    const outcome = await client.get<{ ok: number }>('/things', {
      query: { after: null, limit: 5, word: '' },
    });
    expect(outcome).toEqual({ ok: true, status: 200, data: { ok: 1 }, etag: '"v4"' });
    expect(calls[0]?.path).toBe('/api/v1/things?limit=5');
    expect(bearer(calls[0])).toBe('Bearer a');
    expect(calls[0]?.headers.get('Accept-Language')).toBe('el');
    expect(calls[0]?.headers.has('Idempotency-Key')).toBe(false);
    expect(calls[0]?.headers.has('Content-Type')).toBe(false);
  });

  it('sends no token where nobody is to be signed in', async () => {
    const { client, calls } = service(() => json(200, {}));
    client.accept({ access_token: 'a', expires_in: 300 });
    await client.post('/auth/sign-in', { email: 'x' }, { anonymous: true, key: null });
    expect(bearer(calls[0])).toBeNull();
    expect(calls[0]?.body).toBe('{"email":"x"}');
    expect(calls[0]?.headers.has('Idempotency-Key')).toBe(false);
  });

  it('makes a fresh key for every new act and sends the version a change is based on', async () => {
    const { client, calls } = service(() => new Response(null, { status: 204 }));
    await client.post('/things', {});
    await client.post('/things', {});
    await client.patch('/things/1', {}, { ifMatch: '"v2"' });
    const keys = calls.map((call) => call.headers.get('Idempotency-Key'));
    expect(keys[0]).toMatch(/^[\w-]{24}$/);
    expect(keys[1]).not.toBe(keys[0]);
    expect(keys[2]).toBeNull();
    expect(calls[2]?.headers.get('If-Match')).toBe('"v2"');
  });

  it('takes an empty answer for done', async () => {
    const { client } = service(() => new Response('', { status: 202 }));
    expect(await client.post('/things')).toEqual({ ok: true, status: 202, data: undefined, etag: null });
  });

  it('says so when a success cannot be read', async () => {
    const { client } = service(() => new Response('<html>', { status: 200 }));
    const outcome = await client.get('/things');
    expect(outcome.ok ? null : outcome.problem.code).toBe('unexpected-answer');
  });

  it('makes keys that are never alike', () => {
    expect(new Set(Array.from({ length: 1000 }, newKey)).size).toBe(1000);
  });
});

describe('refreshing', () => {
  /** Knows one good token at a time; `/auth/refresh` hands out the next. */
  function rotating(more: Partial<ClientOptions> = {}) {
    let good = 'old';
    const made = service(async ({ path, headers }) => {
      await Promise.resolve();
      if (path.endsWith('/auth/refresh')) return grant((good = 'new'));
      return headers.get('Authorization') === `Bearer ${good}`
        ? json(200, {})
        : refusal(401, 'unauthenticated');
    }, more);
    made.client.accept({ access_token: 'expired', expires_in: 300 });
    return made;
  }

  it('happens once for parallel refusals, and every request is repeated with the new token', async () => {
    const { client, to } = rotating();
    const outcomes = await Promise.all(['/a', '/b', '/c', '/d'].map((path) => client.get(path)));
    expect(outcomes.every((outcome) => outcome.ok)).toBe(true);
    expect(to('/auth/refresh')).toHaveLength(1);
    expect(to('/a').map(bearer)).toEqual(['Bearer expired', 'Bearer new']);
  });

  it('is not asked for when another request has brought a new token meanwhile', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const { client, to } = service(async ({ path, headers }) => {
      if (path.endsWith('/auth/refresh')) return grant('new');
      if (headers.get('Authorization') === 'Bearer new') return json(200, {});
      if (path.endsWith('/slow')) await held;
      return refusal(401, 'unauthenticated');
    });
    client.accept({ access_token: 'expired', expires_in: 300 });
    const slow = client.get('/slow');
    await client.get('/quick');
    release();
    expect((await slow).ok).toBe(true);
    expect(to('/auth/refresh')).toHaveLength(1);
  });

  it('keeps the key of an act that is repeated', async () => {
    const { client, to } = rotating();
    await client.post('/accounts', { name: 'x' });
    const keys = to('/accounts').map((call) => call.headers.get('Idempotency-Key'));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    expect(to('/accounts').map((call) => call.body)).toEqual(['{"name":"x"}', '{"name":"x"}']);
  });

  it('happens beforehand when the token is about to end', async () => {
    let now = 1_000_000;
    const { client, calls } = service(
      ({ path }) => (path.endsWith('/auth/refresh') ? grant('b') : json(200, {})),
      {
        now: () => now,
      },
    );
    client.accept({ access_token: 'a', expires_in: 300 });
    now += 284_000;
    await client.get('/early');
    now += 2_000;
    await client.get('/late');
    expect(calls.map((call) => [call.path.slice('/api/v1'.length), bearer(call)])).toEqual([
      ['/early', 'Bearer a'],
      ['/auth/refresh', null],
      ['/late', 'Bearer b'],
    ]);
  });

  it('waits for the lock that the tabs share', async () => {
    const order: string[] = [];
    const locks = {
      request: async (name: string, act: () => Promise<unknown>) => {
        order.push(`lock ${name}`);
        const result = await act();
        order.push('unlock');
        return result;
      },
    } as unknown as LockManager;
    const { client, to } = rotating({ locks });
    await Promise.all([client.get('/a'), client.get('/b')]);
    expect(order).toEqual(['lock agon.refresh', 'unlock']);
    expect(to('/auth/refresh')).toHaveLength(1);
  });

  it('tells once that the session is over, and gives the refusal back', async () => {
    const onSignedOut = vi.fn();
    const { client } = service(() => refusal(401, 'unauthenticated'), { onSignedOut });
    client.accept({ access_token: 'a', expires_in: 300 });
    const outcomes = await Promise.all([client.get('/a'), client.get('/b')]);
    expect(outcomes.map((outcome) => (outcome.ok ? '' : outcome.problem.code))).toEqual([
      'unauthenticated',
      'unauthenticated',
    ]);
    expect(onSignedOut).toHaveBeenCalledTimes(1);
    expect(client.hasToken).toBe(false);
  });

  it('tells of no end where nobody was signed in', async () => {
    const onSignedOut = vi.fn();
    const { client } = service(() => refusal(401, 'unauthenticated'), { onSignedOut });
    expect(await client.refresh()).toBe('signed-out');
    expect(onSignedOut).not.toHaveBeenCalled();
  });

  it('does not end the session when the service is merely away', async () => {
    const onSignedOut = vi.fn();
    const { client } = service(
      ({ path }) =>
        path.endsWith('/auth/refresh') ? refusal(503, 'unavailable') : refusal(401, 'unauthenticated'),
      { onSignedOut },
    );
    client.accept({ access_token: 'a', expires_in: 300 });
    const outcome = await client.get('/a');
    expect(outcome.ok ? '' : outcome.problem.code).toBe('unavailable');
    expect(onSignedOut).not.toHaveBeenCalled();
    expect(client.hasToken).toBe(true);
  });

  it('is tried anew after it failed', async () => {
    let up = false;
    const { client } = service(() => (up ? grant('a') : new TypeError('network')));
    expect(await client.refresh()).toMatchObject({ code: 'unreachable' });
    up = true;
    expect(await client.refresh()).toBe('refreshed');
  });
});

describe('waiting', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('ends after the limit with a problem, not with an exception', async () => {
    const { client, calls } = service(() => 'never', { timeoutMs: 5000 });
    const outcome = client.get('/slow');
    await vi.advanceTimersByTimeAsync(4999);
    expect(calls[0]?.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toMatchObject({ ok: false, problem: { code: 'unreachable', status: 0 } });
  });

  it('ends when the caller no longer wants it, and says that apart', async () => {
    const { client } = service(() => 'never');
    const wish = new AbortController();
    const outcome = client.get('/slow', { signal: wish.signal });
    wish.abort();
    expect(await outcome).toMatchObject({ ok: false, problem: { code: 'cancelled' } });
  });

  it('does not even begin for a caller who left before', async () => {
    const { client, calls } = service(() => 'never');
    const outcome = await client.get('/slow', { signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ ok: false, problem: { code: 'cancelled' } });
    expect(calls[0]?.signal.aborted).toBe(true);
  });

  it('leaves no clock running behind an answer', async () => {
    const { client } = service(() => json(200, {}));
    await client.get('/quick');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the cursor of a list', () => {
  it('is taken out of the link to the next page', () => {
    expect(cursorOf('/api/v1/accounts?limit=50&after=a%2Fb')).toBe('a/b');
    expect(cursorOf(null)).toBeNull();
    expect(cursorOf('/api/v1/accounts')).toBeNull();
  });
});
