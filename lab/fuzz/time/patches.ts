/**
 * Patches of the four types, and applies.
 *
 * @module
 */
import { PATCHES } from "../../requests/writes.ts";
import { creating, type Growing, grown, numbered, type Probe } from "./probe.ts";

const CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";

/** A ConfigMap with more fields; the apply of one. */
const configMap = (rest = "") => `{"metadata":{"name":"probe"}${rest}}`;
const applied = (rest: string) => `{"apiVersion":"v1","kind":"ConfigMap"${rest}}`;

const deployment = (container: string) =>
  `{"metadata":{"name":"probe"},"spec":{"selector":{"matchLabels":{"a":"b"}},"template":{` +
  `"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"a","image":"a"${container}}]}}}}`;

const containerPatch = (fields: string, head = "") =>
  `{${head}"spec":{"template":{"spec":{"containers":[{"name":"a",${fields}}]}}}}`;

interface Options extends Pick<Probe, "from" | "to"> {
  /** The object to patch. @default {a ConfigMap without data} */
  readonly object?: Growing;
  /** The path of its collection. */
  readonly collection?: string;
}

function patch(
  form: keyof typeof PATCHES,
  name: string,
  body: Growing,
  { object = configMap(), collection = CONFIG_MAPS, ...sizes }: Options = {},
): Probe {
  const query = form === "apply" ? "?fieldManager=probe" : "";
  return {
    name: `${form === "strategic" ? "strategic-merge" : form}: ${name}`,
    before: (size) => [creating(collection, grown(object, size))],
    request: (size) => ({
      method: "PATCH",
      path: `${collection}/probe${query}`,
      contentType: PATCHES[form],
      body: grown(body, size),
    }),
    ...sizes,
  };
}

const TO = { to: 10_000 };
const ENV = `«{"name":"V@","value":"a"}»`;
const FINALIZERS = `{"metadata":{"name":"probe","finalizers":[«"a/f@"»]}}`;
const OF_DEPLOYMENT = { object: deployment(""), collection: DEPLOYMENTS };
const APPLIED_DEPLOYMENT =
  `"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"probe"},`;

/** Patches. */
export const PATCH_PROBES: readonly Probe[] = [
  patch(
    "json",
    "a test of two lists",
    `[{"op":"test","path":"/metadata/finalizers","value":[«"a/g@"»]}]`,
    { object: FINALIZERS, from: 250, to: 60_000 },
  ),
  patch(
    "json",
    "operations that test",
    `[«{"op":"test","path":"/metadata/name","value":"probe"}»]`,
    TO,
  ),
  patch(
    "json",
    "operations that add",
    `[«{"op":"add","path":"/metadata/labels","value":{"a":"@"}}»]`,
    TO,
  ),
  patch(
    "json",
    "operations that add at the front",
    `[{"op":"add","path":"/metadata/finalizers","value":[]},` +
      `«{"op":"add","path":"/metadata/finalizers/0","value":"a/f@"}»]`,
    { to: 9_999 },
  ),
  patch(
    "json",
    "copies of a growing list",
    `[{"op":"add","path":"/data","value":{"a":["x"]}},` +
      `«{"op":"copy","from":"/data/a","path":"/data/a/-"}»]`,
    { from: 4, to: 64 },
  ),
  patch(
    "json",
    "copies of a large value",
    `[«{"op":"copy","from":"/data/a","path":"/data/b@"}»]`,
    { ...TO, object: () => configMap(`,"data":{"a":"${"x".repeat(200_000)}"}`) },
  ),
  patch("json", "tests of a large value", `[«{"op":"test","path":"/data","value":{}}»]`, {
    ...TO,
    object: () => configMap(grown(`,"data":{«"k@":""»}`, 10_000)),
  }),
  patch(
    "json",
    "moves of a large value",
    (size) =>
      `[${
        numbered(size, (at) => `{"op":"move","from":"/data/k${at}","path":"/data/k${at + 1}"}`)
      }]`,
    { ...TO, object: () => configMap(grown(`,"data":{"k0":"",«"x@":""»}`, 10_000)) },
  ),
  patch("json", "a long pointer", `[{"op":"add","path":"‹/a›","value":1}]`),
  patch("json", "operations that fail", `[«{"op":"remove","path":"/nothing"}»]`, TO),
  patch("json", "more operations than allowed", `[«{"op":"test","path":"","value":0}»]`),
  patch(
    "json",
    "nesting",
    (size) =>
      `[${numbered(size, (at) => `{"op":"add","path":"/data${"/a".repeat(at)}","value":{}}`)}]`,
    { from: 100, to: 2_000 },
  ),
  patch("merge", "keys", `{"data":{«"k@":"a"»}}`),
  patch("merge", "removed keys", `{"data":{«"k@":null»}}`),
  patch("merge", "annotations", `{"metadata":{"annotations":{«"k@":"a"»}}}`),
  patch("strategic", "variables", containerPatch(`"env":[${ENV}]`), OF_DEPLOYMENT),
  patch(
    "strategic",
    "an order",
    (size) => {
      const order = numbered(size, (at) => `{"name":"V${size - at}"}`);
      return containerPatch(`"$setElementOrder/env":[${order}],"env":[${grown(ENV, size)}]`);
    },
    { ...OF_DEPLOYMENT, object: () => deployment(`,"env":[${grown(ENV, 100)}]`) },
  ),
  patch("strategic", "deletions", containerPatch(`"env":[«{"name":"V@","$patch":"delete"}»]`), {
    ...OF_DEPLOYMENT,
    object: deployment(`,"env":[${ENV}]`),
    to: 30_000,
  }),
  patch(
    "strategic",
    "deletions from a list of texts",
    `{"metadata":{"$deleteFromPrimitiveList/finalizers":[«"a/f@"»]}}`,
    { object: FINALIZERS, to: 60_000 },
  ),
  patch("apply", "keys", applied(`,"data":{«"k@":"a"»}`)),
  patch(
    "apply",
    "annotations",
    applied(`,"metadata":{"name":"probe","annotations":{«"k@":"a"»}}`),
  ),
  patch("apply", "finalizers", applied(`,"metadata":{"name":"probe","finalizers":[«"a/f@"»]}`)),
  patch("apply", "variables", containerPatch(`"env":[${ENV}]`, APPLIED_DEPLOYMENT), OF_DEPLOYMENT),
  patch("apply", "conflicts", applied(`,"data":{«"k@":"a"»}`), {
    object: configMap(`,"data":{«"k@":"b"»}`),
    to: 80_000,
  }),
];
