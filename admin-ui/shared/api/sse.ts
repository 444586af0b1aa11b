/** One server-sent event, as the HTML standard's parsing rules yield it. */
export interface ServerEvent {
  type: string;
  data: string;
  /** The last event id in force, '' before the first one. */
  id: string;
}

/**
 * Parses an event stream piece by piece; pieces may end anywhere, also between CR and LF. `retry` holds the
 * server's wish for the pause before reconnecting, in milliseconds.
 */
export class EventStreamParser {
  retry: number | null = null;
  #rest = '';
  #afterCr = false;
  #started = false;
  #type = '';
  #data: string[] = [];
  #id = '';

  constructor(lastEventId = '') {
    this.#id = lastEventId;
  }

  get lastEventId(): string {
    return this.#id;
  }

  push(piece: string): ServerEvent[] {
    if (piece === '') return [];
    let text = piece;
    if (!this.#started) {
      this.#started = true;
      if (text.startsWith('\uFEFF')) text = text.slice(1);
    }
    if (this.#afterCr && text.startsWith('\n')) text = text.slice(1);
    this.#afterCr = text.endsWith('\r');
    const lines = (this.#rest + text).split(/\r\n|\r|\n/);
    this.#rest = lines.pop() ?? '';
    return lines.flatMap((line) => this.#line(line));
  }

  #line(line: string): ServerEvent[] {
    if (line === '') return this.#dispatch();
    const colon = line.indexOf(':');
    if (colon === 0) return [];
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') this.#type = value;
    else if (field === 'data') this.#data.push(value);
    else if (field === 'id' && !value.includes('\0')) this.#id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) this.retry = Number(value);
    return [];
  }

  #dispatch(): ServerEvent[] {
    const event = { type: this.#type || 'message', data: this.#data.join('\n'), id: this.#id };
    const isEmpty = this.#data.length === 0;
    this.#type = '';
    this.#data = [];
    return isEmpty ? [] : [event];
  }
}
