import type { LedgerLine } from '../api/types';

// The ledger's chain as the API describes it: every line's hash covers the hash before it and the line itself.

/** Microseconds since 1970, of which a Date keeps only the thousands. */
export function microsecondsOf(instant: string): number {
  const match = /^(.*T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2})$/i.exec(instant);
  if (!match) return NaN;
  const [, seconds = '', fraction = '', offset = ''] = match;
  return Date.parse(seconds + offset) * 1000 + Number(fraction.padEnd(6, '0').slice(0, 6));
}

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

export const beforeTheFirst = '0'.repeat(64);

type Line = Pick<LedgerLine, 'number' | 'code' | 'received_at'>;

export async function hashOf(before: string, heat: string, line: Line): Promise<string> {
  const text = `${heat}|${String(line.number)}|${line.code}|${String(microsecondsOf(line.received_at))}`;
  const words = new TextEncoder().encode(text);
  const start = bytesOf(before);
  const whole = new Uint8Array(start.length + words.length);
  whole.set(start);
  whole.set(words, start.length);
  return hexOf(await crypto.subtle.digest('SHA-256', whole));
}

export type ChainState =
  | { kind: 'whole'; lines: number; last: string }
  /** `number` is the first line that does not follow from those before it. */
  | { kind: 'broken'; number: number };

/** Recomputes the chain from its first line on, page by page. */
export class ChainCheck {
  readonly #heat: string;
  #last = beforeTheFirst;
  #number = 0;
  #brokenAt: number | null = null;

  constructor(heat: string) {
    this.#heat = heat;
  }

  async take(lines: LedgerLine[]): Promise<ChainState> {
    for (const line of lines) {
      if (this.#brokenAt !== null) break;
      const isNext = line.number === this.#number + 1;
      const hash = isNext ? await hashOf(this.#last, this.#heat, line) : '';
      if (!isNext || hash !== line.hash) this.#brokenAt = line.number;
      this.#last = line.hash;
      this.#number = line.number;
    }
    return this.state;
  }

  get state(): ChainState {
    return this.#brokenAt === null
      ? { kind: 'whole', lines: this.#number, last: this.#last }
      : { kind: 'broken', number: this.#brokenAt };
  }
}

/** A receipt as somebody may have copied it: with blanks, in capitals, or cut to its beginning. */
export const tidyReceipt = (text: string): string => text.replace(/[^0-9a-f]/gi, '').toLowerCase();
