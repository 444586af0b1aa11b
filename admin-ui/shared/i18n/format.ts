import { language } from './language.svelte';

/** The zone in which a championship's times are meant, wherever the reader sits. */
export const homeZone = 'Europe/Athens';

export type DateForm = 'date' | 'time' | 'datetime' | 'full';

const forms: Record<DateForm, Intl.DateTimeFormatOptions> = {
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit' },
  datetime: {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  },
  full: {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'long',
  },
};

export function formatInstant(instant: string | Date, form: DateForm = 'datetime', zone = homeZone): string {
  const date = typeof instant === 'string' ? new Date(instant) : instant;
  const isElsewhere = form !== 'full' && form !== 'date' && isAwayFrom(zone);
  return new Intl.DateTimeFormat(language.locale, {
    ...forms[form],
    ...(isElsewhere ? { timeZoneName: 'shortOffset' } : {}),
    timeZone: zone,
    hourCycle: 'h23',
  }).format(date);
}

/** Whether the reader's clock may show another time, so that the zone must be said. */
const isAwayFrom = (zone: string): boolean => new Intl.DateTimeFormat().resolvedOptions().timeZone !== zone;

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** "3 minutes ago", "in 2 days"; below a minute the answer is "now". */
export function formatRelative(instant: string | Date, now: Date = new Date()): string {
  const date = typeof instant === 'string' ? new Date(instant) : instant;
  const seconds = (date.getTime() - now.getTime()) / 1000;
  const relative = new Intl.RelativeTimeFormat(language.locale, { numeric: 'auto' });
  for (const [unit, length] of steps) {
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
  }
  return relative.format(0, 'second');
}

export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(language.locale, options).format(value);
}

export function formatList(words: string[]): string {
  return new Intl.ListFormat(language.locale, { type: 'conjunction' }).format(words);
}

/** For searching: case, accents and the final sigma do not matter. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/ς/g, 'σ');
}

export const compareNames = (a: string, b: string): number =>
  new Intl.Collator(language.locale, { sensitivity: 'base', numeric: true }).compare(a, b);

/**
 * The instant at which a civil day ("2026-05-20") begins in a zone, `plus` days later, as RFC 3339. A day that a
 * clock change makes start elsewhere still gets its own midnight.
 */
export function startOfDay(day: string, plus = 0, zone = homeZone): string {
  const utc = new Date(`${day}T00:00:00Z`);
  utc.setUTCDate(utc.getUTCDate() + plus);
  const guess = new Date(utc.getTime() - offsetOf(utc, zone));
  return new Date(utc.getTime() - offsetOf(guess, zone)).toISOString();
}

function offsetOf(instant: Date, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const part = (type: string) => Number(parts.find((item) => item.type === type)?.value);
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return local - Math.trunc(instant.getTime() / 1000) * 1000;
}
