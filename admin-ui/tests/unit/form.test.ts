import * as v from 'valibot';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Outcome } from '$shared/api/client';
import { localProblem, type Problem } from '$shared/api/problem';
import { email, newPassword, required, sixDigits } from '$shared/forms/checks';
import { Form } from '$shared/forms/form.svelte';
import { language } from '$shared/i18n/language.svelte';

const done: Outcome<unknown> = { ok: true, status: 204, data: undefined, etag: null };
const refused = (problem: Partial<Problem>): Outcome<unknown> => ({
  ok: false,
  problem: { ...localProblem('unexpected-answer'), ...problem },
});

const answers: Outcome<unknown>[] = [];
const sent: { values: unknown; key: string }[] = [];
const onDone = vi.fn();

beforeEach(() => {
  answers.length = 0;
  sent.length = 0;
  onDone.mockClear();
});

const make = () =>
  new Form({
    initial: { email: '', name: '' },
    schema: () => v.object({ email: email(), name: required() }),
    send: (values, key) => {
      sent.push({ values, key });
      return Promise.resolve(answers.shift() ?? done);
    },
    onDone,
  });

function filled() {
  const form = make();
  form.values.email = ' maria@example.gr ';
  form.values.name = 'Μαρία';
  return form;
}

describe('a form', () => {
  it('sends nothing that is plainly wrong, and says what is', async () => {
    const form = make();
    form.values.email = 'maria';
    await form.submit();
    expect(sent).toEqual([]);
    expect(form.error('email')).toContain('@');
    expect(form.error('name')).toBe('Fill in this field.');
  });

  it('speaks the language of the moment', async () => {
    const form = make();
    language.show('el');
    await form.submit();
    expect(form.error('name')).toBe('Συμπληρώστε αυτό το πεδίο.');
  });

  it('sends what was checked, trimmed, once', async () => {
    const form = filled();
    const first = form.submit();
    expect(form.busy).toBe(true);
    await form.submit();
    await first;
    expect(sent.map(({ values }) => values)).toEqual([{ email: 'maria@example.gr', name: 'Μαρία' }]);
    expect(form.busy).toBe(false);
    expect(onDone).toHaveBeenCalledTimes(1);
  });

  it('puts what the service finds wrong at its field, and the rest in the panel', async () => {
    const form = filled();
    answers.push(
      refused({
        status: 422,
        code: 'invalid-fields',
        errors: [
          { pointer: '/email', code: 'bad-format', message: 'Not an address.' },
          { pointer: '/elsewhere', code: 'unknown', message: 'Unknown.' },
        ],
      }),
    );
    await form.submit();
    expect(form.error('email')).toBe('Not an address.');
    expect(form.error('name')).toBeUndefined();
    expect(form.shownAtFields).toEqual(['/email']);
    expect(onDone).not.toHaveBeenCalled();
  });

  it('keeps its key while nobody knows whether the act arrived', async () => {
    const form = filled();
    answers.push(refused({ status: 0, code: 'unreachable' }), refused({ status: 503, code: 'unavailable' }));
    await form.submit();
    await form.submit();
    await form.submit();
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    await form.submit();
    expect(sent.at(-1)?.key).not.toBe(sent[0]?.key);
  });

  it('takes a new key for other values and after a refusal', async () => {
    const form = filled();
    answers.push(refused({ status: 0, code: 'unreachable' }), refused({ status: 409, code: 'email-taken' }));
    await form.submit();
    form.values.name = 'Άννα';
    await form.submit();
    await form.submit();
    expect(new Set(sent.map(({ key }) => key)).size).toBe(3);
  });

  it('forgets the last problem before it tries again, and everything when reset', async () => {
    const form = filled();
    answers.push(refused({ status: 409, code: 'email-taken', title: 'Taken' }));
    await form.submit();
    expect(form.problem?.code).toBe('email-taken');
    await form.submit();
    expect(form.problem).toBeNull();
    form.reset();
    expect(form.values).toEqual({ email: '', name: '' });
  });
});

describe('the checks', () => {
  const messageOf = (schema: v.GenericSchema, value: string) => {
    const result = v.safeParse(schema, value);
    return result.success ? null : result.issues[0]?.message;
  };

  it('count a password by its characters and never trim it', () => {
    expect(messageOf(newPassword(), 'ένα-δύο-τρί')).toBe('At least 12 characters are needed.');
    expect(messageOf(newPassword(), '🎲'.repeat(11))).not.toBeNull();
    expect(messageOf(newPassword(), 'ένα-δύο-τρία')).toBeNull();
    expect(v.parse(newPassword(), '  twelve or more  ')).toBe('  twelve or more  ');
    expect(messageOf(newPassword(), 'x'.repeat(257))).toBe('At most 256 characters fit.');
  });

  it('take a code as it is read out, with a gap', () => {
    expect(v.parse(sixDigits(), '123 456')).toBe('123456');
    for (const wrong of ['12345', '1234567', '12345a', ''])
      expect(messageOf(sixDigits(), wrong)).not.toBeNull();
  });

  it('refuse what is no address', () => {
    for (const wrong of ['', 'a', 'a@b', '@b.gr', 'a b@c.gr'])
      expect(messageOf(email(), wrong)).not.toBeNull();
    expect(messageOf(email(), 'μαρία@παράδειγμα.gr')).toBeNull();
  });
});
