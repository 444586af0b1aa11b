import { describe, expect, it } from 'vitest';
import { ProblemError, problemOf, readProblem } from '$shared/api/problem';

const answer = (status: number, body: string, headers: Record<string, string> = {}) =>
  new Response(body, { status, headers: { 'Content-Type': 'application/problem+json', ...headers } });

describe('a problem', () => {
  it('is read with all its members', async () => {
    const body = {
      type: '/problems/invalid-fields',
      title: 'Invalid',
      status: 422,
      detail: 'Two fields.',
      code: 'invalid-fields',
      request_id: 'r-1',
      errors: [
        { pointer: '/email', code: 'malformed', message: 'Not an address.' },
        { pointer: '/name', message: 'Too long.' },
        { pointer: 7, message: 'no' },
        null,
      ],
    };
    expect(await readProblem(answer(422, JSON.stringify(body), { 'Retry-After': '30' }))).toEqual({
      type: '/problems/invalid-fields',
      title: 'Invalid',
      status: 422,
      detail: 'Two fields.',
      code: 'invalid-fields',
      errors: [
        { pointer: '/email', code: 'malformed', message: 'Not an address.' },
        { pointer: '/name', code: 'invalid', message: 'Too long.' },
      ],
      verdicts: [],
      requestId: 'r-1',
      retryAfter: 30,
    });
  });

  it.each([
    ['a page of a proxy', '<html>', { 'Content-Type': 'text/html' }],
    ['broken JSON', '{"code":', {}],
    ['JSON that is no object', '"code"', {}],
    ['an object without a code', '{"title":"x"}', {}],
    ['nothing', '', {}],
  ])('is made up for %s, with the real status and the request id', async (_what, body, headers) => {
    const problem = await readProblem(answer(502, body, { ...headers, 'X-Request-Id': 'r-2' }));
    expect(problem).toMatchObject({ code: 'unexpected-answer', status: 502, requestId: 'r-2', errors: [] });
  });

  it('has the status of the answer, whatever its body claims', async () => {
    expect((await readProblem(answer(409, '{"code":"taken","status":200}'))).status).toBe(409);
  });

  it('asks for no pause when the header is nonsense', async () => {
    for (const header of ['soon', '-5', 'Wed, 18 Nov 2026 10:00:00 GMT']) {
      expect(
        (await readProblem(answer(429, '{"code":"busy"}', { 'Retry-After': header }))).retryAfter,
      ).toBeNull();
    }
  });

  it('keeps the verdicts on whoever may not take part, and nothing that is none', async () => {
    const verdict = {
      criterion: 'age',
      rule: 'R33',
      outcome: 'fail',
      subject: '',
      reason: { el: 'Όχι.', en: 'No.' },
    };
    const body = {
      code: 'not-eligible',
      verdicts: [verdict, { ...verdict, outcome: 'maybe' }, { criterion: 'age' }, 7],
    };
    expect((await readProblem(answer(422, JSON.stringify(body)))).verdicts).toEqual([verdict]);
  });

  it('survives being thrown', async () => {
    const problem = await readProblem(answer(404, '{"code":"not-found"}'));
    expect(problemOf(new ProblemError(problem))).toBe(problem);
    expect(problemOf(new Error('a bug')).code).toBe('unexpected-answer');
  });
});
