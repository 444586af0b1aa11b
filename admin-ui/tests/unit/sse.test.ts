import { describe, expect, it } from 'vitest';
import { EventStreamParser, type ServerEvent } from '$shared/api/sse';

const whole = [
  '\uFEFFretry: 2500\r\n',
  ': a comment\r',
  'event: account\n',
  'data: {"code":"K7QM-2F9X"}\r\n',
  'id: 41\n',
  '\r\n',
  'data\r',
  'data: δεύτερη γραμμή\n',
  'data:  with a leading space\r\n\r\n',
  'event: nothing\n\n',
  'id: with\0nul\ndata: x\n\n',
  'unknown: y\ndata:z:z\r\r',
  'data: never finished\n',
].join('');

const expected: ServerEvent[] = [
  { type: 'account', data: '{"code":"K7QM-2F9X"}', id: '41' },
  { type: 'message', data: '\nδεύτερη γραμμή\n with a leading space', id: '41' },
  { type: 'message', data: 'x', id: '41' },
  { type: 'message', data: 'z:z', id: '41' },
];

function parse(pieces: string[]): { events: ServerEvent[]; parser: EventStreamParser } {
  const parser = new EventStreamParser();
  return { events: pieces.flatMap((piece) => parser.push(piece)), parser };
}

/** A small generator with a seed, so that a failure can be repeated. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function cut(text: string, random: () => number): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    const length = Math.floor(random() * 7);
    pieces.push(text.slice(at, at + length));
    at += length;
  }
  return pieces;
}

describe('the event stream parser', () => {
  it('follows the standard in one piece', () => {
    const { events, parser } = parse([whole]);
    expect(events).toEqual(expected);
    expect(parser.retry).toBe(2500);
    expect(parser.lastEventId).toBe('41');
  });

  it('gives the same events character by character', () => {
    expect(parse([...whole]).events).toEqual(expected);
  });

  it('gives the same events for any cutting', () => {
    for (let seed = 1; seed <= 500; seed += 1) {
      const pieces = cut(whole, randomOf(seed));
      expect(pieces.join('')).toBe(whole);
      expect(parse(pieces).events, `seed ${seed}`).toEqual(expected);
    }
  });

  it('keeps the id it was resumed with until another comes', () => {
    const parser = new EventStreamParser('7');
    expect(parser.push('data: a\n\nid: 8\ndata: b\n\n').map((event) => event.id)).toEqual(['7', '8']);
  });

  it('ignores a pause that is not a number', () => {
    expect(parse(['retry: soon\nretry: -1\n\n']).parser.retry).toBeNull();
  });
});
