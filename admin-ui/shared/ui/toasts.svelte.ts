import type { Tone } from '../states';

export interface Toast {
  id: number;
  tone: Tone;
  text: string;
}

let nextId = 1;
const shown = $state<Toast[]>([]);

export const toasts = {
  get all(): readonly Toast[] {
    return shown;
  },
  /** Good news leaves by itself; what went wrong stays until it is dismissed. */
  show(text: string, tone: Tone = 'good'): void {
    const toast = { id: nextId++, tone, text };
    shown.push(toast);
    if (tone !== 'bad') setTimeout(() => toasts.dismiss(toast.id), 6000);
  },
  dismiss(id: number): void {
    const at = shown.findIndex((toast) => toast.id === id);
    if (at >= 0) shown.splice(at, 1);
  },
};
