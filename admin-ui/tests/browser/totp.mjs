// What an authenticator does (RFC 6238).
import { createHmac } from 'node:crypto';
import { until } from './service.mjs';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function bytesOf(base32) {
  const bits = [...base32.replace(/[\s=]/g, '')]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)));
}

const stepNow = () => Math.floor(Date.now() / 30_000);

export function codeAt(secret, step) {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const at = digest[19] & 15;
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Hands out codes that were not used before; the service takes each step once, and the one to come as well. */
export class Authenticator {
  #secret;
  #used = 0;

  constructor(secret) {
    this.#secret = secret;
  }

  async next() {
    const step = Math.max(stepNow(), this.#used + 1);
    await until('the time of the next code', 60, () => step <= stepNow() + 1);
    this.#used = step;
    return codeAt(this.#secret, step);
  }
}
