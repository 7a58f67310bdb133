/**
 * Objects with many parts of one kind, and their changes.
 *
 * @module
 */
import { joined, type Probe, type ProbeRequest } from "./probe.ts";

const NAMESPACE = "/api/v1/namespaces/default";
const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";

/** A ConfigMap with more metadata, and with more fields. */
const configMap = (metadata: string, rest = ""): string =>
  `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"probe"${metadata}}${rest}}`;

const creates = (path: string, bodyOf: (size: number) => string, type?: string) =>
(
  size: number,
): ProbeRequest => ({ method: "POST", path, body: bodyOf(size), ...(type && { type }) });

const configMaps = (name: string, bodyOf: (size: number) => string): Probe => ({
  name: `ConfigMap: ${name}`,
  request: creates(`${NAMESPACE}/configmaps`, bodyOf),
});

const deployment = (podSpec: string, rest = "", selector = `"matchLabels":{"a":"b"}`): string =>
  `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"probe"},"spec":{"selector":{` +
  `${selector}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{${podSpec}}}${rest}}}`;

const deployments = (name: string, bodyOf: (size: number) => string): Probe => ({
  name: `Deployment: ${name}`,
  request: creates(DEPLOYMENTS, bodyOf),
});

const CONTAINER = `"containers":[{"name":"a","image":"a"}]`;

const nested = (open: string, close: string) => (size: number) =>
  configMap("", `,"data":${open.repeat(size)}1${close.repeat(size)}`);

