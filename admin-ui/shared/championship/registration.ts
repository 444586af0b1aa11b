import type { Problem, ProblemVerdict } from '../api/problem';
import { declarations, type Declaration, type Question, type Registration } from '../api/types';

/** As the form holds it: every answer that has not been given is empty. */
export interface RegistrationValues {
  heat: string;
  full_name: string;
  birth_date: string;
  citizenships: string[];
  email: string;
  phone: string;
  language: string;
  nickname: string;
  works_for_organiser: string;
  relative_of_staff: string;
  relative_note: string;
  given_by: string;
  how: string;
  declared: Record<Declaration, boolean>;
  answers: Record<string, string>;
}

export const emptyValues = (): RegistrationValues => ({
  heat: '',
  full_name: '',
  birth_date: '',
  citizenships: [''],
  email: '',
  phone: '',
  language: '',
  nickname: '',
  works_for_organiser: '',
  relative_of_staff: '',
  relative_note: '',
  given_by: '',
  how: '',
  declared: Object.fromEntries(declarations.map((name) => [name, false])) as Record<Declaration, boolean>,
  answers: {},
});

/**
 * The name of a field, which is also where its error stands: the member's, and for lists and maps the item's after a
 * slash, as in `declarations/of-age` or `answers/club-member`.
 */
export type FieldName = string;

/** In the order in which they stand in the form, which is the order of the summary of errors. */
export const fieldOrder = (questions: Question[]): FieldName[] => [
  'heat',
  'full_name',
  'birth_date',
  'citizenships',
  'email',
  'phone',
  'language',
  'nickname',
  'works_for_organiser',
  'relative_of_staff',
  'relative_note',
  ...questions.map(({ code }) => `answers/${code}`),
  'given_by',
  'how',
  ...declarations.map((name) => `declarations/${name}`),
];

const trimmedOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

export function bodyOf(values: RegistrationValues, questions: Question[]): Registration {
  const answers: Record<string, boolean | string> = {};
  for (const { code, kind } of questions) {
    const answer = values.answers[code] ?? '';
    if (answer.trim() !== '') answers[code] = kind === 'yes-no' ? answer === 'yes' : answer.trim();
  }
  return {
    heat: values.heat,
    full_name: values.full_name.trim(),
    birth_date: values.birth_date,
    citizenships: [...new Set(values.citizenships.filter((code) => code !== ''))],
    email: values.email.trim(),
    phone: values.phone.trim(),
    language: values.language === 'en' ? 'en' : 'el',
    nickname: trimmedOrNull(values.nickname),
    declarations: declarations.filter((name) => values.declared[name]),
    works_for_organiser: values.works_for_organiser === 'yes',
    relative_of_staff: values.relative_of_staff === 'yes',
    relative_note: values.relative_of_staff === 'yes' ? trimmedOrNull(values.relative_note) : null,
    answers,
  };
}

/**
 * The fields that are plainly empty and cannot be. Whatever else the service may refuse, it is the service that says
 * so: nothing it would accept is held back here. Declarations that the championship leaves free need no tick.
 */
export function missingFields(
  values: RegistrationValues,
  questions: Question[],
  optional: readonly Declaration[],
  atDesk = false,
): FieldName[] {
  const isEmpty = (text: string) => text.trim() === '';
  const texts = [
    'heat',
    'full_name',
    'birth_date',
    'email',
    'phone',
    'works_for_organiser',
    'relative_of_staff',
  ] as const;
  const missing: FieldName[] = texts.filter((name) => isEmpty(values[name]));
  if (values.citizenships.every(isEmpty)) missing.push('citizenships');
  for (const { code } of questions) if (isEmpty(values.answers[code] ?? '')) missing.push(`answers/${code}`);
  if (atDesk) missing.push(...(['given_by', 'how'] as const).filter((name) => isEmpty(values[name])));
  for (const name of declarations) {
    if (!values.declared[name] && !optional.includes(name)) missing.push(`declarations/${name}`);
  }
  const order = fieldOrder(questions);
  return missing.sort((a, b) => order.indexOf(a) - order.indexOf(b));
}

const unescaped = (part: string) => part.replace(/~1/g, '/').replace(/~0/g, '~');

/** The field that a pointer into the request's body means, or null when the form has none for it. */
export function fieldAt(pointer: string, body: Registration, questions: Question[]): FieldName | null {
  const [first = '', second] = pointer.split('/').slice(1).map(unescaped);
  if (first === 'declarations') {
    const named = second !== undefined && /^\d+$/.test(second) ? body.declarations[Number(second)] : second;
    const unticked = declarations.find((name) => !body.declarations.includes(name));
    return `declarations/${named ?? unticked ?? declarations[0]}`;
  }
  const name = first === 'answers' || first === 'consent' ? (second ?? '') : first;
  const field = first === 'answers' ? `answers/${name}` : name;
  return fieldOrder(questions).includes(field) ? field : null;
}

const fieldsOfCriteria: Record<string, FieldName> = {
  age: 'birth_date',
  citizenship: 'citizenships',
  staff: 'works_for_organiser',
  relatives: 'relative_of_staff',
  'one-entry': 'email',
  'shared-phone': 'phone',
  'same-person': 'full_name',
};

export function fieldOfVerdict({
  criterion,
  subject,
}: Pick<ProblemVerdict, 'criterion' | 'subject'>): FieldName | null {
  if (criterion === 'acceptance')
    return subject === '' ? `declarations/${declarations[0]}` : `declarations/${subject}`;
  if (criterion === 'question') return `answers/${subject}`;
  return fieldsOfCriteria[criterion] ?? null;
}

/** Refusals that are about one field although they name none. */
const fieldsOfCodes: Record<string, FieldName> = { 'already-registered': 'email', 'reserves-full': 'heat' };

/** What a refusal says at each field; what it says at none stays with the problem itself. */
export function errorsAtFields(
  problem: Problem,
  body: Registration,
  questions: Question[],
  say: (reason: ProblemVerdict['reason']) => string,
): Record<FieldName, string> {
  const errors: Record<FieldName, string> = {};
  const put = (field: FieldName | null, message: string) => {
    if (field !== null && message !== '') errors[field] ??= message;
  };
  for (const error of problem.errors) put(fieldAt(error.pointer, body, questions), error.message);
  for (const verdict of problem.verdicts) {
    if (verdict.outcome === 'fail') put(fieldOfVerdict(verdict), say(verdict.reason));
  }
  put(fieldsOfCodes[problem.code] ?? null, problem.detail ?? problem.title);
  return errors;
}

/**
 * Whether nobody can say if the registration was taken, or it was not even looked at: the same key must go with the
 * next try then, so that two presses are one registration.
 */
export const mayHaveArrived = ({ status, code }: Problem): boolean =>
  status < 400 || status >= 500 || status === 429 || code === 'idempotency-key-in-use';
