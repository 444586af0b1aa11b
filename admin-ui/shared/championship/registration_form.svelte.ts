import { newKey, type Outcome } from '../api/client';
import type { Problem, ProblemVerdict } from '../api/problem';
import type { Declaration, Question, Registered, Registration } from '../api/types';
import { t as shared } from '../i18n/words';
import { dropDraft, readDraft, writeDraft } from './draft';
import { t } from './i18n/words';
import {
  bodyOf,
  emptyValues,
  errorsAtFields,
  fieldOrder,
  mayHaveArrived,
  missingFields,
  type FieldName,
  type RegistrationValues,
} from './registration';
import { said } from './said';

export interface RegistrationOptions {
  slug: string;
  questions: Question[];
  optional: readonly Declaration[];
  /** What the form starts with when nothing was typed before. */
  initial: Partial<RegistrationValues>;
  /** Taken at the desk: who consented and how is asked too, and nothing is kept in the browser. */
  atDesk?: boolean;
  send: (body: Registration, key: string, values: RegistrationValues) => Promise<Outcome<Registered>>;
  onDone: (registered: Registered) => void;
}

/** One registration on its way: what is typed, what is wrong and where, and the key that makes two presses one act. */
export class RegistrationForm {
  readonly values: RegistrationValues;
  errors = $state.raw<Record<FieldName, string>>({});
  problem = $state.raw<Problem | null>(null);
  busy = $state(false);
  readonly #options: RegistrationOptions;
  #key = '';
  #sent = '';

  constructor(options: RegistrationOptions) {
    const draft = options.atDesk ? null : readDraft(options.slug);
    const values = $state(draft?.values ?? { ...emptyValues(), ...options.initial });
    this.values = values;
    this.#options = options;
    this.#key = draft?.key ?? '';
    this.#sent = draft?.sent ?? '';
  }

  error(name: FieldName): string | undefined {
    return this.errors[name];
  }

  /** The fields with an error, in the order of the form. */
  get wrong(): FieldName[] {
    return fieldOrder(this.#options.questions).filter((name) => name in this.errors);
  }

  /** The verdicts of a refusal that need saying: what failed, and what the desk would look at. */
  get verdicts(): ProblemVerdict[] {
    return this.problem?.verdicts.filter(({ outcome }) => outcome !== 'pass') ?? [];
  }

  /** Keeps what is typed; called whenever it changes. */
  keep(): void {
    if (this.#options.atDesk) return;
    const values = $state.snapshot(this.values) as RegistrationValues;
    writeDraft(this.#options.slug, { values, key: this.#key, sent: this.#sent });
  }

  /** Sends it, unless something is plainly missing. Resolves to whether it was sent and taken. */
  async submit(): Promise<boolean> {
    if (this.busy) return false;
    const { questions, optional, atDesk = false } = this.#options;
    this.problem = null;
    const missing = missingFields(this.values, questions, optional, atDesk);
    this.errors = Object.fromEntries(missing.map((name) => [name, missingWords(name)]));
    if (missing.length > 0) return false;
    const values = $state.snapshot(this.values) as RegistrationValues;
    const body = bodyOf(values, questions);
    this.busy = true;
    const outcome = await this.#options.send(
      body,
      this.#keyFor({ body, how: values.how, by: values.given_by }),
      values,
    );
    this.busy = false;
    if (outcome.ok) {
      this.#key = '';
      this.#sent = '';
      if (!atDesk) dropDraft(this.#options.slug);
      this.#options.onDone(outcome.data);
      return true;
    }
    if (!mayHaveArrived(outcome.problem)) this.#sent = '';
    this.keep();
    this.problem = outcome.problem;
    this.errors = errorsAtFields(outcome.problem, body, questions, said);
    return false;
  }

  #keyFor(content: unknown): string {
    const text = JSON.stringify(content);
    if (text !== this.#sent || this.#key === '') {
      this.#sent = text;
      this.#key = newKey();
    }
    // Before it leaves: a page that is loaded again while the answer is under way must send the same key.
    this.keep();
    return this.#key;
  }
}

function missingWords(name: FieldName): string {
  if (name.startsWith('declarations/')) return t('register.mustDeclare');
  const isChoice = [
    'heat',
    'works_for_organiser',
    'relative_of_staff',
    'citizenships',
    'given_by',
    'how',
  ].includes(name);
  return isChoice ? shared('form.choose') : shared('form.required');
}
