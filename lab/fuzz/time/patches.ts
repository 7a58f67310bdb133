/**
 * Patches of the four types, and applies.
 *
 * @module
 */
import { joined, type Probe, type ProbeRequest } from "./probe.ts";

const CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
const CONFIG_MAP = `${CONFIG_MAPS}/probe`;
const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";

const created = (rest = ""): ProbeRequest => ({
  method: "POST",
  path: CONFIG_MAPS,
  body: `{"metadata":{"name":"probe"}${rest}}`,
});

const createdDeployment = (podSpec: string): ProbeRequest => ({
  method: "POST",
  path: DEPLOYMENTS,
  body: `{"metadata":{"name":"probe"},"spec":{"selector":{"matchLabels":{"a":"b"}},` +
    `"template":{"metadata":{"labels":{"a":"b"}},"spec":{${podSpec}}}}}`,
});

const patch = (
  type: string,
  name: string,
  bodyOf: (size: number) => string,
  { before = () => [created()], path = CONFIG_MAP, ...sizes }:
    & Partial<Pick<Probe, "before" | "from" | "to">>
    & { readonly path?: string } = {},
): Probe => ({
  name: `${type}: ${name}`,
  before,
  request: (size) => ({
    method: "PATCH",
    path,
    type: type === "apply" ? "application/apply-patch+yaml" : `application/${type}-patch+json`,
    body: bodyOf(size),
  }),
  ...sizes,
});

const list = (size: number, item: (at: number) => string) => `[${joined(size, item)}]`;

const OPERATIONS = 10_000;

const json = (
  name: string,
  bodyOf: (size: number) => string,
  options?: Parameters<typeof patch>[3],
) => patch("json", name, bodyOf, options);

const ENV = (size: number) => joined(size, (at) => `{"name":"V${at}","value":"a"}`);

