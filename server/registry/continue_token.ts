/**
 * Continue tokens: the position of the next page, signed so that a server accepts only its own.
 *
 * @module
 */
import { badRequest, expired } from "../api_error.ts";
import type { Clock } from "../sources.ts";
import type { CollectionKey } from "../storage/storage.ts";

/** The contents of a token. */
export interface Position {
  /** The revision of all pages. */
  readonly revision: number;
  /** The time of the first page in milliseconds, at which the token's lifetime starts. */
  readonly since: number;
  /** The last object of the previous page. */
  readonly after: { readonly namespace: string; readonly name: string };
}

/** The default lifetime of a token: 5 minutes (specification, "Limits"). */
export const TOKEN_LIFETIME = 5 * 60_000;

/**
 * Issues and reads tokens.
 *
 * @internal
 */
export interface ContinueTokens {
  /** Returns the token for the page after a position. */
  issue(collection: CollectionKey, position: Position): Promise<string>;
  /**
   * Returns the position in a token that was issued for the same collection.
   *
   * @throws {ApiError} BadRequest for any other token, Expired for one that is too old
   */
  read(collection: CollectionKey, token: string): Promise<Position>;
}

/**
 * Returns the tokens of one server: those of other servers, or of an earlier start, are rejected.
 */
export function continueTokens(
  key: Uint8Array,
  clock: Clock,
  lifetime: number = TOKEN_LIFETIME,
): ContinueTokens {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  let imported: Promise<CryptoKey> | undefined;
  const signing = () =>
    imported ??= crypto.subtle.importKey("raw", new Uint8Array(key), algorithm, false, ["sign"]);

  async function seal(collection: CollectionKey, payload: string): Promise<string> {
    const signed = JSON.stringify([collection.resource, collection.namespace ?? null, payload]);
    const bytes = new TextEncoder().encode(signed);
    const signature = await crypto.subtle.sign(algorithm.name, await signing(), bytes);
    const parts = [new TextEncoder().encode(payload), new Uint8Array(signature)];
    return parts.map((part) => part.toBase64(BASE64)).join(".");
  }

  async function issue(
    collection: CollectionKey,
    { revision, since, after }: Position,
  ): Promise<string> {
    return await seal(collection, JSON.stringify([revision, since, after.namespace, after.name]));
  }

  async function read(collection: CollectionKey, token: string): Promise<Position> {
    const payload = payloadOf(token);
    // Sealing the payload again and comparing the whole text detects a change of any bit.
    if (payload === undefined || !equal(await seal(collection, payload), token)) {
      throw badRequest("invalid continue token: continue key is not valid");
    }
    const [revision, since, namespace, name] = JSON.parse(payload);
    if (clock.now() - since > lifetime) {
      throw expired(
        "The provided continue parameter is too old to display a consistent list result. " +
          "You must start a new list without the continue parameter.",
      );
    }
    return { revision, since, after: { namespace, name } };
  }

  return { issue, read };
}

const BASE64 = { alphabet: "base64url", omitPadding: true } as const;

/** Returns the payload of a token, which may be anything; undefined for one that is none. */
function payloadOf(token: string): string | undefined {
  try {
    return new TextDecoder().decode(Uint8Array.fromBase64(token.split(".", 1)[0]!, BASE64));
  } catch {
    return undefined;
  }
}

/** Compares two texts in a time that depends on their lengths only. */
function equal(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let at = 0; at < left.length; at++) {
    difference |= left.charCodeAt(at) ^ right.charCodeAt(at);
  }
  return difference === 0;
}
