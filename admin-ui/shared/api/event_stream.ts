import type { ApiClient } from './client';
import { EventStreamParser, type ServerEvent } from './sse';

/** off: not wanted; connecting: first try; live: events arrive; waiting: lost, trying again; refused: no right to it. */
export type StreamState = 'off' | 'connecting' | 'live' | 'waiting' | 'refused';

export interface StreamOptions {
  client: Pick<ApiClient, 'send'>;
  path: string;
  onEvent: (event: ServerEvent) => void;
  onState: (state: StreamState) => void;
  /** Called after a gap that could not be resumed from an event id: what is on screen may be old. */
  onGap?: () => void;
  /** Silence after which the connection counts as dead; the service sends a comment more often than this. */
  silenceMs?: number;
  random?: () => number;
}

/** ended: the service closed a stream that had said something, as it does from time to time; nothing is wrong. */
type End = 'refused' | 'lost' | 'ended';

const shortest = 1_000;
const longest = 30_000;

/**
 * Reads the staff's event stream with fetch, because EventSource cannot carry a bearer token. Reconnects by
 * itself with back-off and jitter, and resumes after the last event it saw.
 */
export class EventStream {
  readonly #options: StreamOptions;
  #abort: AbortController | null = null;
  #lastEventId = '';
  #failures = 0;
  #mayHaveMissed = false;
  #retry: number | null = null;
  #wake: (() => void) | null = null;

  constructor(options: StreamOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#abort) return;
    const abort = new AbortController();
    this.#abort = abort;
    void this.#run(abort.signal);
  }

  stop(): void {
    this.#abort?.abort();
    this.#abort = null;
    this.#wake?.();
    this.#options.onState('off');
  }

  /** Ends the pause before the next try, e.g. because the network came back. */
  tryNow(): void {
    this.#wake?.();
  }

  async #run(signal: AbortSignal): Promise<void> {
    this.#options.onState('connecting');
    while (!signal.aborted) {
      const end = await this.#connect(signal);
      if (signal.aborted) return;
      if (end === 'refused') {
        this.#options.onState('refused');
        this.#abort = null;
        return;
      }
      this.#mayHaveMissed = true;
      if (end === 'lost') this.#options.onState('waiting');
      await this.#pause(end);
    }
  }

  async #connect(signal: AbortSignal): Promise<End> {
    const headers = new Headers({ Accept: 'text/event-stream' });
    if (this.#lastEventId !== '') headers.set('Last-Event-ID', this.#lastEventId);
    const attempt = new AbortController();
    const relay = () => attempt.abort();
    signal.addEventListener('abort', relay);
    try {
      const answer = await this.#options.client.send(this.#options.path, { headers, signal: attempt.signal });
      if (!(answer instanceof Response)) return this.#failed();
      if (answer.status === 401 || answer.status === 403) return 'refused';
      if (!answer.ok || !answer.body) return this.#failed();
      if (this.#mayHaveMissed && this.#lastEventId === '') this.#options.onGap?.();
      this.#mayHaveMissed = false;
      const isEnded = await this.#read(answer.body, attempt);
      return isEnded ? 'ended' : this.#failed();
    } finally {
      signal.removeEventListener('abort', relay);
      attempt.abort();
    }
  }

  #failed(): 'lost' {
    this.#failures += 1;
    return 'lost';
  }

  /** Whether the service spoke and then closed the stream in an orderly way. */
  async #read(body: ReadableStream<Uint8Array>, attempt: AbortController): Promise<boolean> {
    const parser = new EventStreamParser(this.#lastEventId);
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let hasSpoken = false;
    let silence: ReturnType<typeof setTimeout> | undefined;
    const listen = () => {
      clearTimeout(silence);
      silence = setTimeout(() => attempt.abort(), this.#options.silenceMs ?? 45_000);
    };
    try {
      listen();
      this.#options.onState('live');
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return hasSpoken;
        hasSpoken = true;
        listen();
        this.#failures = 0;
        for (const event of parser.push(decoder.decode(value, { stream: true })))
          this.#options.onEvent(event);
        this.#lastEventId = parser.lastEventId;
        this.#retry = parser.retry ?? this.#retry;
      }
    } catch {
      // Lost or silent; the caller tries again.
      return false;
    } finally {
      clearTimeout(silence);
      reader.cancel().catch(() => undefined);
    }
  }

  #pause(end: End): Promise<void> {
    const times = end === 'ended' ? 0 : Math.min(this.#failures - 1, 5);
    const base = Math.max(this.#retry ?? 0, shortest * 2 ** times);
    const wait = Math.min(base, longest) * (0.5 + (this.#options.random ?? Math.random)() / 2);
    return new Promise((resolve) => {
      const timer = setTimeout(done, wait);
      const wake = done;
      this.#wake = wake;
      function done() {
        clearTimeout(timer);
        resolve();
      }
    });
  }
}
