import { safeParse, type GenericSchema, type InferOutput } from 'valibot';
import { newKey, type Outcome } from '../api/client';
import type { Problem } from '../api/problem';

export interface FormOptions<S extends GenericSchema, Values> {
  initial: Values;
  /** Called at each submit, so that its messages are in the language of the moment. */
  schema: () => S;
  /** Sends what was checked. `key` stays the same when the same values are sent again after no clear answer. */
  send: (values: InferOutput<S>, key: string) => Promise<Outcome<unknown>>;
  onDone?: () => void;
}

/**
 * The state of one form: what is typed, what is wrong with it and where, whether it is on its way. Errors come from
 * the schema before sending and from the service's problem after; both end up at their fields, by JSON pointer.
 */
export class Form<S extends GenericSchema, Values extends Record<string, unknown>> {
  values: Values;
  errors = $state<Record<string, string>>({});
  problem = $state.raw<Problem | null>(null);
  busy = $state(false);
  readonly #options: FormOptions<S, Values>;
  #key = '';
  #sent = '';

  constructor(options: FormOptions<S, Values>) {
    const values = $state({ ...options.initial });
    this.values = values;
    this.#options = options;
  }

  /** The pointers of the problem's errors that stand at a field of this form. */
  get shownAtFields(): string[] {
    const pointers = this.problem?.errors.map((error) => error.pointer) ?? [];
    return pointers.filter((pointer) => nameOf(pointer) in this.values);
  }

  error(name: keyof Values & string): string | undefined {
    return this.errors[name];
  }

  reset(): void {
    Object.assign(this.values, this.#options.initial);
    this.errors = {};
    this.problem = null;
  }

  submit = async (event?: SubmitEvent): Promise<void> => {
    event?.preventDefault();
    if (this.busy) return;
    const form = event?.currentTarget as HTMLFormElement | null | undefined;
    const values = this.#check();
    if (values === null) return focusFirstError(form);
    this.busy = true;
    const outcome = await this.#options.send(values, this.#keyFor(values));
    this.busy = false;
    if (outcome.ok) {
      this.#sent = '';
      this.#options.onDone?.();
      return;
    }
    // A refusal is an answer: trying again is a new act, which the old key would only get the old answer to.
    if (outcome.problem.status >= 400 && outcome.problem.status < 500) this.#sent = '';
    this.problem = outcome.problem;
    this.errors = Object.fromEntries(
      outcome.problem.errors.map((error) => [nameOf(error.pointer), error.message]),
    );
    focusFirstError(form);
  };

  #check(): InferOutput<S> | null {
    this.errors = {};
    this.problem = null;
    const result = safeParse(this.#options.schema(), this.values);
    if (result.success) return result.output;
    const errors: Record<string, string> = {};
    for (const issue of result.issues) {
      const name = String(issue.path?.[0]?.key ?? '');
      errors[name] ??= issue.message;
    }
    this.errors = errors;
    return null;
  }

  #keyFor(values: unknown): string {
    const content = JSON.stringify(values);
    if (content !== this.#sent) {
      this.#sent = content;
      this.#key = newKey();
    }
    return this.#key;
  }
}

const nameOf = (pointer: string): string => pointer.split('/')[1] ?? '';

function focusFirstError(form: HTMLFormElement | null | undefined): void {
  // After the messages are in the page, so that a screen reader says them with the field.
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
