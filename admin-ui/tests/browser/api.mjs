// A pretended API, just deep enough for the pages: one account, fixed lists, and the refusals that the pages explain.

const director = {
  code: 'A7QM-2F9X',
  display_name: 'Μαρία Παπαδοπούλου',
  email: 'maria@example.gr',
  organiser: 'organising',
  totp_enabled: false,
  language: 'el',
};
const rights = ['account.read', 'account.manage', 'audit.read', 'outbox.read', 'outbox.retry', 'system.read'];
const grant = (id, role, championship = null, heat = null) => ({ id, role, championship, heat });

const accounts = () => [
  {
    ...director,
    state: 'active',
    grants: [grant('g1', 'director'), grant('g2', 'organiser')],
    last_sign_in_at: '2026-11-18T07:41:00Z',
  },
  {
    code: 'B3TW-8P0C',
    display_name: 'Ορέστης Ιωάννου',
    email: 'orestis.ioannou@example.gr',
    organiser: 'organising',
    language: 'el',
    state: 'active',
    totp_enabled: true,
    grants: [grant('g3', 'head-judge', 'monopoly-2026', 'athens-1'), grant('g4', 'privacy-officer')],
    last_sign_in_at: '2026-11-17T18:05:00Z',
  },
  {
    code: 'CZB1-4M6D',
    display_name: 'Ελένη Αλεξίου',
    email: 'eleni@venues.example.gr',
    organiser: 'hosting',
    language: 'el',
    state: 'invited',
    totp_enabled: false,
    grants: [grant('g5', 'venue-host', 'monopoly-2026')],
    last_sign_in_at: null,
  },
  {
    code: 'D9K2-7V5H',
    display_name: 'John Carter',
    email: 'john@example.org',
    organiser: 'organising',
    language: 'en',
    state: 'disabled',
    totp_enabled: false,
    grants: [],
    last_sign_in_at: '2026-06-02T10:00:00Z',
  },
];

const act = (id, at, name, subject, more = {}) => ({
  id,
  at,
  actor_kind: 'staff',
  actor: director.code,
  role: 'director',
  act: name,
  subject_kind: 'account',
  subject,
  championship: null,
  heat: null,
  reason_code: null,
  block: id > 1040 ? null : Math.floor(id / 3),
  ...more,
});
const acts = [
  act(1042, '2026-11-18T08:02:11Z', 'role-granted', 'B3TW-8P0C'),
  act(1041, '2026-11-18T08:01:57Z', 'account-invited', 'CZB1-4M6D'),
  act(1040, '2026-11-18T07:41:00Z', 'signed-in', director.code, { role: null }),
  act(1039, '2026-11-17T21:00:00Z', 'retention-run', 'nightly', {
    actor_kind: 'system',
    actor: null,
    role: null,
  }),
  act(1038, '2026-11-17T18:40:12Z', 'account-disabled', 'D9K2-7V5H'),
];

const message = (id, mail, state, more = {}) => ({
  id,
  mail,
  reader_kind: 'staff',
  state,
  attempts: 1,
  created_at: '2026-11-18T08:01:57Z',
  next_attempt_at: '2026-11-18T09:30:00Z',
  settled_at: null,
  last_error: null,
  version: 3,
  ...more,
});
const messages = () => [
  message('m1', 'staff-invitation', 'waiting', { attempts: 0 }),
  message('m2', 'password-reset', 'failed', {
    attempts: 8,
    last_error: 'mailbox-unknown',
    settled_at: '2026-11-18T08:40:00Z',
  }),
  message('m3', 'password-changed', 'sent', { settled_at: '2026-11-18T08:02:00Z' }),
];

const check = (name, state, detail) => ({ name, state, detail, measured_at: new Date().toISOString() });
const health = {
  state: 'attention',
  version: '0.1.0',
  started_at: '2026-11-18T06:00:00Z',
  checks: [
    check('database', 'good', '2 ms'),
    check('migrations', 'good', null),
    check('audit-seal', 'good', null),
    check('pool', 'good', '3 / 8'),
    check('mail', 'attention', 'smtp 4xx'),
    check('disk', 'bad', '1.2 GiB'),
  ],
};

const sessions = () => [
  {
    id: 's1',
    current: true,
    created_at: '2026-11-18T07:41:00Z',
    last_used_at: new Date().toISOString(),
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36',
    address: '198.51.100.7',
  },
  {
    id: 's2',
    current: false,
    created_at: '2026-11-16T16:20:00Z',
    last_used_at: '2026-11-17T19:00:00Z',
    user_agent: 'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) Version/17.5 Safari/604.1',
    address: '203.0.113.40',
  },
];

