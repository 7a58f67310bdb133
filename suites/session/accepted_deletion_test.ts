import { assertEquals, assertRejects } from "@std/assert";
import { Discard } from "../check.ts";
import type { HttpRequest, HttpResponse, Json } from "../client/http_client.ts";
import { untilGone } from "./accepted_deletion.ts";

/** A scope whose lists show these objects one after the other, the last ones from then on. */
function listing(...lists: readonly (readonly Json[])[]) {
  const sent: HttpRequest[] = [];
  const send = (request: HttpRequest) => {
    const items = lists[Math.min(sent.push(request), lists.length) - 1]!;
    return Promise.resolve({ json: { items } } as unknown as HttpResponse);
  };
  return { scope: { send, selector: "plumbline/scope=a" }, sent };
}

const object = (name: string, metadata: { readonly [key: string]: Json } = {}): Json => ({
  metadata: { name, ...metadata },
});
const held = object("b", { finalizers: ["a/b"], deletionTimestamp: "now" });
const isSelected = ({ metadata }: { readonly [key: string]: Json }) =>
  (metadata as { readonly name: string }).name !== "other";

Deno.test("an accepted deletion is done once lists show what is held and what is not selected", async () => {
  const { scope, sent } = listing(
    [object("a"), object("b", { finalizers: ["a/b"] }), object("other")],
    [object("a", { deletionTimestamp: "now" }), held, object("other")],
    [held, object("other")],
  );
  await untilGone(scope, { path: "/api/v1/secrets" }, isSelected);
  assertEquals(sent.map(({ query }) => query), Array(3).fill({ labelSelector: scope.selector }));
});

Deno.test("a deletion that takes long discards the case", async () => {
  const { scope } = listing([object("a")]);
  await assertRejects(() => untilGone(scope, { path: "/api/v1/secrets" }, isSelected), Discard);
});
