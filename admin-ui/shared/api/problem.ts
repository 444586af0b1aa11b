/** One mistake in a request, at the place named by a JSON pointer (RFC 6901). */
export interface FieldError {
  pointer: string;
  code: string;
  message: string;
}

/** A verdict on whether somebody may take part, as far as the pages show it. */
export interface ProblemVerdict {
  criterion: string;
  rule: string;
  outcome: 'pass' | 'fail' | 'review';
  /** Which declaration or question; empty where there is only one. */
  subject: string;
  reason: { el: string; en: string };
}

/** An RFC 9457 problem document, with what the service adds to it. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: string;
  detail: string | null;
  errors: FieldError[];
  /** With `not-eligible`: every rule that was looked at. */
  verdicts: ProblemVerdict[];
  requestId: string | null;
  /** Seconds, when the service asked to be left alone for a while. */
  retryAfter: number | null;
}

/** Codes that arise on this side of the wire; their words are in the dictionaries. */
export type LocalCode = 'unreachable' | 'unexpected-answer' | 'cancelled';

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function fieldErrors(value: unknown): FieldError[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown) => {
    if (typeof item !== 'object' || item === null) return [];
    const { pointer, code, message } = item as Record<string, unknown>;
    return typeof pointer === 'string' && typeof message === 'string'
      ? [{ pointer, code: text(code) ?? 'invalid', message }]
      : [];
  });
}

function verdictsIn(value: unknown): ProblemVerdict[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown) => {
    if (typeof item !== 'object' || item === null) return [];
    const { criterion, rule, outcome, subject, reason } = item as Record<string, unknown>;
    const { el, en } = (reason ?? {}) as Record<string, unknown>;
    if (typeof criterion !== 'string' || typeof el !== 'string' || typeof en !== 'string') return [];
    if (outcome !== 'pass' && outcome !== 'fail' && outcome !== 'review') return [];
    return [{ criterion, rule: text(rule) ?? '', outcome, subject: text(subject) ?? '', reason: { el, en } }];
  });
}

export function localProblem(code: LocalCode, status = 0): Problem {
  return {
    type: 'about:blank',
    title: '',
    status,
    code,
    detail: null,
    errors: [],
    verdicts: [],
    requestId: null,
    retryAfter: null,
  };
}

function secondsOf(header: string | null): number | null {
  if (header === null) return null;
  const seconds = Number(header);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}

/**
 * Reads the problem out of an answer that is not a success. Anything that is not a problem document (a proxy's
 * page, an empty body) becomes 'unexpected-answer' with the real status; members we do not know are ignored.
 */
export async function readProblem(response: Response): Promise<Problem> {
  const retryAfter = secondsOf(response.headers.get('Retry-After'));
  const requestId = response.headers.get('X-Request-Id');
  const unexpected = { ...localProblem('unexpected-answer', response.status), retryAfter, requestId };
  if (!(response.headers.get('Content-Type') ?? '').includes('json')) return unexpected;
  let body: unknown;
  try {
    body = await response.json();
  } catch {
    return unexpected;
  }
  if (typeof body !== 'object' || body === null) return unexpected;
  const members = body as Record<string, unknown>;
  const code = text(members['code']);
  if (code === null) return unexpected;
  return {
    type: text(members['type']) ?? 'about:blank',
    title: text(members['title']) ?? '',
    status: response.status,
    code,
    detail: text(members['detail']),
    errors: fieldErrors(members['errors']),
    verdicts: verdictsIn(members['verdicts']),
    requestId: text(members['request_id']) ?? requestId,
    retryAfter,
  };
}

/** What the query library throws and catches; everywhere else problems are values. */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.code);
    this.name = 'ProblemError';
    this.problem = problem;
  }
}

export function problemOf(error: unknown): Problem {
  return error instanceof ProblemError ? error.problem : localProblem('unexpected-answer');
}
