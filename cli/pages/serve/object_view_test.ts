import { assertEquals, assertStringIncludes } from "@std/assert";
import { parse } from "@std/yaml";
import { objectView } from "./object_view.ts";

const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

const shared = {};
const secret = {
  apiVersion: "v1",
  kind: "Secret",
  metadata: {
    name: "a",
    annotations: { [LAST_APPLIED]: '{"data":{"password":"aHVudGVyMg=="}}', note: "seen" },
    managedFields: [{ manager: "m", fieldsV1: { "f:a": shared, "f:b": shared } }],
  },
  data: { password: "aHVudGVyMg==", token: btoa("admin-token") },
};

Deno.test("the data of a Secret is shown only on request", () => {
  const shown = objectView(secret, { tokens: [] });
  assertEquals(shown.masked, true);
  for (const text of Object.values(shown)) {
    assertEquals(String(text).includes("aHVudGVyMg"), false, String(text));
  }
  for (const text of ["password", "note", "••••••"]) assertStringIncludes(shown.yaml, text);
  const revealed = objectView(secret, { reveal: true, tokens: [] });
  assertEquals(revealed.masked, false);
  assertEquals(JSON.parse(revealed.json).data, secret.data);
});

Deno.test("tokens are never shown", () => {
  const shown = objectView(
    { ...secret, metadata: { name: "admin-token", annotations: { note: "is admin-token" } } },
    { reveal: true, tokens: ["admin-token", ""] },
  );
  for (const text of Object.values(shown)) {
    assertEquals(String(text).includes("admin-token"), false, String(text));
    assertEquals(String(text).includes(btoa("admin-token")), false, String(text));
  }
});

Deno.test("an object is complete in both formats, with managedFields apart", () => {
  const object = { ...secret, kind: "ConfigMap" };
  const { yaml, json, managedFields, masked } = objectView(object, { tokens: [] });
  const { managedFields: managed, ...metadata } = object.metadata;
  assertEquals(parse(yaml), { ...object, metadata });
  assertEquals(JSON.parse(json), { ...object, metadata });
  assertEquals(parse(managedFields), managed);
  assertEquals(managedFields.includes("&"), false, "nothing refers to another part");
  assertEquals(masked, false);
  assertEquals(objectView({ metadata: { name: "a" } }, { tokens: [] }).managedFields, "");
});
