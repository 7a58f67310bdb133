import { assertEquals, assertNotEquals } from "@std/assert";
import { sharedMetadata, translated, translatedContent } from "./translation.ts";

const level = (limited: Record<string, number>) => ({
  apiVersion: "flowcontrol.apiserver.svc.io/v1beta2",
  kind: "PriorityLevelConfiguration",
  metadata: { name: "a", uid: "u", resourceVersion: "1" },
  spec: { type: "Limited", limited },
  status: {},
});

Deno.test("the shares are renamed, there and back, and nothing else is touched", () => {
  const old = translatedContent(level({ assuredConcurrencyShares: 3, lendablePercent: 10 }));
  const renamed = translatedContent(level({ nominalConcurrencyShares: 3, lendablePercent: 10 }));
  assertEquals(translated(old, "v1beta2", "v1beta3"), renamed);
  assertEquals(translated(renamed, "v1", "v1beta2"), old);
  assertEquals(translated(renamed, "v1beta3", "v1"), renamed);
});

Deno.test("a field that was lost, changed or kept under its old name is not a translation", () => {
  const expected = translated(
    translatedContent(level({ assuredConcurrencyShares: 3 })),
    "v1beta2",
    "v1beta3",
  );
  assertNotEquals(translatedContent(level({})), expected);
  assertNotEquals(translatedContent(level({ nominalConcurrencyShares: 4 })), expected);
  assertNotEquals(translatedContent(level({ assuredConcurrencyShares: 3 })), expected);
});

Deno.test("versions of other kinds do not differ", () => {
  const content = { kind: "FlowSchema", spec: { limited: { assuredConcurrencyShares: 1 } } };
  assertEquals(translated(content, "v1beta2", "v1beta3"), content);
});

Deno.test("two objects of one name share no uid", () => {
  const one = level({});
  const other = { ...one, metadata: { ...one.metadata, uid: "v" } };
  assertNotEquals(sharedMetadata(one), sharedMetadata(other));
  const later = { ...one, metadata: { ...one.metadata, resourceVersion: "2" } };
  assertEquals(sharedMetadata(one), sharedMetadata(later));
});
