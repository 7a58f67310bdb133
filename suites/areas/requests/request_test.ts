import { assertEquals, assertThrows } from "@std/assert";
import { Discard } from "../../check.ts";
import type { Identity } from "../../client/target.ts";
import { credentialsOf } from "./request.ts";

const flaw = "unknown caller";
const identities = (token: string): [Identity] => [{ name: "current", token } as Identity];

Deno.test("an unknown token says nothing where a client certificate may authenticate", () => {
  const certified = { url: "https://a", identities: identities("") };
  assertThrows(() => credentialsOf({ flaw }, certified), Discard, "client certificate");
  assertEquals(credentialsOf({ flaw: "none" }, certified), {});
});

Deno.test("an unknown token is sent where nothing else authenticates", () => {
  const sent = { authorization: "Bearer plumbline-unknown-token" };
  for (const [url, token] of [["https://a", "own"], ["http://a", "own"], ["http://a", ""]]) {
    const target = { url: url!, identities: identities(token!) };
    assertEquals(credentialsOf({ flaw }, target), sent);
  }
});
