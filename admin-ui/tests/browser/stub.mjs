// The built pages with a made-up service behind them: enough of the API for the screens of championships and registration,
// in memory. Journeys and pictures can so be tried before, and without, the real one.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, resolve } from 'node:path';

const dist = resolve(import.meta.dirname, '../../dist');
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  "manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'";
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

const both = (el, en) => ({ el, en });
const names = {
  athens: both('Αθήνα', 'Athens'),
  thessaloniki: both('Θεσσαλονίκη', 'Thessaloniki'),
  patras: both('Πάτρα', 'Patras'),
  ioannina: both('Ιωάννινα', 'Ioannina'),
  chania: both('Χανιά', 'Chania'),
  volos: both('Βόλος', 'Volos'),
};
const codes = ['AAAA-0001', 'AAAA-0002', 'AAAA-0003', 'AAAA-0004', 'AAAA-0005', 'AAAA-0006'];

function settings() {
  const heats = Object.values(names).map((city, i) => ({
    code: codes[i],
    stage: 1,
    city,
    venue: both(`Κατάστημα ${city.el}, κεντρική αίθουσα`, `${city.en} store, main hall`),
    starts_at: '2015-05-23T09:00:00Z',
    capacity: i < 2 ? 72 : 36,
    rounds: i < 2 ? 2 : 1,
    public_label: `Όμιλος ${'ΑΒΓΔΕΖ'[i]}`,
    takes_registrations: true,
    reserve_limit: null,
    channels: [
      { kind: 'phone', value: '+302101234567' },
      { kind: 'e-mail', value: 'desk@example.org' },
    ],
  }));
  heats.push({
    ...heats[0],
    code: 'AAAA-0007',
    stage: 2,
    venue: both('Στοά των παιχνιδιών', 'Arcade of games'),
    starts_at: '2015-05-30T09:00:00Z',
    capacity: 6,
    rounds: 1,
    public_label: 'Τελικός',
    takes_registrations: false,
  });
  return {
    name: both('Πανελλήνιο Πρωτάθλημα 2015', 'Greek Championship 2015'),
    country: 'GR',
    time_zone: 'Europe/Athens',
    languages: ['el', 'en'],
    opens_at: '2015-04-30T21:00:00Z',
    closes_at: '2015-05-20T21:00:00Z',
    minimum_age: 18,
    terms_url: 'https://example.org/terms',
    optional_declarations: [],
    organisers: [
      {
        kind: 'organising',
        name: 'Παιχνίδια ΑΕ',
        contact_email: 'games@example.org',
        contact_phone: '+302101111111',
      },
      {
        kind: 'hosting',
        name: 'Καταστήματα ΑΕ',
        contact_email: 'stores@example.org',
        contact_phone: '+302102222222',
      },
    ],
    stages: [
      { kind: 'city-heat', name: both('Τουρνουά πόλης', 'City tournament') },
      { kind: 'national-final', name: both('Εθνικός τελικός', 'National final') },
    ],
    heats,
    questions: [
      {
        code: 'own-pawn',
        text: both(
          'Δέχεστε να παίξετε με τα πιόνια της διοργάνωσης;',
          'Will you play with the organisers’ pawns?',
        ),
        kind: 'yes-no',
        must_be: true,
      },
    ],
    awards: [
      {
        title: both('Θέση στο παγκόσμιο πρωτάθλημα', 'A place in the world championship'),
        description: both('Ταξίδι και διαμονή στο Μακάο.', 'Travel and stay in Macau.'),
      },
    ],
    cancelled: false,
  };
}

const pad = (number) => String(number).padStart(6, '0');

function chained(heat, count, capacity) {
  const lines = [];
  let before = Buffer.alloc(32);
  for (let number = 1; number <= count; number += 1) {
    const micros = 1431331200000000 + number * 61_000_017;
    const received_at =
      new Date(Math.floor(micros / 1000)).toISOString().slice(0, 19) + `.${pad(micros % 1_000_000)}Z`;
    const code = `B${heat.slice(-1)}${'0123456789'[Math.floor(number / 10) % 10]}${number % 10}-${String(1000 + number)}`;
    before = createHash('sha256').update(before).update(`${heat}|${number}|${code}|${micros}`).digest();
    lines.push({
      number,
      code,
      received_at,
      hash: before.toString('hex'),
      place: number <= capacity ? 'held' : 'waiting',
    });
  }
  return lines;
}

