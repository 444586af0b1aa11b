import type { IconName } from '$shared/ui/icons';
import type { WordKey } from './i18n/words';

/** A place in the navigation; shown to whoever holds its right somewhere. */
export interface Room {
  path: string;
  name: WordKey;
  about: WordKey;
  icon: IconName;
  right: string | null;
}

export const rooms: readonly Room[] = [
  {
    path: '/championships',
    name: 'nav.championships',
    about: 'home.championships',
    icon: 'flag',
    right: 'championship.read',
  },
  { path: '/entries', name: 'nav.entries', about: 'home.entries', icon: 'inbox', right: 'entry.read' },
  { path: '/desk', name: 'nav.desk', about: 'home.desk', icon: 'phone', right: 'call.take' },
  { path: '/staff', name: 'nav.staff', about: 'home.staff', icon: 'users', right: 'account.read' },
  { path: '/audit', name: 'nav.audit', about: 'home.audit', icon: 'seal', right: 'audit.read' },
  { path: '/outbox', name: 'nav.outbox', about: 'home.outbox', icon: 'mail', right: 'outbox.read' },
  { path: '/health', name: 'nav.health', about: 'home.health', icon: 'pulse', right: 'system.read' },
];

export const isAt = (room: string, location: string): boolean =>
  location === room || location.startsWith(`${room}/`);
