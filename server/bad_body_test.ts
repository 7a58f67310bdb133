/**
 * Tests that bad bodies get a clear Status and change nothing.
 *
 * @module
 */
import { DEPLOYMENTS, JSON_PATCH, MERGE, refuseAll } from "./testing_refusals.ts";
import { deploymentOf, secretOf, SECRETS } from "./testing.ts";

const bytes = (...values: number[]) => new Uint8Array(values);
const text = (value: unknown) => JSON.stringify(value);
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const NEW = text(secretOf("new"));

Deno.test("bodies that are not JSON objects are rejected", async () => {
  await refuseAll([
    ["half a document", "POST", SECRETS, { body: NEW.slice(0, -1) }, "BadRequest"],
    ["nothing", "POST", SECRETS, { body: "" }, "BadRequest"],
    ["no body at all", "POST", SECRETS, {}, "BadRequest"],
    ["white space", "POST", SECRETS, { body: " \n" }, "BadRequest"],
    ["null", "POST", SECRETS, { body: "null" }, "BadRequest"],
    ["a list", "POST", SECRETS, { body: `[${NEW}]` }, "BadRequest"],
    ["a string", "POST", SECRETS, { body: text(NEW) }, "BadRequest"],
    ["a number", "POST", SECRETS, { body: "1" }, "BadRequest"],
    ["something behind it", "POST", SECRETS, { body: `${NEW}x` }, "BadRequest"],
    ["two documents", "POST", SECRETS, { body: `${NEW}\n${NEW}` }, "BadRequest"],
    ["a byte order mark", "POST", SECRETS, { body: `\ufeff${NEW}` }, "BadRequest"],
    [
      "no UTF-8",
      "POST",
      SECRETS,
      { body: bytes(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d) },
      "BadRequest",
    ],
    ["half a character", "POST", SECRETS, { body: bytes(0x22, 0xc3, 0x22) }, "BadRequest"],
    [
      "a surrogate in UTF-8",
      "POST",
      SECRETS,
      { body: bytes(0x22, 0xed, 0xa0, 0x80, 0x22) },
      "BadRequest",
    ],
    ["zeros", "POST", SECRETS, { body: new Uint8Array(100) }, "BadRequest"],
    ["deep lists", "POST", SECRETS, { body: `{"x":${nested(300_000)}}` }, "BadRequest"],
    ["deep objects", "POST", SECRETS, { body: '{"a":'.repeat(300_000) }, "BadRequest"],
    ["a deep field", "PUT", `${SECRETS}/a`, {
      body: `{"metadata":{"name":"a","managedFields":[{"fieldsV1":${nested(100_000)}}]}}`,
    }, "BadRequest"],
    ["a deep merge patch", "PATCH", `${SECRETS}/a`, {
      body: `{"x":${nested(200_000)}}`,
      type: MERGE,
    }, "BadRequest"],
    ["a deep JSON patch", "PATCH", `${SECRETS}/a`, {
      body: `[{"op":"add","path":"/data","value":${nested(200_000)}}]`,
      type: JSON_PATCH,
    }, "BadRequest"],
    ["no patch", "PATCH", `${SECRETS}/a`, { body: "", type: MERGE }, "BadRequest"],
    ["half a patch", "PATCH", `${SECRETS}/a`, { body: "{", type: MERGE }, "BadRequest"],
    [
      "a merge patch that is a list",
      "PATCH",
      `${SECRETS}/a`,
      { body: "[]", type: MERGE },
      "BadRequest",
    ],
    [
      "a merge patch that is null",
      "PATCH",
      `${SECRETS}/a`,
      { body: "null", type: MERGE },
      "BadRequest",
    ],
    [
      "a JSON patch that is an object",
      "PATCH",
      `${SECRETS}/a`,
      { body: "{}", type: JSON_PATCH },
      "BadRequest",
    ],
    ["options that are no JSON", "DELETE", `${SECRETS}/a`, { body: "{" }, "BadRequest"],
    ["options that are a list", "DELETE", `${SECRETS}/a`, { body: "[]" }, "BadRequest"],
    ["options for a collection that are no JSON", "DELETE", SECRETS, { body: "{" }, "BadRequest"],
    ["no YAML", "POST", SECRETS, { body: "a: [", type: "application/yaml" }, "BadRequest"],
    [
      "two YAML documents",
      "POST",
      SECRETS,
      { body: "a: 1\n---\nb: 2\n", type: "application/yaml" },
      "BadRequest",
    ],
    ["a YAML list", "POST", SECRETS, { body: "- a\n", type: "application/yaml" }, "BadRequest"],
    ["a YAML circle", "POST", SECRETS, {
      body: "metadata: {name: new}\ndata: &a\n  x: *a\n",
      type: "application/yaml",
    }, "BadRequest"],
    ["deep YAML", "POST", SECRETS, {
      body: `metadata: {name: new}\nx: ${nested(100_000)}\n`,
      type: "application/yaml",
    }, "BadRequest"],
    ["YAML that unfolds without end", "POST", SECRETS, {
      body: unfolding(40),
      type: "application/yaml",
    }, "BadRequest"],
  ]);
});

