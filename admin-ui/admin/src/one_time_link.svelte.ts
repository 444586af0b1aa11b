/**
 * Takes the secret out of a one-time link (`#/invitation?token=…`, `#/reset?token=…`) before anything else sees
 * the address, so that it stays neither in the history nor on the screen. Must be imported before the router,
 * whose own listener reads the address.
 */
const pattern = /^#\/(invitation|reset)(?:\?token=|\/)([^&/?]+)$/;

let token: string | null = null;
let taken = $state(0);

function take(): void {
  const match = pattern.exec(location.hash);
  if (!match) return;
  token = decodeURIComponent(match[2] ?? '');
  taken += 1;
  history.replaceState(history.state, '', `#/${match[1] ?? ''}`);
}

take();
addEventListener('hashchange', take);

export const oneTimeLink = {
  get token(): string | null {
    return token;
  },
  /** How many links were opened in this page; a page for one must not outlive the next. */
  get taken(): number {
    return taken;
  },
  forget(): void {
    token = null;
  },
};
