/**
 * What the checks of patches change in each resource type: maps of texts, and a list.
 *
 * @module
 */
import { Discard } from "../../check.ts";
import type { HttpRequest, HttpResponse, Json, JsonObject } from "../../client/http_client.ts";
import { asObject, metadataOf } from "../../model/object.ts";
import { isSpecified, type TypedTarget, typeNamed, typesOf } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { accepted, Objects } from "../../session/objects.ts";
import { describeResponse } from "../../session/violation.ts";

/** A map of texts. */
export interface PatchedMap {
  /** The JSON pointer of the map. */
  readonly pointer: string;
  readonly keys: readonly string[];
  /** Returns the value for a word. */
  value(word: string): string;
}

/** A resource type, or a subresource of one, with what patches change in it. */
export interface PatchTarget {
  /** The name in test cases. */
  readonly id: string;
  readonly resource: string;
  readonly subresource?: "status";
  readonly maps: readonly PatchedMap[];
  /** The JSON pointer of a list that has five items. */
  readonly list: string;
  /** Returns the item for a word. */
  item(word: string): Json;
  /** True if a server may reject equal items. */
  readonly unique?: true;
}

/** The words of the initial items of a list; two are equal where that is valid. */
export const initialWords = ({ unique }: PatchTarget): readonly string[] =>
  unique ? ["v", "w", "x", "y", "z"] : ["v", "w", "x", "y", "x"];

/** The members that every map has at first. */
const INITIAL_MEMBERS = ["a", "b", "plumbline.invalid/d"];

const text = (word: string) => word;
const KEYS = ["a", "b", "c", "plumbline.invalid/d", "plumbline.invalid/e"];
const texts = (pointer: string): PatchedMap => ({ pointer, keys: KEYS, value: text });
const METADATA = [texts("/metadata/annotations"), texts("/metadata/labels")];

const finalizer = (word: string) => `plumbline.invalid/${word}`;
const account = (name: string) => ({
  kind: "ServiceAccount",
  name,
  namespace: "plumbline-nowhere",
});
const condition = (type: string) => ({ type, status: "True" });

const ofRole = (resource: string): PatchTarget => ({
  id: resource,
  resource,
  maps: METADATA,
  list: "/rules/0/resourceNames",
  item: text,
});

const ofBinding = (resource: string): PatchTarget => ({
  id: resource,
  resource,
  maps: METADATA,
  list: "/subjects",
  item: account,
});

/** The targets: every stored type, and the status of a Deployment. */
export const PATCH_TARGETS: readonly PatchTarget[] = [
  {
    id: "secrets",
    resource: "secrets",
    maps: [...METADATA, {
      pointer: "/data",
      keys: ["a", "b", "c", "d.e"],
      value: (word) => btoa(word),
    }],
    list: "/metadata/finalizers",
    item: finalizer,
    unique: true,
  },
  {
    id: "deployments",
    resource: "deployments",
    maps: [texts("/spec/template/metadata/annotations"), texts("/metadata/labels")],
    list: "/spec/template/spec/containers/0/args",
    item: text,
  },
  {
    id: "deployments/status",
    resource: "deployments",
    subresource: "status",
    maps: [],
    list: "/status/conditions",
    item: condition,
    unique: true,
  },
  ofRole("roles"),
  ofRole("clusterroles"),
  ofBinding("rolebindings"),
  ofBinding("clusterrolebindings"),
];

/** Returns what patches change in each type of a target: in other types, their metadata. */
export function patchTargetsOf(target: TypedTarget): readonly PatchTarget[] {
  const others = typesOf(target).filter((type) => !isSpecified(type));
  return target.types === undefined ? PATCH_TARGETS : [
    ...PATCH_TARGETS.filter(({ resource }) =>
      target.types?.some((type) => isSpecified(type) && type.resource === resource)
    ),
    ...others.map(({ resource }) => ({
      id: resource,
      resource,
      maps: METADATA,
      list: "/metadata/finalizers",
      item: finalizer,
      unique: true as const,
    })),
  ];
}

/**
 * Returns what patches change in the type with this id.
 *
 * @throws {RangeError} if there is none
 */
export function patchTarget(of: TypedTarget, id: string): PatchTarget {
  const found = patchTargetsOf(of).find((target) => target.id === id);
  if (found === undefined) throw new RangeError(`Cannot find the target "${id}"`);
  return found;
}

