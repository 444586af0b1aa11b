// @vitest-environment jsdom
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ChampionshipSettings, LedgerLine } from '$shared/api/types';
import { ChainCheck, microsecondsOf, tidyReceipt } from '$shared/championship/chain';
import { nameAt, readChanges } from '$shared/championship/changes';
import { changedOf, detailsOf } from '$shared/championship/changed';
import { ChampionshipClock } from '$shared/championship/clock.svelte';
import { difference, passages } from '$shared/championship/difference';
import { formatSpan, fromWallClock, toWallClock } from '$shared/i18n/format';
import { findRoute } from '../../public/src/app/routes';
import { tidyCode } from '../../public/src/app/own_access.svelte';

function ledger(heat: string, count: number): LedgerLine[] {
  const lines: LedgerLine[] = [];
  let before: Buffer = Buffer.alloc(32);
  for (let number = 1; number <= count; number += 1) {
    const micros = 1431331200000000 + number * 1_000_001;
    const received_at = `${new Date(Math.floor(micros / 1e6) * 1000).toISOString().slice(0, 19)}.${String(micros % 1e6).padStart(6, '0')}Z`;
    const code = `AAAA-${String(1000 + number)}`;
    before = createHash('sha256').update(before).update(`${heat}|${number}|${code}|${micros}`).digest();
    lines.push({ number, code, received_at, hash: before.toString('hex') });
  }
  return lines;
}

describe('the chain of a ledger', () => {
  const heat = 'K7QM-2F9X';

  it('counts microseconds, whatever the fraction and the offset', () => {
    expect(microsecondsOf('1970-01-01T00:00:01Z')).toBe(1_000_000);
    expect(microsecondsOf('1970-01-01T00:00:01.5Z')).toBe(1_500_000);
    expect(microsecondsOf('1970-01-01T02:00:00.000001+02:00')).toBe(1);
    expect(microsecondsOf('2015-05-20T20:59:59.999999Z')).toBe(1432155599999999);
    expect(microsecondsOf('today')).toBeNaN();
  });

  it('is whole when nothing was touched, over any pages', async () => {
    const lines = ledger(heat, 7);
    const check = new ChainCheck(heat);
    await check.take(lines.slice(0, 3));
    expect(await check.take(lines.slice(3))).toEqual({ kind: 'whole', lines: 7, last: lines.at(-1)?.hash });
  });

  it.each<[string, (lines: LedgerLine[]) => LedgerLine[], number]>([
    ['a line taken out', (lines) => lines.filter(({ number }) => number !== 3), 4],
    [
      'a changed stamp',
      (lines) => lines.map((l) => (l.number === 2 ? { ...l, received_at: '2015-05-11T08:00:00Z' } : l)),
      2,
    ],
    ['two lines swapped', ([a, b, c, ...rest]) => [a!, c!, b!, ...rest], 3],
    ['a changed code', (lines) => lines.map((l) => (l.number === 4 ? { ...l, code: 'BBBB-0000' } : l)), 4],
  ])('is broken by %s', async (_what, spoil, number) => {
    const check = new ChainCheck(heat);
    expect(await check.take(spoil(ledger(heat, 5)))).toEqual({ kind: 'broken', number });
  });

  it('belongs to its heat', async () => {
    expect((await new ChainCheck('AAAA-0000').take(ledger(heat, 1))).kind).toBe('broken');
  });

  it('finds a receipt as people copy it', () => {
    expect(tidyReceipt(' AB cd\n12 ')).toBe('abcd12');
  });
});

describe('the difference of two texts', () => {
  it('is in whole lines and as small as can be', () => {
    expect(difference('a\nb\nc', 'a\nx\nc\nd')).toEqual([
      { kind: 'same', text: 'a' },
      { kind: 'removed', text: 'b' },
      { kind: 'added', text: 'x' },
      { kind: 'same', text: 'c' },
      { kind: 'added', text: 'd' },
    ]);
    expect(difference('', 'a')).toEqual([{ kind: 'added', text: 'a' }]);
    expect(difference('a', '')).toEqual([{ kind: 'removed', text: 'a' }]);
    expect(difference('a\r\nb', 'a\nb').every(({ kind }) => kind === 'same')).toBe(true);
  });

  it('gives back both texts', () => {
    const before = 'one\ntwo\nthree\nfour\nfive\ntwo';
    const after = 'two\nthree\nfourteen\nfive\nsix';
    const lines = difference(before, after);
    const without = (kind: string) =>
      lines
        .filter((l) => l.kind !== kind)
        .map((l) => l.text)
        .join('\n');
    expect(without('added')).toBe(before);
    expect(without('removed')).toBe(after);
  });

  it('leaves out what did not change, and says how much', () => {
    const text = Array.from({ length: 20 }, (_one, i) => `line ${i}`);
    const found = passages(difference(text.join('\n'), text.with(10, 'new').join('\n')), 1);
    expect(found.map(({ skipped, lines }) => [skipped, lines.length])).toEqual([
      [9, 4],
      [8, 0],
    ]);
    expect(passages(difference('a', 'a'))).toEqual([]);
  });
});

