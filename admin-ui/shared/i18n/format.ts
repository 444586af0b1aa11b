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

/** The wall clock of a zone as a datetime-local control writes it: "2015-05-23T12:00". */
export function toWallClock(instant: string, zone = homeZone): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return '';
  return new Date(date.getTime() + offsetOf(date, zone)).toISOString().slice(0, 16);
}

/** The instant that a zone's wall clock shows, or null when the text is no time. The later one where it shows it twice. */
export function fromWallClock(wall: string, zone = homeZone): string | null {
  const utc = new Date(`${wall.length === 16 ? `${wall}:00` : wall}Z`);
  if (wall === '' || Number.isNaN(utc.getTime())) return null;
  const guess = new Date(utc.getTime() - offsetOf(utc, zone));
  return new Date(utc.getTime() - offsetOf(guess, zone)).toISOString().replace('.000Z', 'Z');
}

export const isZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
};

export const dateAt = (milliseconds: number): Date => new Date(milliseconds);

/** A civil day, which has no zone: "1997-05-23". */
export function formatDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return new Intl.DateTimeFormat(language.locale, { ...forms.date, timeZone: 'UTC' }).format(date);
}

const spans: [Intl.NumberFormatOptions['unit'] & string, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** How long something takes, in its largest unit and the next one: "3 days 4 hours". */
export function formatSpan(seconds: number): string {
  let rest = Math.max(0, Math.floor(seconds));
  const first = spans.findIndex(([unit, length]) => rest >= length || unit === 'second');
  const words = spans.slice(first, first + 2).map(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return { count, unit };
  });
  return words
    .filter(({ count }, i) => i === 0 || count > 0)
    .map(({ count, unit }) => formatNumber(count, { style: 'unit', unit, unitDisplay: 'long' }))
    .join(' ');
}

export function countryName(code: string): string {
  try {
    return new Intl.DisplayNames(language.locale, { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
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
