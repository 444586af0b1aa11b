import type { Component } from 'svelte';

type Page = Promise<{ default: Component<never> }>;

interface Route {
  pattern: RegExp;
  /** The names of the pattern's groups, in order. */
  names: string[];
  load: () => Page;
}

const route = (path: string, load: () => Page): Route => ({
  pattern: new RegExp(`^${path.replace(/:\w+/g, '([^/]+)')}$`),
  names: [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
  load,
});

// Every page is loaded when it is entered.
const routes: Route[] = [
  route('/c', () => import('./pages/Championships.svelte')),
  route('/c/:slug', () => import('./pages/ChampionshipHome.svelte')),
  route('/c/:slug/register', () => import('./pages/Register.svelte')),
  route('/c/:slug/receipt', () => import('./pages/ReceiptPage.svelte')),
  route('/c/:slug/terms', () => import('./pages/TermsList.svelte')),
  route('/c/:slug/terms/:number', () => import('./pages/TermsVersion.svelte')),
  route('/c/:slug/documents/:kind/:number', () => import('./pages/DocumentPage.svelte')),
  route('/c/:slug/heats/:heat/ledger', () => import('./pages/Ledger.svelte')),
  route('/entry', () => import('./pages/OwnEntry.svelte')),
  route('/entry/lost', () => import('./pages/LostCode.svelte')),
  route('/entry/recovery', () => import('./pages/Recovery.svelte')),
  route('/entry/not-me', () => import('./pages/NotMe.svelte')),
  route('/entry/:code', () => import('./pages/OwnEntry.svelte')),
];

export interface Found {
  load: () => Page;
  params: Record<string, string>;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function findRoute(path: string): Found | null {
  for (const { pattern, names, load } of routes) {
    const match = pattern.exec(path);
    if (!match) continue;
    return { load, params: Object.fromEntries(names.map((name, i) => [name, decoded(match[i + 1] ?? '')])) };
  }
  return null;
}

export const queryIn = (text: string): URLSearchParams => new URLSearchParams(text);
