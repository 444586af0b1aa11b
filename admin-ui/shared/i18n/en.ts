import type { Translation } from './core';
import type { el } from './el';

export const en: Translation<typeof el> = {
  'app.skip': 'Skip to the content',

  'act.save': 'Save',
  'act.cancel': 'Cancel',
  'act.close': 'Close',
  'act.confirm': 'Confirm',
  'act.retry': 'Try again',
  'act.copy': 'Copy',
  'act.copied': 'Copied',
  'act.dismiss': 'Dismiss',
  'act.showPassword': 'Show password',
  'act.hidePassword': 'Hide password',

  'language.label': 'Language',
  'language.el': 'Ελληνικά',
  'language.en': 'English',

  'theme.label': 'Appearance',
  'theme.system': 'As the device',
  'theme.light': 'Light',
  'theme.dark': 'Dark',

  'wait.loading': 'Loading…',
  'wait.saving': 'Saving…',

  'form.required': 'Fill in this field.',
  'form.email': 'Enter an e-mail address, such as maria@example.gr.',
  'form.tooShort': {
    one: 'At least {count} character is needed.',
    other: 'At least {count} characters are needed.',
  },
  'form.tooLong': { one: 'Only {count} character fits.', other: 'At most {count} characters fit.' },
  'form.sixDigits': 'Enter the six digits of the code.',
  'form.choose': 'Choose a value.',
  'form.optional': 'optional',
  'form.fixErrors': { one: 'One field needs correcting.', other: '{count} fields need correcting.' },

  'combobox.open': 'Open the list',
  'combobox.none': 'Nothing matches.',

  'table.empty': 'There are no records.',

  'pages.label': 'Pages of the list',
  'pages.previous': 'Previous',
  'pages.next': 'Next',
  'pages.shown': { one: '{count} record on this page', other: '{count} records on this page' },

  'confirm.reason': 'Reason',
  'confirm.reasonHint': 'It goes into the record of acts.',
  'confirm.reasonChoose': 'Choose a reason',
  'confirm.password': 'Your password',
  'confirm.passwordHint': 'We ask for it again because this act matters.',

  'toast.region': 'Notifications',

  'connection.live': 'Live',
  'connection.connecting': 'Connecting…',
  'connection.waiting': 'Connection lost',
  'connection.refused': 'No live updates',
  'connection.off': 'Not connected',
  'connection.waitingHint':
    'The connection was lost; we keep trying. What you have typed stays on the screen.',

  'problem.unreachable': 'The service does not answer',
  'problem.unreachable.detail': 'Check your connection and try again. Nothing you typed is lost.',
  'problem.unexpected-answer': 'Unexpected answer',
  'problem.unexpected-answer.detail':
    'The service answered something we do not understand. Try again in a moment.',
  'problem.cancelled': 'The action was interrupted',
  'problem.cancelled.detail': 'Nothing has changed.',
  'problem.stale-version': 'Somebody else was quicker',
  'problem.stale-version.detail':
    'The record changed while you were looking at it. Load it again and repeat your change.',
  'problem.too-many-requests': 'Too many tries',
  'problem.too-many-requests.detail': 'To keep the accounts safe, we take a short break here.',
  'problem.retryAfter': { one: 'Try again in {count} second.', other: 'Try again in {count} seconds.' },
  'problem.retryMinutes': { one: 'Try again in {count} minute.', other: 'Try again in {count} minutes.' },
  'problem.requestId': 'Request number',
  'problem.otherErrors': 'What needs correcting',

  'state.invited': 'Invited',
  'state.active': 'Active',
  'state.disabled': 'Disabled',
  'state.waiting': 'Waiting',
  'state.shown': 'Dry run, not sent',
  'state.sent': 'Sent',
  'state.failed': 'Failed',
  'state.refused': 'Not wanted by the reader',
  'state.expired': 'Expired unsent',
  'state.sealed': 'Sealed',
  'state.unsealed': 'To be sealed',
  'state.good': 'Good',
  'state.attention': 'Needs attention',
  'state.bad': 'Out of order',
  'state.current': 'This device',
  'state.totpOn': 'Second step on',
  'state.totpOff': 'No second step',
  'state.held': 'Place held',
  'state.reserve': 'Reserve',
  'state.ended': 'Ended',
  'state.open': 'No answer yet',
  'state.confirmed': 'Confirmed',
  'state.declined': 'Declined',
};
