import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Outcome } from '$shared/api/client';
import { localProblem, type Problem } from '$shared/api/problem';
import { declarations, type Question, type Registered } from '$shared/api/types';
import { readDraft, writeDraft } from '$shared/championship/draft';
import {
  bodyOf,
  emptyValues,
  errorsAtFields,
  fieldAt,
  fieldOfVerdict,
  missingFields,
  type RegistrationValues,
} from '$shared/championship/registration';
import { RegistrationForm } from '$shared/championship/registration_form.svelte';

const questions: Question[] = [
  { code: 'club', text: { el: 'Σύλλογος;', en: 'Club?' }, kind: 'yes-no', must_be: true },
  { code: 'motto', text: { el: 'Σύνθημα;', en: 'Motto?' }, kind: 'text', must_be: null },
];

function filled(): RegistrationValues {
  const values = emptyValues();
  Object.assign(values, {
    heat: 'AAAA-0001',
    full_name: ' Άννα Γεωργίου ',
    birth_date: '1990-02-03',
    citizenships: ['GR', '', 'GR', 'CA'],
    email: ' anna+games@example.org ',
    phone: '6912345678',
    language: 'el',
    works_for_organiser: 'no',
    relative_of_staff: 'no',
    relative_note: 'typed before the answer changed',
    answers: { club: 'no', motto: ' fair play ', stale: 'yes' },
  });
  for (const name of declarations) values.declared[name] = true;
  return values;
}

const problem = (more: Partial<Problem>): Problem => ({ ...localProblem('unexpected-answer', 422), ...more });
const say = ({ en }: { en: string }) => en;

beforeEach(() => sessionStorage.clear());

describe('what is sent', () => {
  it('is what was typed, tidied, and nothing that was not asked', () => {
    expect(bodyOf(filled(), questions)).toEqual({
      heat: 'AAAA-0001',
      full_name: 'Άννα Γεωργίου',
      birth_date: '1990-02-03',
      citizenships: ['GR', 'CA'],
      email: 'anna+games@example.org',
      phone: '6912345678',
      language: 'el',
      nickname: null,
      declarations: [...declarations],
      works_for_organiser: false,
      relative_of_staff: false,
      relative_note: null,
      answers: { club: false, motto: 'fair play' },
    });
  });

  it('is held back only for what is plainly missing', () => {
    expect(missingFields(filled(), questions, [])).toEqual([]);
    const odd = { ...filled(), email: 'no address', phone: 'x', birth_date: '2020-01-01' };
    expect(missingFields(odd, questions, [])).toEqual([]);
    expect(missingFields(emptyValues(), questions, ['advertising'])).toEqual([
      'heat',
      'full_name',
      'birth_date',
      'citizenships',
      'email',
      'phone',
      'works_for_organiser',
      'relative_of_staff',
      'answers/club',
      'answers/motto',
      ...declarations.filter((name) => name !== 'advertising').map((name) => `declarations/${name}`),
    ]);
    expect(missingFields(filled(), questions, [], true)).toEqual(['given_by', 'how']);
  });
});

