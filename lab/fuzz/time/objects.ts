/**
 * Objects with many parts of one kind.
 *
 * @module
 */
import { creates, numbered, type Probe } from "./probe.ts";

const NAMESPACE = "/api/v1/namespaces/default";

/** A ConfigMap with more metadata, and with more fields. */
const configMap = (metadata: string, rest = ""): string =>
  `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"probe"${metadata}}${rest}}`;

const deployment = (podSpec: string, selector = `"matchLabels":{"a":"b"}`): string =>
  `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"probe"},"spec":{"selector":{` +
  `${selector}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{${podSpec}}}}}`;

const CONTAINER = `"containers":[{"name":"a","image":"a"}]`;
const OWNER = `"apiVersion":"v1","kind":"Secret","name":"a"`;

const CONFIG_MAPS = {
  "keys": configMap("", `,"data":{«"k@":""»}`),
  "one long text": configMap("", `,"data":{"a":"‹x›"}`),
  "escapes": configMap("", `,"data":{"a":"‹\\n›"}`),
  "halves of characters": configMap("", `,"data":{"a":"‹\\ud800›"}`),
  "backslashes": configMap("", `,"data":{"a":"‹\\\\›"}`),
  "labels": configMap(`,"labels":{«"k@":""»}`),
  "invalid labels": configMap(`,"labels":{«"k @":""»}`),
  "a long label": configMap(`,"labels":{"‹a-›":""}`),
  "a long name": `{"metadata":{"name":"‹a-.›"}}`,
  "annotations": configMap(`,"annotations":{«"k@":""»}`),
  "finalizers": configMap(`,"finalizers":[«"a/f@"»]`),
  "owners": configMap(`,"ownerReferences":[«{${OWNER},"uid":"@"}»]`),
  "equal owners": configMap(`,"ownerReferences":[«{${OWNER},"uid":"1"}»]`),
  "managers": configMap(
    `,"managedFields":[«{"manager":"m@","operation":"Update","apiVersion":"v1",` +
      `"fieldsType":"FieldsV1","fieldsV1":{"f:data":{"f:k@":{}}}}»]`,
  ),
  "unknown fields": configMap("", `,«"u@":1»`),
  "duplicate fields": configMap("", `,«"data":{}»`),
  "duplicate pairs": configMap("", `,"data":{«"k@":"","k@":""»}`),
  "empty lists": configMap("", `,"u":[«[]»]`),
  "empty objects": configMap("", `,"u":[«{}»]`),
  "numbers": configMap("", `,"u":[«1.0»]`),
  "long number": configMap("", `,"u":‹1›`),
  "white space": configMap("", "‹ ›"),
  "nested lists": configMap("", `,"data":‹[›1‹]›`),
  "nested objects": configMap("", `,"data":‹{"a":›1‹}›`),
  "nothing but brackets": "‹[›",
  "nothing but quotes": '‹"›',
  "control characters": configMap("", `,"data":{"a":"‹\x01›"}`),
};

const DEPLOYMENTS = {
  "containers": deployment(`"containers":[«{"name":"c@","image":"a"}»]`),
  "variables": deployment(
    `"containers":[{"name":"a","image":"a","env":[«{"name":"V@","value":""}»]}]`,
  ),
  "ports": deployment(
    `"containers":[{"name":"a","image":"a","ports":[«{"name":"p@","containerPort":@}»]}]`,
  ),
  "volumes and mounts": deployment(
    `"containers":[{"name":"a","image":"a","volumeMounts":[«{"name":"v@","mountPath":"/@"}»]}],` +
      `"volumes":[«{"name":"v@","emptyDir":{}}»]`,
  ),
  "expressions": deployment(
    CONTAINER,
    `"matchLabels":{"a":"b"},"matchExpressions":[«{"key":"k@","operator":"DoesNotExist"}»]`,
  ),
  "values of an expression": deployment(
    CONTAINER,
    `"matchExpressions":[{"key":"a","operator":"In","values":[«"v@"»]}]`,
  ),
  "tolerations": deployment(`${CONTAINER},"tolerations":[«{"key":"k@"}»]`),
};

const SECRET = `"apiVersion":"v1","kind":"Secret","metadata":{"name":"probe"}`;

/** Bodies in JSON. */
export const OBJECT_PROBES: readonly Probe[] = [
  ...creates("ConfigMap", `${NAMESPACE}/configmaps`, CONFIG_MAPS),
  ...creates("Deployment", "/apis/apps/v1/namespaces/default/deployments", DEPLOYMENTS),
  ...creates("Service", `${NAMESPACE}/services`, {
    "ports": (size) =>
      `{"apiVersion":"v1","kind":"Service","metadata":{"name":"probe"},"spec":{"ports":[${
        numbered(size, (at) => `{"name":"p${at}","port":${1 + at % 65535}}`)
      }]}}`,
  }),
  ...creates("Secret", `${NAMESPACE}/secrets`, {
    "keys": `{${SECRET},"data":{«"k@":""»}}`,
    "one long value": `{${SECRET},"data":{"a":"‹AAAA›"}}`,
  }),
];
