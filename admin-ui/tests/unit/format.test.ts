import { describe, expect, it } from 'vitest';
import { fill } from '$shared/i18n/core';
import {
  compareNames,
  folded,
  formatInstant,
  formatNumber,
  formatRelative,
  startOfDay,
} from '$shared/i18n/format';
import { language } from '$shared/i18n/language.svelte';
import { CursorPages } from '$shared/ui/cursor_pages.svelte';

describe('what is written for people', () => {
  it('shows an instant as it is in Athens, wherever the reader sits', () => {
    expect(formatInstant('2026-11-18T22:30:00Z', 'datetime')).toContain('19 Nov 2026');
    expect(formatInstant('2026-11-18T22:30:00Z', 'time')).toContain('00:30');
    expect(formatInstant('2026-07-18T22:30:00Z', 'time')).toContain('01:30');
    expect(formatInstant('2026-07-18T22:30:00Z', 'full')).toContain('Eastern European Summer Time');
    language.show('el');
    expect(formatInstant('2026-11-18T22:30:00Z', 'datetime')).toContain('19 Νοε 2026');
  });

  it('says the zone only to readers elsewhere', () => {
    const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect(formatInstant('2026-11-18T22:30:00Z', 'time', here)).not.toContain('GMT');
    const elsewhere = here === 'Europe/Athens' ? 'Asia/Tokyo' : 'Europe/Athens';
    expect(formatInstant('2026-11-18T22:30:00Z', 'time', elsewhere)).toContain('GMT+');
  });

  it('tells how long ago in whole steps', () => {
    const now = new Date('2026-11-18T12:00:00Z');
    expect(formatRelative('2026-11-18T11:59:30Z', now)).toBe('now');
    expect(formatRelative('2026-11-18T11:58:01Z', now)).toBe('1 minute ago');
    expect(formatRelative('2026-11-16T12:00:00Z', now)).toBe('2 days ago');
    expect(formatRelative('2026-11-18T14:00:00Z', now)).toBe('in 2 hours');
  });

  it('writes numbers as the language does', () => {
    language.show('el');
    expect(formatNumber(96.5)).toBe('96,5');
    expect(fill('el', { one: '{count} πόντος', other: '{count} πόντοι' }, { count: 1 })).toBe('1 πόντος');
    expect(fill('el', { one: '{count} πόντος', other: '{count} πόντοι' }, { count: 1200 })).toBe(
      '1.200 πόντοι',
    );
    expect(fill('en', '{a} and {b}', { a: 'x' })).toBe('x and {b}');
  });

  it('finds a name however it was typed', () => {
    expect(folded('Ορέστης ΙΩΆΝΝΟΥ')).toBe(folded('ορεστησ ιωαννου'));
    expect(['Ωμέγα', 'Άλφα', 'βήτα'].sort(compareNames)).toEqual(['Άλφα', 'βήτα', 'Ωμέγα']);
  });

  it('begins a day at midnight in Athens, also when the clocks change', () => {
    expect(startOfDay('2026-11-18')).toBe('2026-11-17T22:00:00.000Z');
    expect(startOfDay('2026-07-01')).toBe('2026-06-30T21:00:00.000Z');
    expect(startOfDay('2026-03-29')).toBe('2026-03-28T22:00:00.000Z');
    expect(startOfDay('2026-03-29', 1)).toBe('2026-03-29T21:00:00.000Z');
    expect(startOfDay('2026-10-25', 1)).toBe('2026-10-25T22:00:00.000Z');
  });
});

describe('the pages of a list', () => {
  it('lead forward and the same way back', () => {
    const pages = new CursorPages();
    pages.next('a');
    pages.next('b');
    expect(pages.after).toBe('b');
    pages.previous();
    expect([pages.after, pages.isFirst]).toEqual(['a', false]);
    pages.previous();
    pages.previous();
    expect([pages.after, pages.isFirst]).toEqual([null, true]);
    pages.next('c');
    pages.reset();
    expect(pages.after).toBeNull();
  });
});