describe('changes of the settings', () => {
  const settings = {
    time_zone: 'Europe/Athens',
    heats: [{ code: 'AAAA-0001', city: { el: 'Πάτρα', en: 'Patras' }, capacity: 36 }],
    awards: [],
  } as unknown as ChampionshipSettings;

  it('are read as a person would say them', () => {
    const [closes, capacity, award, name] = readChanges(
      [
        { pointer: '/closes_at', before: '2015-05-15T21:00:00Z', after: '2015-05-20T21:00:00Z' },
        { pointer: '/heats/0/capacity', before: 30, after: 36 },
        {
          pointer: '/awards/0',
          before: { title: { el: 'Ταξίδι', en: 'Trip' }, description: { el: '', en: '' } },
          after: null,
        },
        { pointer: '/name/en', before: 'Old', after: 'New' },
      ],
      settings,
    );
    expect(closes).toMatchObject({
      what: 'Registration closes',
      before: expect.stringContaining('16 May 2015'),
    });
    expect(capacity).toMatchObject({ what: 'Tournament “Patras”: Places', before: '30', after: '36' });
    expect(award?.what).toBe('Award “Trip”');
    expect(award?.after).toBe('Nothing');
    expect(name?.what).toBe('Name: English');
  });

  it('have a name even where nobody knows the setting', () => {
    expect(nameAt('/unheard_of', settings)).toBe('unheard_of');
  });
});

describe('times', () => {
  it('of a zone are typed and shown as its clocks show them', () => {
    expect(toWallClock('2015-05-20T21:00:00Z')).toBe('2015-05-21T00:00');
    expect(fromWallClock('2015-05-21T00:00')).toBe('2015-05-20T21:00:00Z');
    expect(fromWallClock('2026-10-25T03:30')).toBe('2026-10-25T01:30:00Z');
    expect(fromWallClock('')).toBeNull();
    for (const instant of ['2026-03-29T00:59:00Z', '2026-03-29T01:00:00Z', '2026-12-31T23:00:00Z']) {
      expect(fromWallClock(toWallClock(instant))).toBe(instant);
    }
  });

  it('that remain are said in two units', () => {
    expect(formatSpan(8 * 86400 + 11 * 3600 + 59)).toBe('8 days 11 hours');
    expect(formatSpan(3605)).toBe('1 hour');
    expect(formatSpan(65)).toBe('1 minute 5 seconds');
    expect(formatSpan(-4)).toBe('0 seconds');
  });

  it('of a championship go by its own clock', () => {
    let passed = 1000;
    const clock = new ChampionshipClock('2015-05-20T20:59:50Z', () => passed);
    passed += 4000;
    clock.tick();
    expect(clock.secondsUntil('2015-05-20T21:00:00Z')).toBe(6);
    clock.set('2015-05-20T21:00:00Z');
    expect(clock.secondsUntil('2015-05-20T21:00:00Z')).toBe(0);
  });
});

describe('addresses and codes', () => {
  it('lead to their pages', () => {
    expect(findRoute('/c/greece-2015/terms/2')?.params).toEqual({ slug: 'greece-2015', number: '2' });
    expect(findRoute('/entry/K7QM-2F9X')?.params).toEqual({ code: 'K7QM-2F9X' });
    expect(findRoute('/entry/lost')?.params).toEqual({});
    expect(findRoute('/c/a/b/c/d/e')).toBeNull();
  });

  it('are read as people write them', () => {
    expect(tidyCode('k7qm2f9x')).toBe('K7QM-2F9X');
    expect(tidyCode(' K7QM 2F9X ')).toBe('K7QM-2F9X');
    expect(tidyCode('koil-0000')).toBe('K011-0000');
  });
});

describe('a correction', () => {
  const person = {
    full_name: 'Άννα',
    birth_date: '1990-01-01',
    citizenships: ['GR'],
    email: 'a@example.org',
    phone: '+306900000000',
    language: 'el' as const,
    nickname: 'Πιόνι',
  };

  it('holds only what changed', () => {
    expect(changedOf(person, detailsOf(person))).toEqual({});
    expect(changedOf(person, { ...detailsOf(person), phone: ' +306911111111 ', nickname: '' })).toEqual({
      phone: '+306911111111',
      nickname: null,
    });
  });
});
