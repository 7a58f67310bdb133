/**
 * The fields of objects that the ownership model covers, by paths, and their owners in
 * `managedFields`.
 *
 * | Path | Fields |
 * |---|---|
 * | `finalizers/NAME` | of every type: members of a set |
 * | `annotations/a`, `labels/a`, and `b` | of every type; others are those of the scope and the server |
 * | `data/KEY` | of a Secret |
 * | `rules`, `subjects` | of roles and bindings: lists that have one owner as a whole |
 * | `template/KEY` | annotations of the pod template of a Deployment |
 * | `minReadySeconds` | of a Deployment |
 * | `containers/NAME` | of a Deployment: items of a list with keys |
 *
 * @module
 */
import type { Json, JsonObject } from "../../../client/http_client.ts";
import { canonical } from "../../../model/content.ts";
import { asObject, metadataOf } from "../../../model/object.ts";
import type { Fields, Owned } from "./ownership.ts";

/** The container that every Deployment has; it is no field of the model. */
const COMMON_CONTAINER = "nothing";

/** The values of fields by the first part of their path. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  annotations: ["eA==", "eQ=="],
  labels: ["one", "two"],
  finalizers: [""],
  data: ["eA==", "eQ=="],
  template: ["one", "two"],
  minReadySeconds: ["5", "7"],
  containers: ["image.invalid/none"],
  rules: ["one", "two"].map((name) =>
    canonical([{
      apiGroups: ["plumbline.invalid"],
      resources: ["plumbs"],
      resourceNames: [name],
      verbs: ["get"],
    }])
  ),
  subjects: ["one", "two"].map((name) =>
    canonical([{ kind: "ServiceAccount", name, namespace: "plumbline-nowhere" }])
  ),
};

const OF_EVERY_TYPE = ["annotations/a", "annotations/b", "labels/a", "labels/b"];

const LABELS = ["a", "b"];

const OF_TYPE: Readonly<Record<string, readonly string[]>> = {
  secrets: ["data/a", "data/b", "data/c"],
  deployments: ["template/a", "template/b", "minReadySeconds", "containers/a", "containers/b"],
  roles: ["rules"],
  clusterroles: ["rules"],
  rolebindings: ["subjects"],
  clusterrolebindings: ["subjects"],
};

/** The kinds whose fields besides the metadata are known. */
const KINDS: readonly Json[] = [
  "Secret",
  "Deployment",
  "Role",
  "ClusterRole",
  "RoleBinding",
  "ClusterRoleBinding",
];

/** Returns true for an object whose fields besides the metadata are known. */
function isKnown({ kind = "Secret" }: JsonObject): boolean {
  return KINDS.includes(kind);
}

/** Returns an object of another kind with its metadata alone. */
function known(object: JsonObject): JsonObject {
  return isKnown(object) ? object : { metadata: object.metadata ?? {} };
}

/** The lists that have one owner as a whole. */
export const WHOLE_LISTS: readonly string[] = ["rules", "subjects"];

/** Returns the paths of the fields of a type, without those of finalizers. */
export function pathsOf(resource: string): readonly string[] {
  return [...OF_TYPE[resource] ?? [], ...OF_EVERY_TYPE];
}

/** Returns the values that the field at a path can have. */
export function valuesOf(path: string): readonly string[] {
  return VALUES[path.split("/")[0]!]!;
}

/** Returns the fields of an object. */
export function fieldsOf(object: JsonObject): Fields {
  const { annotations, finalizers, labels } = metadataOf(object);
  const { data, rules, subjects, ...content } = known(object);
  const spec = asObject(content.spec);
  const template = asObject(spec?.template);
  const seconds = spec?.minReadySeconds;
  const members = (Array.isArray(finalizers) ? finalizers : [])
    .map((each): [string, string] => [`finalizers/${each}`, ""]);
  return new Map([
    ...entries("data", data),
    ...[...entries("annotations", annotations), ...entries("labels", labels)]
      .filter(([path]) => OF_EVERY_TYPE.includes(path)),
    ...members,
    ...whole("rules", rules),
    ...whole("subjects", subjects),
    ...entries("template", asObject(template?.metadata)?.annotations),
    ...(seconds ? [["minReadySeconds", String(seconds)] as const] : []),
    ...containersOf(content).filter(({ name }) => name !== COMMON_CONTAINER)
      .map(({ name, image }) => [`containers/${name}`, String(image)] as const),
  ]);
}

function entries(map: string, values: Json | undefined): [string, string][] {
  return Object.entries(asObject(values) ?? {}).map((
    [key, value],
  ) => [`${map}/${key}`, `${value}`]);
}

function whole(path: string, list: Json | undefined): [string, string][] {
  return Array.isArray(list) && list.length > 0 ? [[path, canonical(list)]] : [];
}

function containersOf(object: JsonObject): JsonObject[] {
  const containers = asObject(asObject(asObject(object.spec)?.template)?.spec)?.containers;
  return (Array.isArray(containers) ? containers : []).map((each) => asObject(each) ?? {});
}

