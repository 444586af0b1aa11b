/**
 * Takes the secret of a one-time link (`/entry/recovery#…`, `/entry/not-me#…`) out of the address before anything else
 * sees it, so that it stays neither on the screen nor in the history. Must be imported first.
 */
const places = /^\/entry\/(recovery|not-me)\/?$/;

let token: string | null = null;

function take(): void {
  if (!places.test(location.pathname) || location.hash.length < 2) return;
  token = decodeURIComponent(location.hash.slice(1).replace(/^token=/, ''));
  history.replaceState(history.state, '', location.pathname);
}

take();
addEventListener('hashchange', take);

export const oneTimeToken = {
  get value(): string | null {
    return token;
  },
  forget(): void {
    token = null;
  },
};
