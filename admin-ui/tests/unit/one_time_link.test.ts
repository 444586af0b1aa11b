import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const listeners: EventListener[] = [];
const listening = addEventListener;

/** The module acts when it is loaded, as it does in the page. */
async function arriveAt(hash: string) {
  vi.resetModules();
  history.replaceState({ kept: true }, '', `/admin${hash}`);
  return (await import('../../admin/src/one_time_link.svelte')).oneTimeLink;
}

beforeEach(() => {
  history.replaceState(null, '', '/admin');
  vi.stubGlobal('addEventListener', (type: string, listener: EventListener) => {
    listeners.push(listener);
    listening(type, listener);
  });
});

afterEach(() => {
  for (const listener of listeners.splice(0)) removeEventListener('hashchange', listener);
  vi.unstubAllGlobals();
});

describe('a one-time link', () => {
  it.each([
    ['#/invitation?token=abc-DEF_123', '#/invitation'],
    ['#/reset?token=abc-DEF_123', '#/reset'],
    ['#/invitation/abc-DEF_123', '#/invitation'],
  ])('gives up its secret and leaves none of it in the address: %s', async (hash, left) => {
    const before = history.length;
    const link = await arriveAt(hash);
    expect(link.token).toBe('abc-DEF_123');
    expect(location.hash).toBe(left);
    expect(location.href).not.toContain('abc-DEF_123');
    expect(history.length).toBe(before);
    expect(history.state).toEqual({ kept: true });
  });

  it('is also taken when it is opened in a page that is already there', async () => {
    const link = await arriveAt('');
    expect(link.token).toBeNull();
    history.replaceState(null, '', '/admin#/reset?token=later');
    dispatchEvent(new HashChangeEvent('hashchange'));
    expect(link.token).toBe('later');
    expect(link.taken).toBe(1);
    expect(location.hash).toBe('#/reset');
  });

  it.each(['#/account?token=abc', '#/invitation', '#/invitation?token=', '#/reset?token=a&x=b', ''])(
    'is nothing else: %s',
    async (hash) => {
      const link = await arriveAt(hash);
      expect(link.token).toBeNull();
      expect(location.hash).toBe(hash);
    },
  );

  it('can be forgotten', async () => {
    const link = await arriveAt('#/reset?token=abc');
    link.forget();
    expect(link.token).toBeNull();
  });
});
