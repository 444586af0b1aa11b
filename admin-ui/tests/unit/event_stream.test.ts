import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EventStream, type StreamState } from '$shared/api/event_stream';
import { localProblem, type Problem } from '$shared/api/problem';
import type { ServerEvent } from '$shared/api/sse';

/** One connection, fed by hand. */
class Line {
  readonly headers: Headers;
  readonly signal: AbortSignal;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  readonly response: Response;

  constructor(init: RequestInit & { headers: Headers }) {
    this.headers = init.headers;
    this.signal = init.signal as AbortSignal;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
      },
    });
    this.signal.addEventListener('abort', () => this.drop());
    this.response = new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  }

  say(text: string) {
    this.send(new TextEncoder().encode(text));
  }

  send(bytes: Uint8Array) {
    this.#controller.enqueue(bytes);
  }

  close() {
    this.#controller.close();
  }

  drop() {
    try {
      this.#controller.error(new TypeError('network'));
    } catch {
      // It was closed before.
    }
  }
}

function world(options: { silenceMs?: number } = {}) {
  const lines: Line[] = [];
  const states: StreamState[] = [];
  const events: ServerEvent[] = [];
  const tries: number[] = [];
  const onGap = vi.fn();
  let answer: (line: Line) => Response | Problem = (line) => line.response;
  const stream = new EventStream({
    client: {
      send: (_path, init) => {
        tries.push(Date.now());
        const line = new Line(init);
        lines.push(line);
        return Promise.resolve(answer(line));
      },
    },
    path: '/staff/live',
    onEvent: (event) => events.push(event),
    onState: (state) => states.push(state),
    onGap,
    random: () => 1,
    ...options,
  });
  return {
    stream,
    lines,
    states,
    events,
    tries,
    onGap,
    answerWith: (next: typeof answer) => (answer = next),
    last: () => lines.at(-1)!,
  };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the event stream', () => {
  it('hands on what arrives', async () => {
    const { stream, last, states, events } = world();
    stream.start();
    await settle();
    last().say('event: account\ndata: {}\n\n');
    await settle();
    expect(states).toEqual(['connecting', 'live']);
    expect(events).toEqual([{ type: 'account', data: '{}', id: '' }]);
    stream.stop();
  });

  it('survives a letter cut in two', async () => {
    const { stream, last, events } = world();
    stream.start();
    await settle();
    for (const byte of new TextEncoder().encode('data: Ω\n\n')) {
      last().send(Uint8Array.of(byte));
      await settle();
    }
    expect(events[0]?.data).toBe('Ω');
    stream.stop();
  });

  it('waits twice as long after every failure, up to half a minute', async () => {
    const { stream, tries, answerWith } = world();
    answerWith(() => localProblem('unreachable'));
    stream.start();
    await vi.advanceTimersByTimeAsync(200_000);
    stream.stop();
    const pauses = tries.slice(1).map((time, i) => time - (tries[i] ?? 0));
    expect(pauses.slice(0, 8)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('begins with short pauses again once something arrived', async () => {
    const { stream, tries, answerWith, last } = world();
    answerWith(() => localProblem('unreachable'));
    stream.start();
    await vi.advanceTimersByTimeAsync(7000);
    answerWith((line) => line.response);
    await vi.advanceTimersByTimeAsync(8000);
    last().say(': here\n\n');
    await settle();
    const before = tries.length;
    last().close();
    await vi.advanceTimersByTimeAsync(1000);
    expect(tries).toHaveLength(before + 1);
    stream.stop();
  });

  it('goes from live to waiting and back to live, and does not flicker between', async () => {
    const { stream, states, last, answerWith } = world();
    stream.start();
    await settle();
    last().say(': here\n\n');
    await settle();
    answerWith(() => localProblem('unreachable'));
    last().drop();
    await vi.advanceTimersByTimeAsync(3500);
    answerWith((line) => line.response);
    await vi.advanceTimersByTimeAsync(4000);
    expect(states.filter((state, i) => state !== states[i - 1])).toEqual([
      'connecting',
      'live',
      'waiting',
      'live',
    ]);
    stream.stop();
  });

  it('resumes after the last event it saw, and needs no reload then', async () => {
    const { stream, last, onGap } = world();
    stream.start();
    await settle();
    last().say('id: 41\ndata: a\n\n');
    await settle();
    last().close();
    await vi.advanceTimersByTimeAsync(1000);
    expect(last().headers.get('Last-Event-ID')).toBe('41');
    expect(onGap).not.toHaveBeenCalled();
    stream.stop();
  });

  it('tells of a gap that cannot be resumed', async () => {
    const { stream, last, onGap } = world();
    stream.start();
    await settle();
    expect(onGap).not.toHaveBeenCalled();
    last().close();
    await vi.advanceTimersByTimeAsync(1000);
    expect(onGap).toHaveBeenCalledTimes(1);
    stream.stop();
  });

  it('is renewed without a word when the service ends it', async () => {
    const { stream, last, lines, states, onGap } = world();
    stream.start();
    await settle();
    last().say(': connected\n\n');
    await settle();
    last().close();
    await vi.advanceTimersByTimeAsync(1000);
    expect(lines).toHaveLength(2);
    expect(states.filter((state) => state !== 'live')).toEqual(['connecting']);
    expect(onGap).toHaveBeenCalledTimes(1);
    stream.stop();
  });

  it('takes silence for death', async () => {
    const { stream, last, states } = world({ silenceMs: 45_000 });
    stream.start();
    await settle();
    await vi.advanceTimersByTimeAsync(40_000);
    last().say(': still here\n\n');
    await vi.advanceTimersByTimeAsync(44_000);
    expect(states.at(-1)).toBe('live');
    await vi.advanceTimersByTimeAsync(1000);
    expect(states.at(-1)).toBe('waiting');
    stream.stop();
  });

  it('honours the pause the service wishes', async () => {
    const { stream, last, tries } = world();
    stream.start();
    await settle();
    last().say('retry: 5000\n\n');
    await settle();
    last().close();
    await vi.advanceTimersByTimeAsync(4999);
    expect(tries).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(tries).toHaveLength(2);
    stream.stop();
  });

  it('tries at once when the network is back', async () => {
    const { stream, tries, answerWith } = world();
    answerWith(() => localProblem('unreachable'));
    stream.start();
    await vi.advanceTimersByTimeAsync(8000);
    const before = tries.length;
    stream.tryNow();
    await settle();
    expect(tries).toHaveLength(before + 1);
    stream.stop();
  });

  it.each([401, 403])('gives up when it is refused with %i', async (status) => {
    const { stream, states, tries, answerWith } = world();
    answerWith(() => new Response('', { status }));
    stream.start();
    await vi.advanceTimersByTimeAsync(100_000);
    expect(states).toEqual(['connecting', 'refused']);
    expect(tries).toHaveLength(1);
    stream.stop();
  });

  it('stops for good, also in the middle of a pause, and can be started again', async () => {
    const { stream, states, tries, answerWith, last } = world();
    answerWith(() => localProblem('unreachable'));
    stream.start();
    await settle();
    stream.stop();
    await vi.advanceTimersByTimeAsync(100_000);
    expect(tries).toHaveLength(1);
    expect(states.at(-1)).toBe('off');
    answerWith((line) => line.response);
    stream.start();
    await settle();
    expect(states.at(-1)).toBe('live');
    stream.stop();
    expect(last().signal.aborted).toBe(true);
  });
});
