import * as v from 'valibot';
import { t } from '../i18n/words';

// The service decides; these only save a round trip for what is plainly missing.

export const required = () =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(() => t('form.required')),
  );

export const email = () =>
  v.pipe(
    required(),
    v.check(
      (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
      () => t('form.email'),
    ),
  );

/** A password somebody types to prove who they are: anything but nothing, and never trimmed. */
export const password = () =>
  v.pipe(
    v.string(),
    v.nonEmpty(() => t('form.required')),
  );

export const minimumPassword = 12;

const lengthOf = (text: string) => [...text].length;

export const newPassword = () =>
  v.pipe(
    password(),
    v.check(
      (text) => lengthOf(text) >= minimumPassword,
      () => t('form.tooShort', { count: minimumPassword }),
    ),
    v.check(
      (text) => lengthOf(text) <= 256,
      () => t('form.tooLong', { count: 256 }),
    ),
  );

export const sixDigits = () =>
  v.pipe(
    v.string(),
    v.transform((text) => text.replace(/\s/g, '')),
    v.regex(/^\d{6}$/, () => t('form.sixDigits')),
  );
