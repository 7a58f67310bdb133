/**
 * Stands in for `node:crypto` in browsers, whose own hashes are not there at once: SHA-256, for the
 * policy of a report's page.
 *
 * @module
 */

/** A hash under way. */
interface Hash {
  /** Adds text. */
  update(text: string): Hash;
  /** Returns the hash of all text. */
  digest(encoding: "base64"): string;
}

/**
 * Creates a hash.
 *
 * @throws {Error} for another algorithm than `sha256`
 */
export function createHash(algorithm: string): Hash {
  if (algorithm !== "sha256") throw new Error(`Cannot use ${algorithm} in a browser`);
  let all = "";
  const hash: Hash = {
    update(text) {
      all += text;
      return hash;
    },
    digest: () => btoa(String.fromCharCode(...sha256(new TextEncoder().encode(all)))),
  };
  return hash;
}

/** The first primes. */
const PRIMES = [...Array(312).keys()].filter((number) =>
  number > 1 && ![...Array(number).keys()].some((other) => other > 1 && number % other === 0)
);

/** The first 32 bits of the fractional part of a number. */
const fraction = (number: number): number => Math.floor((number % 1) * 2 ** 32) | 0;

const ROUNDS = PRIMES.slice(0, 64).map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** Returns the SHA-256 of bytes (FIPS 180-4). */
function sha256(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  const state = [...START];
  const words = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let at = 0; at < 16; at++) words[at] = view.getInt32(block + 4 * at);
    for (let at = 16; at < 64; at++) {
      const [near, far] = [words[at - 2]!, words[at - 15]!];
      words[at] = words[at - 16]! + words[at - 7]! +
        (rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10)) +
        (rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3));
    }
    let [a, b, c, d, e, f, g, h] = state as [
      ...[number, number, number, number],
      ...[number, number, number, number],
    ];
    for (let at = 0; at < 64; at++) {
      const one = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) +
        ROUNDS[at]! + words[at]!;
      const two = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) {
      state[at] = (state[at]! + word) | 0;
    }
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => digest.setInt32(4 * at, word));
  return new Uint8Array(digest.buffer);
}
