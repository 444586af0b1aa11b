import { wrap, type WrappedComponent } from 'svelte-spa-router/wrap';
import type { Component } from 'svelte';
import Home from './pages/Home.svelte';
import NotFound from './pages/NotFound.svelte';
import Loading from './shell/Loading.svelte';

// Rooms are loaded when entered; the first screen carries only the shell.
const lazy = (load: () => Promise<{ default: Component<never> }>): WrappedComponent =>
  wrap({ asyncComponent: load as never, loadingComponent: Loading });

export const routes = {
  '/': wrap({ component: Home }),
  '/account': lazy(() => import('./pages/OwnAccount.svelte')),
  '/staff': lazy(() => import('./pages/Staff.svelte')),
  '/staff/:code': lazy(() => import('./pages/StaffMember.svelte')),
  '/audit': lazy(() => import('./pages/Audit.svelte')),
  '/outbox': lazy(() => import('./pages/Outbox.svelte')),
  '/health': lazy(() => import('./pages/Health.svelte')),
  '/gallery': lazy(() => import('./pages/Gallery.svelte')),
  '*': wrap({ component: NotFound }),
};