describe('a refusal', () => {
  const body = bodyOf(filled(), questions);

  it.each([
    ['/email', 'email'],
    ['/citizenships/0', 'citizenships'],
    ['/answers/club', 'answers/club'],
    ['/declarations/1', 'declarations/true-data'],
    ['/consent/how', 'how'],
    ['/elsewhere', null],
    ['', null],
  ])('at %s stands at %s', (pointer, field) => {
    expect(fieldAt(pointer, body, questions)).toBe(field);
  });

  it('about declarations as a whole stands at the first that is missing', () => {
    const some = { ...body, declarations: declarations.slice(0, 3) };
    expect(fieldAt('/declarations', some, questions)).toBe('declarations/contact');
  });

  it.each([
    ['age', '', 'birth_date'],
    ['citizenship', '', 'citizenships'],
    ['staff', '', 'works_for_organiser'],
    ['relatives', '', 'relative_of_staff'],
    ['one-entry', '', 'email'],
    ['acceptance', 'advertising', 'declarations/advertising'],
    ['question', 'club', 'answers/club'],
    ['window', '', null],
  ])('by %s %s stands at %s', (criterion, subject, field) => {
    expect(fieldOfVerdict({ criterion, subject })).toBe(field);
  });

  it('says all it has to say, each at its field', () => {
    const verdict = (criterion: string, outcome: 'pass' | 'fail' | 'review') => ({
      criterion,
      rule: '',
      outcome,
      subject: '',
      reason: { el: 'Όχι', en: `${criterion}!` },
    });
    const refused = problem({
      code: 'not-eligible',
      verdicts: [verdict('age', 'fail'), verdict('citizenship', 'pass'), verdict('shared-phone', 'review')],
    });
    expect(errorsAtFields(refused, body, questions, say)).toEqual({ birth_date: 'age!' });
    const taken = problem({ status: 409, code: 'already-registered', detail: 'Taken.' });
    expect(errorsAtFields(taken, body, questions, say)).toEqual({ email: 'Taken.' });
  });
});

describe('the form', () => {
  const registered = { code: 'K7QM-2F9X', secret: 'once' } as Registered;
  const done: Outcome<Registered> = { ok: true, status: 201, data: registered, etag: null };
  const fails = (more: Partial<Problem>): Outcome<Registered> => ({ ok: false, problem: problem(more) });
  const keys: string[] = [];
  const answers: Outcome<Registered>[] = [];
  const onDone = vi.fn();

  const make = () =>
    new RegistrationForm({
      slug: 'greece',
      questions,
      optional: [],
      initial: filled(),
      send: (_body, key) => {
        keys.push(key);
        return Promise.resolve(answers.shift() ?? done);
      },
      onDone,
    });

  afterEach(() => {
    keys.length = 0;
    answers.length = 0;
    onDone.mockClear();
  });

  it('is one registration however often it is sent while nobody knows whether it arrived', async () => {
    const form = make();
    answers.push(fails({ status: 0, code: 'unreachable' }), fails({ status: 503 }), fails({ status: 429 }));
    for (let i = 0; i < 4; i += 1) await form.submit();
    expect(new Set(keys).size).toBe(1);
    expect(onDone).toHaveBeenCalledWith(registered);
  });

  it('keeps its key over a reload of the page', async () => {
    answers.push(fails({ status: 0, code: 'unreachable' }));
    await make().submit();
    await make().submit();
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  it('takes a new key after a refusal and for other values', async () => {
    const form = make();
    answers.push(fails({ status: 422, code: 'invalid-fields' }), fails({ status: 503 }));
    await form.submit();
    await form.submit();
    form.values.phone = '6900000000';
    await form.submit();
    expect(new Set(keys).size).toBe(3);
  });

  it('keeps what was typed until it is taken, and never the secret', async () => {
    const form = make();
    form.values.nickname = 'Πιόνι';
    form.keep();
    expect(make().values.nickname).toBe('Πιόνι');
    await form.submit();
    expect(readDraft('greece')).toBeNull();
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('once');
  });

  it('survives a draft that is no draft', () => {
    for (const text of ['', 'null', '{"values":{"heat":7,"citizenships":"GR","declared":null}}', '{']) {
      sessionStorage.setItem('agon.draft.greece', text);
      expect(() => make()).not.toThrow();
    }
    writeDraft('greece', { values: filled(), key: 'k', sent: 's' });
    expect(readDraft('greece')).toEqual({
      values: { ...filled(), citizenships: ['GR', '', 'GR', 'CA'] },
      key: 'k',
      sent: 's',
    });
  });

  it('says which fields are missing, in their order, and sends nothing', async () => {
    const form = make();
    form.values.email = '';
    form.values.declared.advertising = false;
    await form.submit();
    expect(keys).toEqual([]);
    expect(form.wrong).toEqual(['email', 'declarations/advertising']);
  });
});