const person = (number, email = `player${number}@example.org`) => ({
  full_name: ['Άννα Γεωργίου', 'Νίκος Αθανασίου', 'Ελένη Κωνσταντίνου', 'Γιώργος Δημητρίου'][number % 4],
  birth_date: '1990-02-03',
  citizenships: ['GR'],
  email,
  phone: '+306912345678',
  language: 'el',
  nickname: number % 3 === 0 ? `Πιόνι ${number}` : null,
});

function world() {
  const first = settings();
  first.heats[2].capacity = 30;
  first.closes_at = '2015-05-15T21:00:00Z';
  const inForce = settings();
  const state = {
    now: Date.parse('2015-05-12T09:00:00Z'),
    began: Date.now(),
    version: 3,
    draft: settings(),
    text: both(
      'Άρθρο 1. Ποιοι παίζουν.\nΠαίζουν όλοι.\n\nΆρθρο 2. Σειρά.\nΠροηγείται ο πρώτος.',
      'Article 1. Who plays.\nEverybody.\n\nArticle 2. Order.\nFirst come, first served.',
    ),
    ledgers: {},
    entries: new Map(),
    keys: new Map(),
    imports: new Map(),
    documents: [],
    paused: new Set(),
  };
  state.terms = [
    {
      number: 1,
      published_at: '2015-04-20T09:00:00Z',
      published_by: 'organising',
      reason: 'first',
      note: both('', ''),
      text: both('Άρθρο 1. Ποιοι παίζουν.\nΠαίζουν όλοι.', 'Article 1. Who plays.\nEverybody.'),
      settings: first,
      changes: [],
    },
    {
      number: 2,
      published_at: '2015-05-08T09:30:00Z',
      published_by: 'hosting',
      reason: 'extension',
      note: both('Περισσότερος χρόνος για εγγραφές.', 'More time to register.'),
      text: state.text,
      settings: inForce,
      changes: [
        { pointer: '/closes_at', before: '2015-05-15T21:00:00Z', after: '2015-05-20T21:00:00Z' },
        { pointer: '/heats/2/capacity', before: 30, after: 36 },
        { pointer: '/awards/0', before: null, after: inForce.awards[0] },
      ],
    },
  ];
  for (const [i, heat] of inForce.heats.entries()) {
    const count = [41, 72, 39, 12, 0, 3, 0][i];
    state.ledgers[heat.code] = chained(heat.code, count, heat.capacity);
    for (const line of state.ledgers[heat.code]) {
      state.entries.set(line.code, {
        ...line,
        heat: heat.code,
        secret: 'open sesame',
        confirmation: 'open',
        end_reason: null,
        tasks: line.number === 2 ? ['shared-phone'] : line.number === 5 ? ['not-me'] : [],
        person: person(line.number),
        version: 1,
        history: [
          { at: line.received_at, what: line.place, cause: 'registered', place_no: line.number, by: null },
        ],
      });
    }
  }
  for (const [kind, el, en] of [
    [
      'rulebook',
      '# Στόχος\nΟ πλουσιότερος παίκτης κερδίζει.\n\n- Τέσσερις έως έξι παίκτες\n- Ενενήντα λεπτά',
      '# Aim\nThe richest player wins.\n\n- Four to six players\n- Ninety minutes',
    ],
    ['code-of-conduct', 'Σεβόμαστε όλους.', 'We respect everybody.'],
  ]) {
    state.documents.push({ kind, number: 1, published_at: '2015-04-20T09:00:00Z', text: both(el, en) });
  }
  return state;
}

const problem = (status, code, more = {}) => ({
  status,
  body: {
    type: `urn:problem-type:agon:${code}`,
    title: more.title ?? code,
    status,
    detail: more.detail ?? code,
    code,
    instance: '/',
    request_id: 'stub',
    ...more,
  },
});

