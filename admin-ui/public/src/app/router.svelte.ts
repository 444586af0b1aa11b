import { tick } from 'svelte';
import { queryIn } from './routes';

// Real addresses: the service answers every path below /c and /entry with the same page, and this shows the right one.

interface Place {
  path: string;
  query: string;
}

const here = (): Place => ({ path: location.pathname.replace(/(.)\/+$/, '$1'), query: location.search });

let place = $state.raw<Place>(here());
let moves = $state(0);

export const isOurs = (path: string): boolean => /^\/(c|entry)(\/|$)/.test(path);

export const router = {
  get path(): string {
    return place.path;
  },
  get query(): URLSearchParams {
    return queryIn(place.query);
  },
  /** How often the reader has gone somewhere within the pages; zero on arrival. */
  get moves(): number {
    return moves;
  },
};

async function arrive(): Promise<void> {
  place = here();
  moves += 1;
  await tick();
}

export async function go(address: string, how: 'push' | 'replace' = 'push'): Promise<void> {
  if (how === 'push') history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  await arrive();
  scrollTo(0, 0);
}

addEventListener('popstate', () => void arrive());

addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest('a');
  if (!link || link.target !== '' || link.origin !== location.origin || link.hasAttribute('download')) return;
  if (!isOurs(link.pathname) || (link.hash !== '' && link.pathname === location.pathname)) return;
  event.preventDefault();
  void go(link.pathname + link.search + link.hash);
});
