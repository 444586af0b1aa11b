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
  '/championships': lazy(() => import('./championship/Championships.svelte')),
  '/championships/:slug': lazy(() => import('./championship/SetUp.svelte')),
  '/championships/:slug/terms': lazy(() => import('./championship/TermsEditor.svelte')),
  '/championships/:slug/documents': lazy(() => import('./championship/Documents.svelte')),
  '/championships/:slug/import/:code?': lazy(() => import('./championship/ImportPage.svelte')),
  '/entries': lazy(() => import('./championship/Choose.svelte')),
  '/entries/:slug': lazy(() => import('./championship/entries/Entries.svelte')),
  '/entries/:slug/:code': lazy(() => import('./championship/entries/Entry.svelte')),
  '/desk': lazy(() => import('./championship/Choose.svelte')),
  '/desk/:slug': lazy(() => import('./championship/Desk.svelte')),
  '/audit': lazy(() => import('./pages/Audit.svelte')),
  '/outbox': lazy(() => import('./pages/Outbox.svelte')),
  '/health': lazy(() => import('./pages/Health.svelte')),
  '/gallery': lazy(() => import('./pages/Gallery.svelte')),
  '*': wrap({ component: NotFound }),
};
