import type { IconName } from './ui/icons';

export type Tone = 'good' | 'attention' | 'bad' | 'info' | 'neutral';

interface Appearance {
  tone: Tone;
  icon: IconName;
}

/**
 * Every state the product shows, once: its tone and icon here, its word under `state.<name>` in the
 * dictionaries. A screen never picks a colour or a word for a state by itself.
 */
export const states = {
  invited: { tone: 'info', icon: 'mail' },
  active: { tone: 'good', icon: 'check' },
  disabled: { tone: 'neutral', icon: 'pause' },

  waiting: { tone: 'info', icon: 'clock' },
  sent: { tone: 'good', icon: 'check' },
  failed: { tone: 'bad', icon: 'alert' },
  shown: { tone: 'neutral', icon: 'eye' },
  refused: { tone: 'neutral', icon: 'minus' },
  expired: { tone: 'neutral', icon: 'clock' },

  sealed: { tone: 'good', icon: 'seal' },
  unsealed: { tone: 'info', icon: 'clock' },

  good: { tone: 'good', icon: 'check' },
  attention: { tone: 'attention', icon: 'alert' },
  bad: { tone: 'bad', icon: 'cross' },

  current: { tone: 'info', icon: 'pin' },
  totpOn: { tone: 'good', icon: 'shield' },
  totpOff: { tone: 'attention', icon: 'shield' },

  held: { tone: 'good', icon: 'seat' },
  reserve: { tone: 'info', icon: 'clock' },
  ended: { tone: 'neutral', icon: 'minus' },
  open: { tone: 'attention', icon: 'question' },
  confirmed: { tone: 'good', icon: 'check' },
  declined: { tone: 'neutral', icon: 'cross' },

  draft: { tone: 'neutral', icon: 'pencil' },
  upcoming: { tone: 'info', icon: 'clock' },
  registering: { tone: 'good', icon: 'check' },
  closed: { tone: 'neutral', icon: 'minus' },
  cancelled: { tone: 'bad', icon: 'cross' },
  rehearsal: { tone: 'attention', icon: 'info' },
  review: { tone: 'attention', icon: 'eye' },

  ready: { tone: 'good', icon: 'check' },
  rejected: { tone: 'bad', icon: 'cross' },
  entered: { tone: 'good', icon: 'seat' },
} as const satisfies Record<string, Appearance>;

export type StateName = keyof typeof states;
