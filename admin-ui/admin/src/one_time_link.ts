/**
 * Takes the secret out of a one-time link (`#/invitation?token=…`, `#/reset?token=…`) before anything else sees
 * the address, so that it stays neither in the history nor on the screen. Must be imported before the router,
 * whose own listener reads the address.
 */
const pattern = /^#\/(invitation|reset)(?:\?token=|\/)([^&/?]+)$/;

let token: string | null = null;

function take(): void {
  const match = pattern.exec(location.hash);
  if (!match) return;
  token = decodeURIComponent(match[2] ?? '');
  history.replaceState(history.state, '', `#/${match[1] ?? ''}`);
}

take();
addEventListener('hashchange', take);

export const oneTimeLink = {
  get token(): string | null {
    return token;
  },
  forget(): void {
    token = null;
  },
};