export function createApi() {
  const world = {
    password: 'correct horse battery',
    account: { ...director },
    accounts: accounts(),
    messages: messages(),
    sessions: sessions(),
    signedIn: false,
    token: 0,
    refreshes: 0,
    live: new Set(),
    requests: [],
  };

  const grantToken = () => ({ access_token: `t${(world.token += 1)}`, expires_in: 300 });
  const page = (items) => ({ items, next: null });
  const problem = (status, code, more = {}) => ({
    status,
    body: { type: 'about:blank', title: code, status, detail: code, code, request_id: 'r1', ...more },
  });
  const me = () => ({
    account: world.account,
    grants: accounts()[0].grants,
    rights,
    asleep_roles: world.account.totp_enabled ? [] : ['director'],
  });
  const enter = () => {
    world.signedIn = true;
    return {
      status: 200,
      body: { ...grantToken(), account: world.account },
      headers: { 'Set-Cookie': 'refresh=1; HttpOnly; SameSite=Strict; Path=/' },
    };
  };

  function signIn({ email, password, totp }) {
    if (email !== director.email || password !== world.password) return problem(401, 'unauthenticated');
    if (world.account.totp_enabled && totp === undefined) return problem(401, 'second-factor-required');
    if (world.account.totp_enabled && totp !== '123456') return problem(401, 'unauthenticated');
    return enter();
  }

  function invite(body) {
    if (world.accounts.some((account) => account.email === body.email)) {
      return problem(409, 'email-taken', {
        title: 'Η διεύθυνση χρησιμοποιείται',
        detail: 'Υπάρχει ήδη λογαριασμός με αυτή τη διεύθυνση.',
      });
    }
    const made = {
      ...body,
      code: 'E1X0-5R7T',
      state: 'invited',
      totp_enabled: false,
      grants: [],
      last_sign_in_at: null,
    };
    world.accounts.push(made);
    return { status: 201, body: made };
  }

  function changeAccount(account, body, ifMatch) {
    if (ifMatch !== '"v1"')
      return problem(ifMatch ? 412 : 428, ifMatch ? 'stale-version' : 'version-required');
    return { status: 200, body: Object.assign(account, body) };
  }

  const open = {
    'POST /auth/sign-in': (body) => signIn(body),
    'POST /auth/refresh': (_body, request) => {
      world.refreshes += 1;
      const known = world.signedIn && (request.headers.cookie ?? '').includes('refresh=1');
      return known ? { status: 200, body: grantToken() } : problem(401, 'unauthenticated');
    },
    'POST /auth/password-resets': () => ({ status: 202 }),
    'POST /auth/password-resets/completion': ({ token }) =>
      token === 'good'
        ? { status: 204 }
        : problem(410, 'link-invalid', { title: 'Ο σύνδεσμος δεν ισχύει', detail: 'Ζητήστε καινούργιο.' }),
    'POST /auth/invitations/lookup': ({ token }) =>
      token === 'good'
        ? { status: 200, body: { email: null, display_name: null, language: 'el' } }
        : token === 'known'
          ? {
              status: 200,
              body: { email: 'eleni@venues.example.gr', display_name: 'Ελένη Αλεξίου', language: 'el' },
            }
          : problem(410, 'link-invalid', {
              title: 'Ο σύνδεσμος δεν ισχύει',
              detail: 'Ο σύνδεσμος έχει χρησιμοποιηθεί ή έχει λήξει. Ζητήστε καινούργιο.',
            }),
    'POST /auth/invitations/acceptance': ({ token }) =>
      token === 'good' ? enter() : problem(410, 'link-invalid'),
  };

  const guarded = {
    'POST /auth/sign-out': () => {
      world.signedIn = false;
      return { status: 204 };
    },
    'POST /auth/reauthentication': ({ password }) =>
      password === world.password
        ? { status: 204 }
        : problem(422, 'invalid-fields', {
            title: 'Μη έγκυρα πεδία',
            errors: [{ pointer: '/password', code: 'incorrect', message: 'Ο κωδικός δεν είναι σωστός.' }],
          }),
    'GET /auth/me': () => ({ status: 200, body: me(), etag: '"v1"' }),
    'PATCH /auth/me': (body, request) => changeAccount(world.account, body, request.headers['if-match']),
    'POST /auth/me/password': ({ current }) =>
      current === world.password
        ? { status: 204 }
        : problem(422, 'invalid-fields', {
            errors: [{ pointer: '/current', code: 'incorrect', message: 'Ο κωδικός δεν είναι σωστός.' }],
          }),
    'POST /auth/me/totp': () => ({
      status: 200,
      body: {
        secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/Agon:maria@example.gr?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Agon',
      },
    }),
    'POST /auth/me/totp/confirmation': ({ code }) => {
      if (code !== '123456')
        return problem(422, 'invalid-fields', {
          errors: [{ pointer: '/code', code: 'incorrect', message: 'Ο κωδικός δεν ισχύει.' }],
        });
      world.account.totp_enabled = true;
      return {
        status: 200,
        body: { recovery_codes: Array.from({ length: 8 }, (_, i) => `${i}K7QM-2F9XA-3TWA8-P0CZB-1R4M6`) },
      };
    },
    'DELETE /auth/me/totp': () => {
      world.account.totp_enabled = false;
      return { status: 204 };
    },
    'GET /auth/sessions': () => ({ status: 200, body: page(world.sessions) }),
    'GET /accounts': () => ({ status: 200, body: page(world.accounts) }),
    'POST /accounts': (body) => invite(body),
    'GET /audit': (_body, request) => {
      const wanted = new URL(request.url, 'http://x').searchParams.get('act');
      return {
        status: 200,
        body: {
          ...page(acts.filter((row) => !wanted || row.act === wanted)),
          seal: { block: 346, sealed_at: '2026-11-18T08:02:13Z', hash: '5f1c9e07'.repeat(8) },
        },
      };
    },
    'GET /outbox': (_body, request) => {
      const state = new URL(request.url, 'http://x').searchParams.get('state');
      const counts = {};
      for (const item of world.messages) counts[item.state] = (counts[item.state] ?? 0) + 1;
      return {
        status: 200,
        body: { ...page(world.messages.filter((item) => item.state === state)), counts, dry_run: true },
      };
    },
    'GET /system/health': () => ({ status: 200, body: health }),
  };

  function withCode(method, path, body, request) {
    const [, kind, code, sub, id] = path.split('/');
    if (kind === 'auth' && code === 'sessions' && method === 'DELETE') {
      world.sessions = world.sessions.filter((session) => session.id !== sub);
      return { status: 204 };
    }
    if (kind === 'outbox' && sub === 'preview') {
      return {
        status: 200,
        body: {
          subject: 'Πρόσκληση στην ομάδα του πρωταθλήματος',
          body: 'Γεια σας,\n\nσας προσκαλούν να εργαστείτε στο πρωτάθλημα. Ανοίξτε τον σύνδεσμο για να ορίσετε τον κωδικό σας:\n\nhttps://agon.example.org/admin#/invitation?token=…\n\nΟ σύνδεσμος ισχύει μία φορά, έως 21 Νοε 2026.\n',
          to: 'e***@venues.example.gr',
          language: 'el',
        },
      };
    }
    if (kind === 'outbox' && sub === 'retry') {
      const item = world.messages.find((candidate) => candidate.id === code);
      if (request.headers['if-match'] !== `"v${item.version}"`) return problem(412, 'stale-version');
      item.state = 'waiting';
      return { status: 202 };
    }
    const account = world.accounts.find((candidate) => candidate.code === code);
    if (kind !== 'accounts' || !account) return problem(404, 'not-found');
    if (method === 'GET') return { status: 200, body: account, etag: '"v1"' };
    if (method === 'PATCH') return changeAccount(account, body, request.headers['if-match']);
    if (method === 'POST' && sub === 'grants') {
      account.grants = [...account.grants, { id: `g${Date.now()}`, ...body }];
      return { status: 201, body: account.grants.at(-1) };
    }
    account.grants = account.grants.filter((candidate) => candidate.id !== id);
    return { status: 204 };
  }

  function stream(response) {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write('retry: 1000\n\n: here\n\n');
    world.live.add(response);
    response.on('close', () => world.live.delete(response));
  }

  async function answer(request, response) {
    let text = '';
    for await (const piece of request) text += piece;
    const path = new URL(request.url, 'http://x').pathname.slice('/api/v1'.length);
    const name = `${request.method} ${path}`;
    world.requests.push({ name, headers: request.headers });
    const body = text === '' ? undefined : JSON.parse(text);
    const bearer = request.headers.authorization;
    let result;
    if (open[name]) result = open[name](body ?? {}, request);
    else if (!world.signedIn || bearer !== `Bearer t${world.token}`) result = problem(401, 'unauthenticated');
    else if (name === 'GET /staff/live') return stream(response);
    else
      result = guarded[name]
        ? guarded[name](body ?? {}, request)
        : withCode(request.method, path, body, request);
    const type =
      result.status >= 400 ? 'application/problem+json; charset=utf-8' : 'application/json; charset=utf-8';
    response.writeHead(result.status, {
      'Content-Type': type,
      ...(result.etag ? { ETag: result.etag } : {}),
      ...result.headers,
    });
    response.end(result.body === undefined ? '' : JSON.stringify(result.body));
  }

  return { answer, world };
}