/** Returns the path of a member of a map as a JSON pointer. */
export function memberOf({ pointer }: PatchedMap, key: string): string {
  return `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Returns a patch that sets the value at a pointer. */
export function within(pointer: string, value: Json): JsonObject {
  return pointer.split("/").slice(1).reduceRight<Json>(
    (each, key) => ({ [key]: each }),
    value,
  ) as JsonObject;
}

/**
 * Returns the part of an object that patches of the target determine.
 *
 * @throws {Discard} if a controller writes the status
 */
export function patchedContent({ subresource }: PatchTarget, object: JsonObject): JsonObject {
  const { metadata: _metadata, status, spec, ...content } = object;
  if (subresource !== undefined) return { status: statusOf(asObject(status) ?? {}) };
  const names = ["annotations", "finalizers", "labels", "name", "namespace", "uid"];
  const metadata = Object.entries(metadataOf(object)).filter(([name]) => names.includes(name));
  return {
    ...content,
    metadata: Object.fromEntries(metadata),
    ...(spec !== undefined && { spec: withoutDefaults(asObject(spec) ?? {}) }),
  };
}

/** Returns a spec without what a server may add to containers. */
function withoutDefaults(spec: JsonObject): JsonObject {
  const template = asObject(spec.template);
  const pod = asObject(template?.spec);
  const containers = Array.isArray(pod?.containers) ? pod.containers : [];
  const known = containers.map((each) => {
    const { name = null, image = null, args = [] } = asObject(each) ?? {};
    return { name, image, args };
  });
  return { ...spec, template: { ...template, spec: { ...pod, containers: known } } };
}

/** Returns a status without times, which a server may add as null, and without zeros. */
function statusOf({ conditions, ...counters }: JsonObject): JsonObject {
  const known = (Array.isArray(conditions) ? conditions : []).map((each) => {
    const { type = null, status = null } = asObject(each) ?? {};
    return { type, status };
  });
  if (known.some(({ type }) => type === "Available" || type === "Progressing")) {
    throw new Discard("a controller writes the status");
  }
  const positive = Object.entries(counters).filter(([, value]) => value !== 0 && value !== null);
  return { ...Object.fromEntries(positive), conditions: known };
}

/** An object of a target to patch. */
export class PatchedObject {
  readonly target: PatchTarget;
  readonly objects: Objects;
  readonly #scope: Scope;

  /** Creates it without a request. */
  constructor(scope: Scope, target: PatchTarget) {
    this.#scope = scope;
    this.target = target;
    this.objects = new Objects(scope, typeNamed(scope.target, target.resource));
  }

  /** Returns an object with the initial members and items. Nothing is sent. */
  initial(words = "s0"): JsonObject {
    const { target } = this;
    const items = initialWords(target).map((word) => target.item(word));
    let object = this.objects.newObject(words);
    if (target.resource.endsWith("roles")) object = { ...object, rules: [RULE] };
    for (const map of target.maps) {
      for (const [at, key] of INITIAL_MEMBERS.entries()) {
        if (map.keys.includes(key)) {
          object = withValue(object, map.pointer, key, map.value("xyz"[at]!));
        }
      }
    }
    const [, parent, list] = /^(.*)\/([^/]+)$/.exec(target.list)!;
    return target.subresource === undefined ? withValue(object, parent!, list!, items) : object;
  }

  /**
   * Creates the object.
   *
   * @throws {Discard} if it is rejected
   */
  async create(): Promise<JsonObject> {
    const { target, objects } = this;
    const created = await objects.create(this.initial());
    if (target.subresource === undefined) return created;
    const conditions = initialWords(target).map((word) => target.item(word));
    const response = await this.patch(created, { status: { conditions } }, "merge-patch");
    return accepted(response, "the status could not be written");
  }

  /** Sends a patch. */
  patch(
    object: JsonObject,
    body: Json,
    form: "merge-patch" | "json-patch" | "strategic-merge-patch",
    query: HttpRequest["query"] = {},
  ): Promise<HttpResponse> {
    const { target: { subresource }, objects } = this;
    const path = objects.pathOf(object);
    return this.#scope.send({
      method: "PATCH",
      path: subresource === undefined ? path : `${path}/${subresource}`,
      headers: { "content-type": `application/${form}+json` },
      query,
      body,
    });
  }

  /** Gets the object. */
  async read(object: JsonObject): Promise<JsonObject> {
    const response = await this.#scope.send({ method: "GET", path: this.objects.pathOf(object) });
    const found = asObject(response.json);
    if (response.status === 200 && found !== undefined) return found;
    throw new Discard(`the object could not be read: ${describeResponse(response)}`);
  }
}

const RULE = { apiGroups: ["plumbline.invalid"], resources: ["plumbs"], verbs: ["get"] };

/** Returns the object with a member set in the object at a pointer, which is added if absent. */
function withValue(object: JsonObject, pointer: string, key: string, value: Json): JsonObject {
  const copy = structuredClone(object);
  let at: JsonObject = copy;
  for (const token of pointer.split("/").slice(1)) at = (at[token] ??= {}) as JsonObject;
  at[key] = value;
  return copy;
}
