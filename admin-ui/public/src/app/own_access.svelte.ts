import type { Registered } from '$shared/api/types';

// What opens somebody's own entry. It lives in this page's memory and nowhere else: a reload asks for the secret again.

interface Access {
  code: string;
  token: string;
}

let access = $state.raw<Access | null>(null);
let registered = $state.raw<Registered | null>(null);

export const ownAccess = {
  tokenFor: (code: string): string | null => (access?.code === code ? access.token : null),
  accept(code: string, token: string): void {
    access = { code, token };
  },
  forget(): void {
    access = null;
    registered = null;
  },
  /** The answer to a registration made in this page, with its secret. */
  get registered(): Registered | null {
    return registered;
  },
  keep(answer: Registered): void {
    registered = answer;
    access = null;
  },
};

/** A code as people write it: small letters, without the hyphen, O for zero, I and L for one. */
export function tidyCode(text: string): string {
  const bare = text
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  return bare.length === 8 ? `${bare.slice(0, 4)}-${bare.slice(4)}` : text.trim().toUpperCase();
}