/** Patches. */
export const PATCH_PROBES: readonly Probe[] = [
  json(
    "a test of two lists",
    (size) =>
      `[{"op":"test","path":"/metadata/finalizers","value":${list(size, (at) => `"a/g${at}"`)}}]`,
    {
      before: (size) => [
        created().method === "POST"
          ? {
            method: "POST",
            path: CONFIG_MAPS,
            body: `{"metadata":{"name":"probe","finalizers":${list(size, (at) => `"a/f${at}"`)}}}`,
          }
          : created(),
      ],
      from: 250,
      to: 60_000,
    },
  ),
  json(
    "operations that test",
    (size) => list(size, () => `{"op":"test","path":"/metadata/name","value":"probe"}`),
    { to: OPERATIONS },
  ),
  json(
    "operations that add",
    (size) => list(size, (at) => `{"op":"add","path":"/metadata/labels","value":{"a":"${at}"}}`),
    {
      to: OPERATIONS,
    },
  ),
  json(
    "operations that add at the front",
    (size) =>
      `[{"op":"add","path":"/metadata/finalizers","value":[]},${
        joined(size, (at) => `{"op":"add","path":"/metadata/finalizers/0","value":"a/f${at}"}`)
      }]`,
    { to: OPERATIONS - 1 },
  ),
  json(
    "copies of a growing list",
    (size) =>
      `[{"op":"add","path":"/data","value":{"a":["x"]}},${
        joined(size, () => `{"op":"copy","from":"/data/a","path":"/data/a/-"}`)
      }]`,
    { from: 4, to: 64 },
  ),
  json(
    "copies of a large value",
    (size) => list(size, (at) => `{"op":"copy","from":"/data/a","path":"/data/b${at}"}`),
    {
      before: () => [created(`,"data":{"a":"${"x".repeat(200_000)}"}`)],
      to: OPERATIONS,
    },
  ),
  json(
    "tests of a large value",
    (size) => list(size, () => `{"op":"test","path":"/data","value":{}}`),
    {
      before: () => [created(`,"data":{${joined(10_000, (at) => `"k${at}":""`)}}`)],
      to: OPERATIONS,
    },
  ),
  json(
    "moves of a large value",
    (size) => list(size, (at) => `{"op":"move","from":"/data/k${at}","path":"/data/k${at + 1}"}`),
    {
      before: () => [created(`,"data":{"k0":"",${joined(10_000, (at) => `"x${at}":""`)}}`)],
      to: OPERATIONS,
    },
  ),
  json("a long pointer", (size) => `[{"op":"add","path":"${"/a".repeat(size)}","value":1}]`),
  json("operations that fail", (size) => list(size, () => `{"op":"remove","path":"/nothing"}`), {
    to: OPERATIONS,
  }),
  json(
    "more operations than allowed",
    (size) => list(size, () => `{"op":"test","path":"","value":0}`),
  ),
  json(
    "nesting",
    (size) => list(size, (at) => `{"op":"add","path":"/data${"/a".repeat(at)}","value":{}}`),
    {
      from: 100,
      to: 2_000,
    },
  ),
  patch("merge", "keys", (size) => `{"data":{${joined(size, (at) => `"k${at}":"a"`)}}}`),
  patch("merge", "removed keys", (size) => `{"data":{${joined(size, (at) => `"k${at}":null`)}}}`),
  patch(
    "merge",
    "annotations",
    (size) => `{"metadata":{"annotations":{${joined(size, (at) => `"k${at}":"a"`)}}}}`,
  ),
  patch(
    "strategic-merge",
    "variables",
    (size) => `{"spec":{"template":{"spec":{"containers":[{"name":"a","env":[${ENV(size)}]}]}}}}`,
    {
      before: () => [createdDeployment(`"containers":[{"name":"a","image":"a"}]`)],
      path: `${DEPLOYMENTS}/probe`,
    },
  ),
  patch(
    "strategic-merge",
    "an order",
    (size) =>
      `{"spec":{"template":{"spec":{"containers":[{"name":"a","$setElementOrder/env":[${
        joined(size, (at) => `{"name":"V${size - at}"}`)
      }],"env":[${ENV(size)}]}]}}}}`,
    {
      before:
        () => [createdDeployment(`"containers":[{"name":"a","image":"a","env":[${ENV(100)}]}]`)],
      path: `${DEPLOYMENTS}/probe`,
    },
  ),
  patch(
    "strategic-merge",
    "deletions",
    (size) =>
      `{"spec":{"template":{"spec":{"containers":[{"name":"a","env":[${
        joined(size, (at) => `{"name":"V${at}","$patch":"delete"}`)
      }]}]}}}}`,
    {
      before: (size) => [
        createdDeployment(`"containers":[{"name":"a","image":"a","env":[${ENV(size)}]}]`),
      ],
      path: `${DEPLOYMENTS}/probe`,
      to: 30_000,
    },
  ),
  patch(
    "strategic-merge",
    "deletions from a list of texts",
    (size) =>
      `{"metadata":{"$deleteFromPrimitiveList/finalizers":${list(size, (at) => `"a/f${at}"`)}}}`,
    {
      before: (size) => [{
        method: "POST",
        path: CONFIG_MAPS,
        body: `{"metadata":{"name":"probe","finalizers":${list(size, (at) => `"a/f${at}"`)}}}`,
      }],
      to: 60_000,
    },
  ),
  apply("keys", (size) => `,"data":{${joined(size, (at) => `"k${at}":"a"`)}}`),
  apply(
    "annotations",
    (size) =>
      `,"metadata":{"name":"probe","annotations":{${joined(size, (at) => `"k${at}":"a"`)}}}`,
  ),
  apply(
    "finalizers",
    (size) => `,"metadata":{"name":"probe","finalizers":${list(size, (at) => `"a/f${at}"`)}}`,
  ),
  {
    ...patch(
      "apply",
      "variables",
      (size) =>
        `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"probe"},"spec":{"template":` +
        `{"spec":{"containers":[{"name":"a","env":[${ENV(size)}]}]}}}}`,
    ),
    before: () => [createdDeployment(`"containers":[{"name":"a","image":"a"}]`)],
    request: (size) => ({
      method: "PATCH",
      path: `${DEPLOYMENTS}/probe?fieldManager=probe`,
      type: "application/apply-patch+yaml",
      body:
        `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"probe"},"spec":{"template":` +
        `{"spec":{"containers":[{"name":"a","env":[${ENV(size)}]}]}}}}`,
    }),
  },
  {
    name: "apply: conflicts",
    before: (size) => [created(`,"data":{${joined(size, (at) => `"k${at}":"b"`)}}`)],
    request: applied((size) => `,"data":{${joined(size, (at) => `"k${at}":"a"`)}}`),
    to: 80_000,
  },
];

function applied(contentOf: (size: number) => string): Probe["request"] {
  return (size) => ({
    method: "PATCH",
    path: `${CONFIG_MAP}?fieldManager=probe`,
    type: "application/apply-patch+yaml",
    body: `{"apiVersion":"v1","kind":"ConfigMap"${contentOf(size)}}`,
  });
}

function apply(name: string, contentOf: (size: number) => string): Probe {
  return { name: `apply: ${name}`, before: () => [created()], request: applied(contentOf) };
}
