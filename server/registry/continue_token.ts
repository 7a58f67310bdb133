/**
 * Continue tokens: where the next page begins, signed so that only this server's own are believed.
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
  /** The revision all pages show. */
  readonly revision: number;
  /** When the first page was served, in milliseconds: the lifetime counts from there. */
  readonly since: number;
  /** The last object served. */
  readonly after: { readonly namespace: string; readonly name: string };
}

/** How long a token is good for by default: 5 minutes (interface, "Limits"). */
export const TOKEN_LIFETIME = 5 * 60_000;

/**
 * Issues and reads tokens.
 *
 * @internal
 */
export interface ContinueTokens {
  /** The token for the page behind a position. */
  issue(collection: CollectionKey, position: Position): string;
  /**
   * The position of a token issued for the same collection.
   *
   * @throws {ApiError} BadRequest for a token that was not, Expired for one that is too old
   */
  read(collection: CollectionKey, token: string): Position;
}

/** Makes the tokens of one server: those of another, or of its last start, are refused. */
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
    // Sealing the payload again and comparing the whole text leaves no bit that could be altered.
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
