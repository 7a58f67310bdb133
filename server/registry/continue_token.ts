/**
 * Continue tokens: the position of the next page, signed so that a server accepts only its own.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";
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
  issue(collection: CollectionKey, position: Position): string;
  /**
   * Returns the position in a token that was issued for the same collection.
   *
   * @throws {ApiError} BadRequest for any other token, Expired for one that is too old
   */
  read(collection: CollectionKey, token: string): Position;
}

/**
 * Returns the tokens of one server: those of other servers, or of an earlier start, are rejected.
 */
export function continueTokens(
  key: Uint8Array,
  clock: Clock,
  lifetime: number = TOKEN_LIFETIME,
): ContinueTokens {
  function seal(collection: CollectionKey, payload: string): string {
    const signature = createHmac("sha256", key)
      .update(JSON.stringify([collection.resource, collection.namespace ?? null, payload]))
      .digest("base64url");
    return `${Buffer.from(payload).toString("base64url")}.${signature}`;
  }

  function issue(collection: CollectionKey, { revision, since, after }: Position): string {
    return seal(collection, JSON.stringify([revision, since, after.namespace, after.name]));
  }

  function read(collection: CollectionKey, token: string): Position {
    const payload = Buffer.from(token.split(".", 1)[0]!, "base64url").toString();
    // Sealing the payload again and comparing the whole text detects a change of any bit.
    if (!equal(seal(collection, payload), token)) {
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

function equal(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
