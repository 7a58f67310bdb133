/**
 * The tokens of service accounts among the facts of a store that outlives the server.
 *
 * @module
 */
import type { TokenOwner, TokenOwners } from "./issued_tokens.ts";
import type { Json } from "@plumbline/server/api";
import type { FactStore } from "@plumbline/server/storage";

/** What the name of each of these facts begins with. */
const TOKEN = "token ";

/** Returns the tokens among facts; those that are set or deleted change the facts. */
export function tokensIn(facts: FactStore): TokenOwners {
  return {
    get: (token) => facts.get(TOKEN + token) as TokenOwner | undefined,
    set(token, owner) {
      facts.set(TOKEN + token, owner as unknown as Json);
      return new Map();
    },
    delete(token) {
      facts.set(TOKEN + token, undefined);
      return true;
    },
    entries: () =>
      new Map(
        [...facts].filter(([name]) => name.startsWith(TOKEN))
          .map(([name, owner]) => [name.slice(TOKEN.length), owner as unknown as TokenOwner]),
      ).entries(),
  };
}