/** A YAML document in which each level has two aliases of the previous one. */
function unfolding(levels: number): string {
  const lines = Array.from(
    { length: levels },
    (_, level) => `  l${level + 1}: &l${level + 1} {a: *l${level}, b: *l${level}}`,
  );
  return `metadata: {name: new}\nunfolding:\n  l0: &l0 {a: b}\n${lines.join("\n")}\n`;
}

Deno.test("objects of another kind, version, name or namespace are rejected", async () => {
  const secret = secretOf("new");
  await refuseAll([
    ["another kind", "POST", SECRETS, { body: { ...secret, kind: "ConfigMap" } }, "BadRequest"],
    ["a list kind", "POST", SECRETS, { body: { ...secret, kind: "SecretList" } }, "BadRequest"],
    [
      "a kind in other letters",
      "POST",
      SECRETS,
      { body: { ...secret, kind: "secret" } },
      "BadRequest",
    ],
    ["a kind that is no text", "POST", SECRETS, { body: { ...secret, kind: 1 } }, "BadRequest"],
    ["another version", "POST", SECRETS, { body: { ...secret, apiVersion: "v2" } }, "BadRequest"],
    [
      "another group",
      "POST",
      SECRETS,
      { body: { ...secret, apiVersion: "apps/v1" } },
      "BadRequest",
    ],
    [
      "a version that is no text",
      "POST",
      SECRETS,
      { body: { ...secret, apiVersion: {} } },
      "BadRequest",
    ],
    ["metadata that is a list", "POST", SECRETS, { body: { metadata: [] } }, "BadRequest"],
    ["a name that is a number", "POST", SECRETS, { body: { metadata: { name: 1 } } }, "BadRequest"],
    ["labels that are a list", "POST", SECRETS, {
      body: secretOf("new", { metadata: { labels: [] } }),
    }, "BadRequest"],
    ["a label that is a number", "POST", SECRETS, {
      body: secretOf("new", { metadata: { labels: { a: 1 } } }),
    }, "BadRequest"],
    ["no name", "POST", SECRETS, { body: { metadata: {} } }, "Invalid"],
    ["a namespace of no name", "POST", "/api/v1/namespaces", { body: {} }, "Invalid"],
    ["another namespace", "POST", SECRETS, {
      body: secretOf("new", { metadata: { namespace: "other" } }),
    }, "BadRequest"],
    ["a version where there is none yet", "POST", SECRETS, {
      body: secretOf("new", { metadata: { resourceVersion: "1" } }),
    }, "BadRequest"],
    ["the name of another", "PUT", `${SECRETS}/a`, { body: secretOf("b") }, "BadRequest"],
    ["no name on the way to one", "PUT", `${SECRETS}/a`, { body: { metadata: {} } }, "BadRequest"],
    ["the uid of another", "PUT", `${SECRETS}/a`, {
      body: secretOf("a", { metadata: { uid: "x" } }),
    }, "Conflict"],
    ["a name that is taken", "POST", SECRETS, { body: secretOf("a") }, "AlreadyExists"],
    ["a PUT to nothing", "PUT", `${SECRETS}/none`, { body: secretOf("none") }, "NotFound"],
    ["a patch of nothing", "PATCH", `${SECRETS}/none`, { body: {}, type: MERGE }, "NotFound"],
    ["a patch to another name", "PATCH", `${SECRETS}/a`, {
      body: { metadata: { name: "c" } },
      type: MERGE,
    }, "BadRequest"],
    ["a patch to another namespace", "PATCH", `${SECRETS}/a`, {
      body: { metadata: { namespace: "c" } },
      type: MERGE,
    }, "BadRequest"],
    ["a patch to another kind", "PATCH", `${SECRETS}/a`, {
      body: { kind: "ConfigMap" },
      type: MERGE,
    }, "Invalid"],
    ["a patch to another uid", "PATCH", `${SECRETS}/a`, {
      body: { metadata: { uid: "c" } },
      type: MERGE,
    }, "Invalid"],
    ["a JSON patch to a number", "PATCH", `${SECRETS}/a`, {
      body: [{ op: "replace", path: "", value: 1 }],
      type: JSON_PATCH,
    }, "Invalid"],
    ["a deletion by another kind", "DELETE", `${SECRETS}/a`, { body: secretOf("a") }, "BadRequest"],
    [
      "data that is no base64",
      "POST",
      SECRETS,
      { body: secretOf("new", { data: { a: "?" } }) },
      "BadRequest",
    ],
    ["a number that is none", "POST", DEPLOYMENTS, {
      body: text(deploymentOf("new")).replace('"spec":{', '"spec":{"replicas":1e999,'),
    }, "BadRequest"],
    [
      "replicas in words",
      "POST",
      DEPLOYMENTS,
      { body: deploymentOf("new", { replicas: "two" }) },
      "BadRequest",
    ],
  ]);
});