/** Returns an object with exactly these fields and without empty maps and lists. */
export function withFields(object: JsonObject, fields: Fields): JsonObject {
  const { data: _data, rules: _rules, subjects: _subjects, ...others } = object;
  const content = isKnown(object) ? others : object;
  const { annotations: _annotations, finalizers: _finalizers, labels, ...metadata } = metadataOf(
    object,
  );
  const kept = Object.entries(asObject(labels) ?? {}).filter(([key]) => !LABELS.includes(key));
  const allLabels = { ...Object.fromEntries(kept), ...mapOf(fields, "labels") };
  const data = mapOf(fields, "data");
  const annotations = mapOf(fields, "annotations");
  const finalizers = Object.keys(mapOf(fields, "finalizers"));
  return {
    ...content,
    ...(Object.keys(data).length > 0 && { data }),
    ...WHOLE_LISTS.reduce<JsonObject>((lists, path) => {
      const text = fields.get(path);
      return text === undefined ? lists : { ...lists, [path]: JSON.parse(text) };
    }, {}),
    ...(object.kind === "Deployment" && { spec: specWith(object, fields) }),
    metadata: {
      ...metadata,
      ...(Object.keys(allLabels).length > 0 && { labels: allLabels }),
      ...(Object.keys(annotations).length > 0 && { annotations }),
      ...(finalizers.length > 0 && { finalizers }),
    },
  };
}

function specWith(object: JsonObject, fields: Fields): JsonObject {
  const { minReadySeconds: _seconds, ...spec } = asObject(object.spec) ?? {};
  const template = asObject(spec.template) ?? {};
  const { annotations: _annotations, ...metadata } = asObject(template.metadata) ?? {};
  const annotations = mapOf(fields, "template");
  const wanted = mapOf(fields, "containers");
  const kept = containersOf(object).filter(({ name }) =>
    name === COMMON_CONTAINER || String(name) in wanted
  );
  const added = Object.entries(wanted).filter(([name]) => !kept.some((each) => each.name === name))
    .map(([name, image]) => ({ name, image }));
  const seconds = fields.get("minReadySeconds");
  return {
    ...spec,
    ...(seconds !== undefined && { minReadySeconds: Number(seconds) }),
    template: {
      ...template,
      metadata: { ...metadata, ...(Object.keys(annotations).length > 0 && { annotations }) },
      spec: { ...asObject(template.spec), containers: [...kept, ...added] },
    },
  };
}

/** Returns the fields whose path starts with a part, by the rest of the path. */
function mapOf(fields: Fields, part: string): Record<string, string> {
  return Object.fromEntries(
    [...fields].filter(([path]) => path.startsWith(`${part}/`))
      .map(([path, value]) => [path.slice(part.length + 1), value]),
  );
}

/** Returns the owners of these fields from the object's `managedFields`. */
export function ownersOf(object: JsonObject): Owned["owners"] {
  const owners = new Map<string, Set<string>>();
  const { managedFields } = metadataOf(object);
  for (const entry of Array.isArray(managedFields) ? managedFields : []) {
    const { manager, operation, fieldsV1 } = asObject(entry) ?? {};
    const at = (...names: string[]) =>
      names.reduce<JsonObject | undefined>(
        (set, name) => asObject(set?.[`f:${name}`]),
        asObject(fieldsV1),
      );
    const inMetadata = ["annotations", "labels", "finalizers"];
    const paths = [
      ...keysOf("data", at("data")),
      ...[
        ...keysOf("annotations", at("metadata", "annotations")),
        ...keysOf("labels", at("metadata", "labels")),
      ].filter((path) => OF_EVERY_TYPE.includes(path)),
      ...keysOf("finalizers", at("metadata", "finalizers")),
      ...at("rules") ? ["rules"] : [],
      ...at("subjects") ? ["subjects"] : [],
      ...keysOf("template", at("spec", "template", "metadata", "annotations")),
      ...at("spec", "minReadySeconds") ? ["minReadySeconds"] : [],
      ...itemsOf("containers", at("spec", "template", "spec", "containers"))
        .filter((path) => path !== `containers/${COMMON_CONTAINER}`),
    ].filter((path) => isKnown(object) || inMetadata.includes(path.split("/")[0]!));
    const name = `${operation} ${manager}`;
    if (paths.length > 0) {
      owners.set(name, (owners.get(name) ?? new Set()).union(new Set(paths)));
    }
  }
  return owners;
}

function keysOf(map: string, set: JsonObject | undefined): string[] {
  return Object.keys(set ?? {}).filter((key) => key !== ".").map((key) =>
    key.startsWith("v:") ? `${map}/${JSON.parse(key.slice(2))}` : `${map}/${key.slice(2)}`
  );
}

/** Returns the paths of the items of a list with the key `name`. */
function itemsOf(list: string, set: JsonObject | undefined): string[] {
  return Object.keys(set ?? {}).filter((key) => key.startsWith("k:"))
    .map((key) => `${list}/${JSON.parse(key.slice(2)).name}`);
}