/** Bodies in JSON. */
export const OBJECT_PROBES: readonly Probe[] = [
  configMaps("keys", (size) => configMap("", `,"data":{${joined(size, (at) => `"k${at}":""`)}}`)),
  configMaps("one long text", (size) => configMap("", `,"data":{"a":"${"x".repeat(size)}"}`)),
  configMaps("escapes", (size) => configMap("", `,"data":{"a":"${"\\n".repeat(size)}"}`)),
  configMaps(
    "halves of characters",
    (size) => configMap("", `,"data":{"a":"${"\\ud800".repeat(size)}"}`),
  ),
  configMaps("backslashes", (size) => configMap("", `,"data":{"a":"${"\\\\".repeat(size)}"}`)),
  configMaps("labels", (size) => configMap(`,"labels":{${joined(size, (at) => `"k${at}":""`)}}`)),
  configMaps(
    "invalid labels",
    (size) => configMap(`,"labels":{${joined(size, (at) => `"k ${at}":""`)}}`),
  ),
  configMaps("a long label", (size) => configMap(`,"labels":{"${"a-".repeat(size)}":""}`)),
  configMaps("a long name", (size) => `{"metadata":{"name":"${"a-.".repeat(size)}"}}`),
  configMaps(
    "annotations",
    (size) => configMap(`,"annotations":{${joined(size, (at) => `"k${at}":""`)}}`),
  ),
  configMaps(
    "finalizers",
    (size) => configMap(`,"finalizers":[${joined(size, (at) => `"a/f${at}"`)}]`),
  ),
  configMaps("owners", (size) =>
    configMap(
      `,"ownerReferences":[${
        joined(size, (at) => `{"apiVersion":"v1","kind":"Secret","name":"a","uid":"${at}"}`)
      }]`,
    )),
  configMaps("equal owners", (size) =>
    configMap(
      `,"ownerReferences":[${
        joined(size, () => `{"apiVersion":"v1","kind":"Secret","name":"a","uid":"1"}`)
      }]`,
    )),
  configMaps("managers", (size) =>
    configMap(
      `,"managedFields":[${
        joined(size, (at) =>
          `{"manager":"m${at}","operation":"Update","apiVersion":"v1","fieldsType":"FieldsV1",` +
          `"fieldsV1":{"f:data":{"f:k${at}":{}}}}`)
      }]`,
    )),
  configMaps(
    "unknown fields",
    (size) => configMap("", `,${joined(size, (at) => `"u${at}":1`)}`),
  ),
  configMaps("duplicate fields", (size) => configMap("", `,${joined(size, () => `"data":{}`)}`)),
  configMaps(
    "duplicate pairs",
    (size) => configMap("", `,"data":{${joined(size, (at) => `"k${at}":"","k${at}":""`)}}`),
  ),
  configMaps("empty lists", (size) => configMap("", `,"u":[${joined(size, () => "[]")}]`)),
  configMaps("empty objects", (size) => configMap("", `,"u":[${joined(size, () => "{}")}]`)),
  configMaps("numbers", (size) => configMap("", `,"u":[${joined(size, () => "1.0")}]`)),
  configMaps("long number", (size) => configMap("", `,"u":${"1".repeat(size)}`)),
  configMaps("white space", (size) => configMap("", " ".repeat(size))),
  configMaps("nested lists", nested("[", "]")),
  configMaps("nested objects", nested('{"a":', "}")),
  configMaps("nothing but brackets", (size) => "[".repeat(size)),
  configMaps("nothing but quotes", (size) => '"'.repeat(size)),
  configMaps(
    "control characters",
    (size) => configMap("", `,"data":{"a":"${"\x01".repeat(size)}"}`),
  ),
  deployments(
    "containers",
    (size) => deployment(`"containers":[${joined(size, (at) => `{"name":"c${at}","image":"a"}`)}]`),
  ),
  deployments("variables", (size) =>
    deployment(
      `"containers":[{"name":"a","image":"a","env":[${
        joined(size, (at) => `{"name":"V${at}","value":""}`)
      }]}]`,
    )),
  deployments("ports", (size) =>
    deployment(
      `"containers":[{"name":"a","image":"a","ports":[${
        joined(size, (at) => `{"name":"p${at}","containerPort":${at % 65535}}`)
      }]}]`,
    )),
  deployments("volumes and mounts", (size) =>
    deployment(
      `"containers":[{"name":"a","image":"a","volumeMounts":[${
        joined(size, (at) => `{"name":"v${at}","mountPath":"/${at}"}`)
      }]}],"volumes":[${joined(size, (at) => `{"name":"v${at}","emptyDir":{}}`)}]`,
    )),
  deployments("expressions", (size) =>
    deployment(
      CONTAINER,
      "",
      `"matchLabels":{"a":"b"},"matchExpressions":[${
        joined(size, (at) => `{"key":"k${at}","operator":"DoesNotExist"}`)
      }]`,
    )),
  deployments("values of an expression", (size) =>
    deployment(
      CONTAINER,
      "",
      `"matchExpressions":[{"key":"a","operator":"In","values":[${
        joined(size, (at) => `"v${at}"`)
      }]}]`,
    )),
  deployments(
    "tolerations",
    (size) =>
      deployment(`${CONTAINER},"tolerations":[${joined(size, (at) => `{"key":"k${at}"}`)}]`),
  ),
  {
    name: "Service: ports",
    request: creates(
      `${NAMESPACE}/services`,
      (size) =>
        `{"apiVersion":"v1","kind":"Service","metadata":{"name":"probe"},"spec":{"ports":[${
          joined(size, (at) => `{"name":"p${at}","port":${1 + at % 65535}}`)
        }]}}`,
    ),
  },
  {
    name: "Secret: keys",
    request: creates(
      `${NAMESPACE}/secrets`,
      (size) =>
        `{"apiVersion":"v1","kind":"Secret","metadata":{"name":"probe"},"data":{${
          joined(size, (at) => `"k${at}":""`)
        }}}`,
    ),
  },
  {
    name: "Secret: one long value",
    request: creates(
      `${NAMESPACE}/secrets`,
      (size) =>
        `{"apiVersion":"v1","kind":"Secret","metadata":{"name":"probe"},"data":{"a":"${
          "AAAA".repeat(size)
        }"}}`,
    ),
  },
];
