/**
 * The tokens that the server issues to service accounts at run time.
 *
 * @module
 */
import type { Sources, User } from "@plumbline/server/api";
import { serviceAccountGroups, serviceAccountName } from "@plumbline/server/access";

/** The service account that a token is for. */
export interface TokenSubject {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** A token as the server issued it. */
export interface IssuedToken {
  /** The token: three parts as a JWT has them. Its signature is random, as only its issuer reads it. */
  readonly token: string;
  /** When it expires, in milliseconds since 1970. */
  readonly expires: number;
}

/** The user of a token, and when it expires in milliseconds since 1970. */
export interface TokenOwner {
  readonly user: User;
  readonly expires: number;
}

/** The issued tokens with their owners. */
export type TokenOwners = Pick<Map<string, TokenOwner>, "get" | "set" | "delete" | "entries">;

/** Issues tokens and recognizes them until they expire. */
export class IssuedTokens {
  readonly #sources: Pick<Sources, "clock" | "bytes">;
  readonly #users: TokenOwners;

  /**
   * Creates an issuer.
   *
   * @param users the tokens that were issued before, and where new ones are stored
   */
  constructor(sources: Pick<Sources, "clock" | "bytes">, users: TokenOwners = new Map()) {
    this.#sources = sources;
    this.#users = users;
  }

  /**
   * Issues a token.
   *
   * @param subject the service account
   * @param audiences the audiences that the token names
   * @param seconds how long it is valid
   */
  issue(subject: TokenSubject, audiences: readonly string[], seconds: number): IssuedToken {
    const now = this.#sources.clock.now();
    this.#forgetExpired(now);
    const expires = now + 1_000 * seconds;
    const user = serviceAccountName(subject);
    const { namespace, name, uid } = subject;
    const claims = {
      aud: audiences,
      exp: Math.floor(expires / 1_000),
      iat: Math.floor(now / 1_000),
      nbf: Math.floor(now / 1_000),
      iss: "plumbline",
      sub: user,
      "kubernetes.io": { namespace, serviceaccount: { name, uid } },
    };
    const signature = this.#sources.bytes(32);
    const token = [
      encoded({ alg: "HS256", typ: "JWT" }),
      encoded(claims),
      signature.toBase64({ alphabet: "base64url", omitPadding: true }),
    ].join(".");
    const groups = [...serviceAccountGroups(namespace), "system:authenticated"];
    this.#users.set(token, { user: { name: user, uid, groups, extra: {} }, expires });
    return { token, expires };
  }

  #forgetExpired(now: number): void {
    for (const [token, { expires }] of this.#users.entries()) {
      if (expires <= now) this.#users.delete(token);
    }
  }

  /** Forgets the tokens of a service account, which is gone. */
  revoke(uid: string): void {
    for (const [token, { user }] of this.#users.entries()) {
      if (user.uid === uid) this.#users.delete(token);
    }
  }

  /** Returns the user of a token that was issued and is still valid, undefined for any other. */
  userOf(token: string): User | undefined {
    const known = this.#users.get(token);
    return known !== undefined && known.expires > this.#sources.clock.now()
      ? known.user
      : undefined;
  }
}

const encoded = (part: unknown): string =>
  new TextEncoder().encode(JSON.stringify(part)).toBase64({
    alphabet: "base64url",
    omitPadding: true,
  });