const verdict = (criterion, outcome, el, en, subject = '') => ({
  criterion,
  rule: 'R33',
  outcome,
  subject,
  reason: both(el, en),
});

function api(state) {
  const nowOf = () => new Date(state.now + Date.now() - state.began).toISOString();
  const inForce = () => state.terms.at(-1);
  const summary = ({ number, published_at, published_by, reason, note }) => ({
    number,
    published_at,
    published_by,
    reason,
    note,
  });
  const windowOf = () => {
    const { opens_at, closes_at, cancelled } = inForce().settings;
    const now = Date.parse(nowOf());
    if (cancelled) return 'cancelled';
    return now < Date.parse(opens_at) ? 'upcoming' : now < Date.parse(closes_at) ? 'open' : 'closed';
  };
  const live = (heat) =>
    [...state.entries.values()].filter((entry) => entry.heat === heat && entry.place !== 'ended');
  const heatStates = () =>
    inForce().settings.heats.map((heat) => ({
      code: heat.code,
      capacity: heat.capacity,
      held: live(heat.code).filter(({ place }) => place === 'held').length,
      waiting: live(heat.code).filter(({ place }) => place === 'waiting').length,
      promotion_paused: state.paused.has(heat.code),
    }));
  const reserveOf = (entry) =>
    entry.place === 'waiting'
      ? live(entry.heat).filter(({ place, number }) => place === 'waiting' && number <= entry.number).length
      : null;
  const fill = (heat) => {
    const { capacity } = inForce().settings.heats.find(({ code }) => code === heat);
    const all = live(heat).sort((a, b) => a.number - b.number);
    let held = all.filter(({ place }) => place === 'held').length;
    for (const entry of all) {
      if (entry.place !== 'waiting' || held >= capacity) continue;
      entry.place = 'held';
      entry.history.push({
        at: nowOf(),
        what: 'held',
        cause: 'place-freed',
        place_no: entry.number,
        by: null,
      });
      held += 1;
    }
  };
  const own = (entry) => ({
    code: entry.code,
    championship: 'greece-2015',
    heat: entry.heat,
    number: entry.number,
    received_at: entry.received_at,
    place: entry.place,
    reserve: reserveOf(entry),
    confirmation: entry.confirmation,
    in_review: entry.tasks.length > 0,
    end_reason: entry.end_reason,
    terms: 2,
    receipt: entry.hash,
    person: entry.person,
  });
  const staff = (entry, masked = true) => ({
    code: entry.code,
    heat: entry.heat,
    number: entry.number,
    received_at: entry.received_at,
    channel: 'form',
    place: entry.place,
    reserve: reserveOf(entry),
    confirmation: entry.confirmation,
    open_tasks: entry.tasks,
    end_reason: entry.end_reason,
    person: masked ? { ...entry.person, email: 'p…@example.org', phone: '+30691…678' } : entry.person,
  });
  const detail = (entry) => ({
    entry: staff(entry, false),
    terms: 2,
    receipt: entry.hash,
    declarations: ['own-email', 'true-data', 'of-age', 'contact', 'promotion', 'advertising'],
    answers: { 'own-pawn': 'true' },
    note: entry.note ?? null,
    history: entry.history,
  });
  const setup = () => ({
    slug: 'greece-2015',
    kind: 'rehearsal',
    terms_number: inForce().number,
    now: nowOf(),
    settings: state.draft,
    changes: changesOf(inForce().settings, state.draft),
    findings: findingsOf(state.draft),
    text: inForce().text,
  });
  function changesOf(before, after, pointer = '') {
    if (JSON.stringify(before) === JSON.stringify(after)) return [];
    const isPlain = (value) => typeof value !== 'object' || value === null;
    if (isPlain(before) || isPlain(after) || 'el' in Object(before)) {
      return [{ pointer, before: before ?? null, after: after ?? null }];
    }
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => changesOf(before[key], after[key], `${pointer}/${key}`));
  }
  function findingsOf(draft) {
    const found = [];
    if (draft.closes_at <= draft.opens_at) {
      found.push({
        level: 'error',
        code: 'closes-before-it-opens',
        pointer: '/closes_at',
        message: both('Οι εγγραφές κλείνουν πριν ανοίξουν.', 'Registration closes before it opens.'),
      });
    }
    draft.heats.forEach((heat, i) => {
      if (heat.capacity % 6 !== 0) {
        found.push({
          level: 'warning',
          code: 'capacity-is-no-table-plan',
          pointer: `/heats/${i}/capacity`,
          message: both(
            'Οι θέσεις δεν χωρίζονται σε τραπέζια των έξι.',
            'The places do not make tables of six.',
          ),
        });
      }
    });
    return found;
  }
  function enter(heat, who, secret = randomBytes(9).toString('base64url')) {
    const lines = state.ledgers[heat];
    const number = lines.length + 1;
    const micros = Math.max(Date.parse(nowOf()) * 1000, 0) + number;
    const received_at =
      new Date(Math.floor(micros / 1000)).toISOString().slice(0, 19) + `.${pad(micros % 1_000_000)}Z`;
    const code = `C${heat.slice(-1)}00-${String(2000 + number)}`;
    const before = lines.length === 0 ? Buffer.alloc(32) : Buffer.from(lines.at(-1).hash, 'hex');
    const hash = createHash('sha256')
      .update(before)
      .update(`${heat}|${number}|${code}|${micros}`)
      .digest('hex');
    const { capacity } = inForce().settings.heats.find((one) => one.code === heat);
    const place = live(heat).length < capacity ? 'held' : 'waiting';
    lines.push({ number, code, received_at, hash, place });
    const entry = {
      number,
      code,
      received_at,
      hash,
      place,
      heat,
      secret,
      confirmation: 'open',
      end_reason: null,
      tasks: [],
      person: who,
      version: 1,
      history: [{ at: received_at, what: place, cause: 'registered', place_no: number, by: null }],
    };
    state.entries.set(code, entry);
    return {
      code,
      secret,
      championship: 'greece-2015',
      heat,
      number,
      received_at,
      place,
      reserve: reserveOf(entry),
      terms: inForce().number,
      receipt: hash,
      verdicts: [verdict('age', 'pass', 'Η ηλικία επαρκεί.', 'Old enough.')],
    };
  }
  function register(body, key) {
    if (key && state.keys.has(key)) return { status: 201, body: state.keys.get(key) };
    if (windowOf() !== 'open') return problem(409, 'registration-closed', { title: 'Registration closed' });
    const errors = [];
    if (!/^\+?[\d ]{8,}$/.test(body.phone))
      errors.push({ pointer: '/phone', code: 'bad-format', message: 'This is no telephone number.' });
    if (!/@/.test(body.email))
      errors.push({ pointer: '/email', code: 'bad-format', message: 'This is no e-mail address.' });
    if (errors.length > 0) return problem(422, 'invalid-fields', { title: 'Invalid fields', errors });
    const failed = [];
    if (body.birth_date > '1997-05-23')
      failed.push(
        verdict(
          'age',
          'fail',
          'Την ημέρα του τουρνουά δεν θα έχει συμπληρωθεί η ελάχιστη ηλικία.',
          'The minimum age will not be reached on the day of the tournament.',
        ),
      );
    if (!body.citizenships.includes('GR'))
      failed.push(
        verdict(
          'citizenship',
          'fail',
          'Συμμετέχουν μόνο πολίτες της χώρας του τουρνουά, όπου κι αν κατοικούν.',
          'Only citizens of the tournament’s country take part, wherever they live.',
        ),
      );
    if (body.relative_of_staff)
      failed.push(
        verdict(
          'relatives',
          'fail',
          'Οι στενοί συγγενείς εργαζομένων των διοργανωτών δεν μπορούν να συμμετάσχουν.',
          'Immediate relatives of people who work for the organisers cannot take part.',
        ),
      );
    if (failed.length > 0) return problem(422, 'not-eligible', { title: 'Not eligible', verdicts: failed });
    const taken = [...state.entries.values()].some(
      (entry) => entry.place !== 'ended' && entry.person.email.toLowerCase() === body.email.toLowerCase(),
    );
    if (taken)
      return problem(409, 'already-registered', {
        title: 'Already registered',
        detail: 'There is an entry with this e-mail address already.',
      });
    const { full_name, birth_date, citizenships, email, phone, language, nickname } = body;
    const answer = enter(body.heat, {
      full_name,
      birth_date,
      citizenships,
      email,
      phone,
      language,
      nickname: nickname ?? null,
    });
    if (key) state.keys.set(key, answer);
    return { status: 201, body: answer };
  }
  const page = (items, query) => {
    const after = Number(query.get('after') ?? 0);
    const limit = Number(query.get('limit') ?? 50);
    const part = items.slice(after, after + limit);
    return { items: part, next: after + limit < items.length ? `?after=${after + limit}` : null };
  };
  const versioned = (entry, body) => ({ status: 200, body, etag: `"v${entry.version}"` });
  const stale = (request, version) => request.headers['if-match'] !== `"v${version}"`;

  const base = '/championships/greece-2015';
  return async function answer(method, path, query, request, text) {
    const body =
      text !== '' && !(request.headers['content-type'] ?? '').includes('csv') ? JSON.parse(text) : {};
    const bearer = (request.headers.authorization ?? '').replace('Bearer ', '');
    const is = (wanted, pattern) => method === wanted && new RegExp(`^${pattern}$`).exec(path);
    let match;
    if (is('POST', '/auth/refresh')) return { status: 200, body: { access_token: 'staff', expires_in: 900 } };
    if (is('GET', '/auth/me'))
      return {
        status: 200,
        etag: '"v1"',
        body: {
          account: {
            code: 'K7QM-2F9X',
            display_name: 'Μαρία Παπαδοπούλου',
            email: 'maria@example.gr',
            organiser: 'organising',
            language: 'el',
            totp_enabled: true,
          },
          grants: [
            { id: '1', role: 'director', championship: null, heat: null },
            { id: '2', role: 'organiser', championship: null, heat: null },
          ],
          rights: [
            'account.read',
            'account.manage',
            'championship.read',
            'championship.manage',
            'terms.publish',
            'entry.read',
            'entry.cancel',
            'call.take',
            'audit.read',
            'outbox.read',
            'system.read',
          ],
          asleep_roles: [],
        },
      };
    if (is('GET', '/staff/live')) return null;
    if (is('GET', '/championships')) {
      const { settings: now } = inForce();
      return {
        status: 200,
        body: {
          items: [
            {
              slug: 'greece-2015',
              name: now.name,
              country: 'GR',
              state: windowOf(),
              rehearsal: true,
              opens_at: now.opens_at,
              closes_at: now.closes_at,
            },
            {
              slug: 'cyprus-2026',
              name: both('Κύπρος 2026', 'Cyprus 2026'),
              country: 'CY',
              state: 'upcoming',
              rehearsal: false,
              opens_at: '2026-12-01T08:00:00Z',
              closes_at: '2027-01-15T08:00:00Z',
            },
          ],
        },
      };
    }
    if (is('POST', '/championships'))
      return { status: 201, etag: '"v3"', body: { ...setup(), slug: 'greece-2015' } };
    if (is('GET', base))
      return {
        status: 200,
        etag: '"v3"',
        body: {
          slug: 'greece-2015',
          state: windowOf(),
          rehearsal: true,
          now: nowOf(),
          terms: summary(inForce()),
          settings: inForce().settings,
        },
      };
    if (is('GET', `${base}/heats`)) return { status: 200, body: { items: heatStates() } };
    if ((match = is('GET', `${base}/heats/([^/]+)/ledger`)))
      return {
        status: 200,
        body: page(
          (state.ledgers[match[1]] ?? []).map(({ number, code, received_at, hash }) => ({
            number,
            code,
            received_at,
            hash,
          })),
          query,
        ),
      };
    if ((match = is('PUT', `${base}/heats/([^/]+)/promotion`))) {
      if (body.paused) state.paused.add(match[1]);
      else state.paused.delete(match[1]);
      return { status: 200, body: heatStates().find(({ code }) => code === match[1]) };
    }
    if (is('GET', `${base}/terms`))
      return { status: 200, body: { items: state.terms.map(summary).reverse() } };
    if (is('POST', `${base}/terms`)) {
      if (stale(request, state.version)) return problem(412, 'stale-version', { title: 'Stale version' });
      const terms = {
        number: inForce().number + 1,
        published_at: nowOf(),
        published_by: 'organising',
        reason: body.reason,
        note: body.note ?? both('', ''),
        text: body.text,
        settings: structuredClone(state.draft),
        changes: changesOf(inForce().settings, state.draft),
      };
      state.terms.push(terms);
      state.version += 1;
      for (const heat of Object.keys(state.ledgers)) fill(heat);
      return { status: 201, body: terms };
    }
    if ((match = is('GET', `${base}/terms/(\\d+)`))) {
      const terms = state.terms.find(({ number }) => number === Number(match[1]));
      return terms ? { status: 200, etag: '"1"', body: terms } : problem(404, 'not-found');
    }
    if (is('GET', `${base}/documents`))
      return {
        status: 200,
        body: {
          items: state.documents.map(({ kind, number, published_at }) => ({ kind, number, published_at })),
        },
      };
    if (is('POST', `${base}/documents`)) {
      const number = 1 + state.documents.filter(({ kind }) => kind === body.kind).length;
      const document = { kind: body.kind, number, published_at: nowOf(), text: body.text };
      state.documents.unshift(document);
      return { status: 201, body: document };
    }
    if ((match = is('GET', `${base}/documents/([^/]+)/(\\d+)`))) {
      const document = state.documents.find(
        ({ kind, number }) => kind === match[1] && number === Number(match[2]),
      );
      return document ? { status: 200, etag: '"1"', body: document } : problem(404, 'not-found');
    }
    if (is('POST', `${base}/registrations`)) return register(body, request.headers['idempotency-key']);
    if (is('POST', `${base}/desk-registrations`)) return register(body, request.headers['idempotency-key']);
    if ((match = is('POST', '/entries/([^/]+)/access'))) {
      const entry = state.entries.get(match[1]);
      if (!entry || entry.secret !== body.secret)
        return problem(401, 'unauthenticated', { title: 'Sign-in required' });
      return { status: 200, body: { token: `entry-${entry.code}`, expires_in: 3600 } };
    }
    if ((match = /^\/entries\/([^/]+)(\/.*)?$/.exec(path))) {
      const entry = state.entries.get(match[1]);
      if (!entry || bearer !== `entry-${entry.code}`)
        return problem(401, 'unauthenticated', { title: 'Sign-in required' });
      if (method === 'GET' && !match[2]) return versioned(entry, own(entry));
      if (match[2] === '/explain')
        return {
          status: 200,
          body: {
            items:
              entry.place === 'held'
                ? [
                    {
                      code: 'has-place',
                      text: both(
                        'Έχετε θέση, επειδή η δήλωσή σας ήταν μέσα στις πρώτες.',
                        'You have a place because your entry was among the first.',
                      ),
                    },
                    {
                      code: 'call-next',
                      text: both(
                        'Θα σας τηλεφωνήσουμε για να επιβεβαιώσετε.',
                        'We will phone you to confirm.',
                      ),
                    },
                  ]
                : [
                    {
                      code: 'waits',
                      text: both('Πριν από εσάς περιμένουν άλλοι.', 'Others wait before you.'),
                    },
                  ],
          },
        };
      if (stale(request, entry.version)) return problem(412, 'stale-version', { title: 'Stale version' });
      entry.version += 1;
      if (method === 'PATCH') {
        Object.assign(entry.person, body);
        return versioned(entry, own(entry));
      }
      if (match[2] === '/withdrawal') {
        Object.assign(entry, { place: 'ended', end_reason: 'withdrawn' });
        fill(entry.heat);
        return versioned(entry, own(entry));
      }
      if (match[2] === '/move') {
        Object.assign(entry, { place: 'ended', end_reason: 'moved' });
        fill(entry.heat);
        return { status: 201, body: enter(body.heat, entry.person) };
      }
    }
    if (is('POST', '/entry-recoveries')) return { status: 202 };
    if (is('POST', '/entry-recoveries/completion')) {
      if (body.token !== 'good-token')
        return problem(409, 'link-invalid', { title: 'Link no longer valid', detail: 'Ask for a new one.' });
      const entry = [...state.entries.values()][0];
      entry.secret = 'a brand new secret';
      return {
        status: 200,
        body: { code: entry.code, secret: entry.secret, token: `entry-${entry.code}`, expires_in: 3600 },
      };
    }
    if (is('POST', '/entry-disavowals')) return { status: 202 };
    if (is('GET', `${base}/setup`)) return { status: 200, etag: `"v${state.version}"`, body: setup() };
    if (is('PUT', `${base}/setup`)) {
      if (stale(request, state.version)) return problem(412, 'stale-version', { title: 'Stale version' });
      if (body.name.el.trim() === '')
        return problem(422, 'invalid-fields', {
          title: 'Invalid fields',
          errors: [{ pointer: '/name/el', code: 'empty', message: 'Must not be empty.' }],
        });
      state.version += 1;
      state.draft = body;
      return { status: 200, etag: `"v${state.version}"`, body: setup() };
    }
    if (is('POST', `${base}/clock`)) {
      if (Date.parse(body.now) < Date.parse(nowOf()))
        return problem(422, 'invalid-fields', {
          title: 'Invalid fields',
          errors: [{ pointer: '/now', code: 'too-small', message: 'Forward only.' }],
        });
      state.now = Date.parse(body.now);
      state.began = Date.now();
      return { status: 200, body: { now: nowOf() } };
    }
    if (is('GET', `${base}/entries`)) {
      const all = [...state.entries.values()].filter(
        (entry) =>
          (!query.get('heat') || entry.heat === query.get('heat')) &&
          (!query.get('place') || entry.place === query.get('place')) &&
          (!query.get('task') || entry.tasks.length > 0),
      );
      return {
        status: 200,
        body: page(
          all.map((entry) => staff(entry)),
          query,
        ),
      };
    }
    if (is('POST', `${base}/entries/search`)) {
      const found = [...state.entries.values()].filter((entry) =>
        `${entry.code} ${entry.person.full_name} ${entry.person.email}`
          .toLowerCase()
          .includes(body.text.toLowerCase()),
      );
      return { status: 200, body: { items: found.slice(0, 50).map((entry) => staff(entry)) } };
    }
    if ((match = /^\/championships\/greece-2015\/entries\/([^/]+)(\/.*)?$/.exec(path))) {
      const entry = state.entries.get(match[1]);
      if (!entry) return problem(404, 'not-found', { title: 'Not found' });
      if (method === 'GET') return versioned(entry, detail(entry));
      if (stale(request, entry.version)) return problem(412, 'stale-version', { title: 'Stale version' });
      entry.version += 1;
      const log = (what, cause) =>
        entry.history.push({ at: nowOf(), what, cause, place_no: null, by: 'K7QM-2F9X' });
      if (method === 'PATCH') {
        Object.assign(entry.person, body);
        log('correction', 'corrected');
      } else if (match[2] === '/cancellation') {
        Object.assign(entry, { place: 'ended', end_reason: 'cancelled', note: body.note });
        log('ended', `cancelled-${body.reason}`);
        fill(entry.heat);
      } else if (match[2] === '/review') {
        entry.tasks = [];
        if (body.decision === 'refuse')
          Object.assign(entry, { place: 'ended', end_reason: 'refused', note: body.note });
        log('review', body.decision);
      } else if (match[2] === '/extra-place') {
        entry.place = 'held';
        log('held', 'extra-place');
      }
      return versioned(entry, detail(entry));
    }
    if (is('POST', `${base}/imports`)) {
      const lines = text
        .trim()
        .split(/\r?\n/)
        .slice(1)
        .map((row, i) => {
          const [heat, received_at, full_name] = row.split(',');
          const bad = !received_at;
          return {
            line: i + 2,
            heat: heat || null,
            received_at: received_at || null,
            full_name: full_name || null,
            outcome: bad ? 'refused' : 'ready',
            errors: bad ? [{ pointer: '/received_at', code: 'missing', message: 'Is missing.' }] : [],
            verdicts:
              i === 1
                ? [
                    verdict(
                      'age',
                      'fail',
                      'Την ημέρα του τουρνουά δεν θα έχει συμπληρωθεί η ελάχιστη ηλικία.',
                      'The minimum age will not be reached on the day of the tournament.',
                    ),
                  ]
                : [],
            entry: null,
          };
        });
      for (const line of lines) if (line.verdicts.length > 0) line.outcome = 'refused';
      const heats = [...new Set(lines.map(({ heat }) => heat).filter(Boolean))];
      const staged = {
        code: 'M7QM-2F9X',
        state: 'staged',
        staged_at: nowOf(),
        heats: heats.map((heat) => ({
          heat,
          keeps_stamps: (state.ledgers[heat] ?? []).length === 0,
          lines: lines.filter((line) => line.heat === heat).length,
        })),
        ready: lines.filter(({ outcome }) => outcome === 'ready').length,
        refused: lines.filter(({ outcome }) => outcome === 'refused').length,
        lines,
      };
      state.imports.set(staged.code, staged);
      return { status: 201, etag: '"v1"', body: staged };
    }
    if ((match = /^\/championships\/greece-2015\/imports\/([^/]+)(\/commit)?$/.exec(path))) {
      const staged = state.imports.get(match[1]);
      if (!staged) return problem(404, 'not-found', { title: 'Not found' });
      if (method === 'DELETE') {
        state.imports.delete(match[1]);
        return { status: 204 };
      }
      if (match[2]) {
        staged.state = 'entered';
        for (const line of staged.lines)
          if (line.outcome === 'ready') Object.assign(line, { outcome: 'entered', entry: 'C500-2001' });
      }
      return { status: 200, etag: '"v1"', body: staged };
    }
    return problem(404, 'not-found', { title: 'Not found' });
  };
}

