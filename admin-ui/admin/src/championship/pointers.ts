import type { FieldError } from '$shared/api/problem';
import type { Finding } from '$shared/api/types';
import { said } from '$shared/championship/said';

/** What stands at the fields of the set-up: refusals of the last save, and findings of the service, by pointer. */
export interface Notes {
  /** What forbids saving or publishing, at exactly this place. */
  error: (pointer: string) => string | undefined;
  /** What is worth a second look at this place. */
  warning: (pointer: string) => string | undefined;
}

export function notesOf(errors: FieldError[], findings: Finding[]): Notes {
  const found = (pointer: string, level: Finding['level']) =>
    findings
      .filter((finding) => finding.pointer === pointer && finding.level === level)
      .map((finding) => said(finding.message));
  return {
    error: (pointer) => {
      const words = errors.filter((error) => error.pointer === pointer).map(({ message }) => message);
      return [...words, ...found(pointer, 'error')].join(' ') || undefined;
    },
    warning: (pointer) => found(pointer, 'warning').join(' ') || undefined,
  };
}

/** The id of the field at a pointer, or of the nearest thing around it. */
export const idAt = (pointer: string): string => `at${pointer.replace(/[^\w-]/g, '_')}`;

/** Moves the focus to the field that a pointer means, opening what hides it. */
export function focusAt(pointer: string): void {
  const parts = pointer.split('/');
  for (let length = parts.length; length > 1; length -= 1) {
    const place = document.getElementById(idAt(parts.slice(0, length).join('/')));
    if (!place) continue;
    for (
      let around = place.closest('details');
      around;
      around = around.parentElement?.closest('details') ?? null
    ) {
      around.open = true;
    }
    const control = place.matches('input, select, textarea, summary')
      ? place
      : place.querySelector<HTMLElement>('input, select, textarea, summary, button');
    control?.focus();
    control?.scrollIntoView({ block: 'center' });
    return;
  }
}