function fileFor(path) {
  const direct = join(dist, path.startsWith('/admin') ? `.${path}` : `public${path}`);
  if (extname(path) !== '') return existsSync(direct) ? direct : null;
  for (const [prefix, page] of [
    ['/admin', 'admin/index.html'],
    ['/c', 'public/c/index.html'],
    ['/entry', 'public/entry/index.html'],
  ]) {
    if (path === prefix || path.startsWith(`${prefix}/`)) return join(dist, page);
  }
  return path === '/' ? join(dist, 'public/index.html') : null;
}

/** Resolves to the address of the pages and `close`. */
export async function startStub(port = 0) {
  const answerApi = api(world());
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://stub');
    const pieces = [];
    request.on('data', (piece) => pieces.push(piece));
    request.on('end', async () => {
      if (pathname.startsWith('/api/v1')) {
        const path = decodeURIComponent(pathname.slice('/api/v1'.length));
        const answer = await answerApi(
          request.method,
          path,
          searchParams,
          request,
          Buffer.concat(pieces).toString('utf8'),
        );
        if (answer === null) {
          response.writeHead(200, { 'Content-Type': 'text/event-stream' });
          response.write(': hello\n\n');
          return;
        }
        const type = answer.status >= 400 ? 'application/problem+json' : 'application/json';
        response.writeHead(answer.status, {
          'Content-Type': type,
          ...(answer.etag ? { ETag: answer.etag } : {}),
        });
        response.end(answer.body === undefined ? '' : JSON.stringify(answer.body));
        return;
      }
      const file = fileFor(pathname);
      const found = file ?? join(dist, 'public/404.html');
      response.writeHead(file ? 200 : 404, {
        'Content-Type': `${types[extname(found)] ?? 'text/plain'}; charset=utf-8`,
        'Content-Security-Policy': policy,
      });
      response.end(readFileSync(found));
    });
  });
  await new Promise((done) => server.listen(port, '127.0.0.1', done));
  return {
    base: `http://127.0.0.1:${server.address().port}`,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(done);
      }),
  };
}

if (process.argv[1] === import.meta.filename) {
  const { base } = await startStub(Number(process.argv[2] ?? 5180));
  console.log(base);
}
