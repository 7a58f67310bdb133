/**
 * Checks that reads show the preceding writes of the same client. Only requests without concurrent
 * ones are compared, as the order of others is unknown.
 *
 * @module
 */
import type { HttpRequest, Json, JsonObject } from "../../client/http_client.ts";
import { canonical } from "../content.ts";
import { asObject } from "../object.ts";
import { objectPathOf, type ResourceRequest } from "./resource_request.ts";
import { type ExchangeViolation, violation } from "./violation.ts";
import { isWhole, type ReadResponse } from "./forms.ts";
import { isReadFromProtobuf } from "../protobuf/read.ts";
import { keptField } from "./left_out_fields.ts";
import { selectorTest } from "./selectors.ts";
import { clientFields } from "./written_fields.ts";

/** The state that the client knows of the object at a path. */
interface Known {
  readonly uid: string;
  /** The last known state. */
  object: JsonObject;
  /** The body of the last write, where it was an object. */
  sent: JsonObject | undefined;
  /** Its version. */
  current: string;
  /** Versions that were replaced. */
  readonly replaced: Set<string>;
  /** True if something else than this client's requests may change or delete the object. */
  uncertain: boolean;
}

/** Follows the states of objects that one client writes. */
export class CurrentStates {
  readonly #objects = new Map<string, Known>();
  /** The uids of objects whose deletion was acknowledged, by path. */
  readonly #deleted = new Map<string, string>();
  /** The uids of objects that were seen under deletion. */
  readonly #terminating = new Set<string>();
  /** The paths of objects that only a dry run has created. */
  readonly #rehearsed = new Set<string>();

  /**
   * Adds an exchange.
   *
   * @param alone true if no other request of this client was in flight at the same time
   */
  add(
    request: HttpRequest,
    resource: ResourceRequest,
    response: ReadResponse | undefined,
    alone: boolean,
  ): ExchangeViolation[] {
    const path = objectPathOf(request, resource, response);
    if (resource.verb === "get" && resource.subresource === "") {
      return alone && response !== undefined && path !== undefined
        ? this.#read(path, request, resource, response)
        : [];
    }
    if (resource.verb === "list") {
      return alone && response?.status === 200 ? this.#listed(request, resource, response) : [];
    }
    if (resource.verb === "watch" || resource.verb === "get") return [];
    if (resource.dryRun) {
      this.#rehearse(request, resource, path, alone && response?.status === 201);
      return [];
    }
    if (resource.verb === "deletecollection" || path === undefined) {
      this.#forgetCollection(request, resource, path);
      return [];
    }
    this.#deleted.delete(path);
    this.#rehearsed.delete(path);
    // The deletion of a namespace deletes its objects.
    if (resource.resource === "namespaces") this.#forget(() => true);
    if (!alone || response === undefined || response.status >= 500) {
      this.#objects.delete(path);
    } else if (resource.verb === "delete") {
      const known = this.#objects.get(path);
      if (response.status < 300) this.#objects.delete(path);
      if (response.status === 200 && known !== undefined) this.#deleted.set(path, known.uid);
    } else if (response.status < 300) {
      const isRead = response.form === "JSON" || response.form === "YAML";
      return this.#written(path, request, resource, isRead ? asObject(response.json) : undefined);
    }
    return [];
  }

  #rehearse(
    { path: requested, query = {}, body }: HttpRequest,
    { verb }: ResourceRequest,
    path: string | undefined,
    created: boolean,
  ): void {
    const option = query.dryRun ?? asObject(body)?.dryRun;
    // Only this value is certainly a dry run; others may be one, or rejected.
    if (String(option) !== "All") {
      this.#forget((other) => other.startsWith(requested));
    } else if (created && verb === "create" && path !== undefined) {
      if (!this.#isKnown(path)) this.#rehearsed.add(path);
    }
  }

  #read(
    path: string,
    { query = {}, headers }: HttpRequest,
    resource: ResourceRequest,
    response: ReadResponse,
  ): ExchangeViolation[] {
    if (query.resourceVersion !== undefined) return [];
    if (response.status === 404) {
      const known = this.#objects.get(path);
      if (known === undefined || known.uncertain) return [];
      return [violation("exchanges.write-is-persisted", {
        expected: `the object at ${path}, last written as version ${known.current}`,
        actual: "404",
      })];
    }
    const object = asObject(response.json);
    const isShown = response.status === 200 && object !== undefined && isWhole(response);
    return isShown && isAsCurrent(headers) ? this.#shown(path, resource, object) : [];
  }

  /** Compares the items of a list of the newest state with what is known. */
  #listed(
    { query = {}, path, headers }: HttpRequest,
    resource: ResourceRequest,
    response: ReadResponse,
  ): ExchangeViolation[] {
    const items = itemsOf(response);
    const isNewest = query.resourceVersion === undefined && query.continue === undefined;
    if (!isNewest || items === undefined || !isAsCurrent(headers)) return [];
    // Across all namespaces the paths of the objects differ.
    const base = path.replace(/\/$/, "");
    const paths = new Map<string, JsonObject>(items.map((item) => {
      const name = String(asObject(asObject(item)?.metadata)?.name);
      return [`${base}/${encodeURIComponent(name)}`, asObject(item) ?? {}] as const;
    }));
    const found: ExchangeViolation[] = [];
    for (const [each, item] of paths) {
      if (this.#isKnown(each)) found.push(...this.#shown(each, resource, item));
    }
    const { labelSelector = "", fieldSelector = "", limit = "0" } = query;
    const test = selectorTest({ query }, { whole: true });
    if (limit !== "0" || (test === undefined && labelSelector + fieldSelector !== "")) return found;
    for (const [each, known] of this.#objects) {
      const isOf = each.startsWith(`${base}/`) && !each.slice(base.length + 1).includes("/");
      if (!isOf || known.uncertain || paths.has(each) || (test && !test(known.object))) continue;
      found.push(violation("exchanges.list-is-current", {
        expected: `an item for ${each}, last written as version ${known.current}`,
        actual: `none for the query ${JSON.stringify(query)}`,
      }));
    }
    return found;
  }

  #isKnown(path: string): boolean {
    return this.#objects.has(path) || this.#deleted.has(path) || this.#rehearsed.has(path);
  }

  /** Compares the state that a read of the newest state shows with what is known. */
  #shown(path: string, resource: ResourceRequest, object: JsonObject): ExchangeViolation[] {
    const { uid, resourceVersion, deletionTimestamp } = asObject(object.metadata) ?? {};
    if (typeof uid !== "string" || typeof resourceVersion !== "string") return [];
    const undone = this.#undoneDeletion(path, object);
    if (undone !== undefined) return [undone];
    if (deletionTimestamp) this.#terminating.add(uid);
    else if (this.#deleted.get(path) === uid) {
      return [violation("exchanges.delete-takes-effect", {
        expected: `404 or a deletionTimestamp after the deletion of ${path}`,
        actual: `version ${resourceVersion} without a deletionTimestamp`,
      })];
    }
    if (this.#rehearsed.has(path)) {
      return [violation("exchanges.dry-run-not-persisted", {
        expected: `no object at ${path}, which only a dry run has created`,
        actual: `version ${resourceVersion}`,
      })];
    }
    const known = this.#objects.get(path);
    if (known === undefined || known.uncertain || uid !== known.uid) return [];
    if (known.replaced.has(resourceVersion)) {
      return [violation("exchanges.get-is-current", {
        expected: `version ${known.current} of ${path}, or a later one`,
        actual: `version ${resourceVersion}, which was replaced before`,
      })];
    }
    // A Table shows metadata alone, and Protobuf not all.
    if (object.kind === PARTIAL || isReadFromProtobuf(object)) return [];
    const changed = changedFields(known, resource, object);
    replaceBy(known, resourceVersion, object);
    return changed === undefined ? [] : [violation("exchanges.reads-show-last-write", changed)];
  }

  #undoneDeletion(path: string, object: JsonObject): ExchangeViolation | undefined {
    const { uid, deletionTimestamp } = asObject(object.metadata) ?? {};
    if (deletionTimestamp || !this.#terminating.has(String(uid))) return undefined;
    return violation("exchanges.deletion-not-undone", {
      expected: `the deletionTimestamp of ${path}, which was set before`,
      actual: "none",
    });
  }

  #written(
    path: string,
    request: HttpRequest,
    requested: ResourceRequest,
    object: JsonObject | undefined,
  ): ExchangeViolation[] {
    const { verb, resource, subresource } = requested;
    const metadata = asObject(object?.metadata) ?? {};
    // Other subresources represent the object as another kind.
    if (subresource !== "" && subresource !== "status") object = undefined;
    const { uid, resourceVersion, deletionTimestamp, ownerReferences } = metadata;
    if (object === undefined || typeof uid !== "string" || typeof resourceVersion !== "string") {
      this.#objects.delete(path);
      return [];
    }
    const undone = this.#undoneDeletion(path, object);
    if (deletionTimestamp) {
      this.#terminating.add(uid);
      this.#objects.delete(path);
      return [];
    }
    const known = this.#objects.get(path);
    // The garbage collector may delete an object with owners.
    const uncertain = ownerReferences !== undefined;
    const found = undone === undefined ? [] : [undone];
    if (known?.uid === uid) {
      const wrong = wrongGeneration(known, object, resource);
      if (wrong !== undefined) found.push(violation("exchanges.generation-follows-spec", wrong));
      const kept = known.sent && keptField(request, requested, known.sent, object);
      if (kept !== undefined) found.push(violation(kept.requirement, kept));
      if (subresource === "") known.sent = asObject(request.body);
      replaceBy(known, resourceVersion, object);
      known.uncertain ||= uncertain;
      return found;
    }
    if (known !== undefined && !known.uncertain && verb !== "create") {
      found.push(violation("exchanges.write-keeps-uid", {
        expected: `uid ${known.uid} of the existing object at ${path}`,
        actual: uid,
      }));
    }
    const current = resourceVersion;
    const sent = subresource === "" ? asObject(request.body) : undefined;
    this.#objects.set(path, { uid, object, sent, current, replaced: new Set(), uncertain });
    return found;
  }

  /** Forgets the objects that a deletion of a collection may have deleted. */
  #forgetCollection(
    request: HttpRequest,
    { verb }: ResourceRequest,
    path: string | undefined,
  ): void {
    const test = verb === "deletecollection" ? selectorTest(request) : undefined;
    for (const [other, { object }] of this.#objects) {
      const isOf = path === undefined || other.startsWith(request.path);
      // Objects that the selectors do not select stay.
      if (isOf && (test === undefined || test(object))) this.#objects.delete(other);
    }
    if (path === undefined) this.#rehearsed.clear();
  }

  #forget(matches: (path: string) => boolean): void {
    for (const path of this.#objects.keys()) if (matches(path)) this.#objects.delete(path);
    this.#deleted.clear();
    this.#rehearsed.clear();
  }
}

/** The kind of the objects in the rows of a Table. */
const PARTIAL = "PartialObjectMetadata";

/** Returns the items of a list, or what the rows of a Table show of them. */
function itemsOf({ form, json }: ReadResponse): readonly Json[] | undefined {
  const { items, rows } = asObject(json) ?? {};
  if (form !== "Table") return Array.isArray(items) ? items : undefined;
  const objects = (Array.isArray(rows) ? rows : []).map((row) => asObject(asObject(row)?.object));
  // The specification does not show what the rows contain besides their cells.
  const isShown = objects.every((object) =>
    typeof asObject(object?.metadata)?.resourceVersion === "string"
  );
  return isShown ? objects.map((object) => ({ ...object, kind: PARTIAL })) : undefined;
}

/** Returns true if a request has no headers but for the form of its response. */
function isAsCurrent(headers: HttpRequest["headers"]): boolean {
  return Object.keys(headers ?? {}).every((name) => name.toLowerCase() === "accept");
}

/** Returns the fields that differ from the last write although no client wrote them since. */
function changedFields(
  known: Known,
  { resource }: ResourceRequest,
  object: JsonObject,
): { expected: string; actual: string } | undefined {
  const { resourceVersion } = asObject(object.metadata) ?? {};
  // The content of one version is compared elsewhere.
  if (resourceVersion === known.current) return undefined;
  const [before, after] = [clientFields(resource, known.object), clientFields(resource, object)];
  if (before === undefined || after === undefined) return undefined;
  const [expected, actual] = [canonical(before), canonical(after)];
  return expected === actual ? undefined : {
    expected: `as in the response to the last write: ${expected.slice(0, 1_000)}`,
    actual: actual.slice(0, 1_000),
  };
}

/** Returns what is wrong with the generation after a write. */
function wrongGeneration(
  { object: old }: Known,
  object: JsonObject,
  resource: string,
): { expected: string; actual: string } | undefined {
  const [before, after] = [asObject(old.metadata) ?? {}, asObject(object.metadata) ?? {}];
  const same = before.generation === after.generation;
  if (clientFields(resource, object) === undefined) return undefined;
  if (resource !== "deployments") {
    return same ? undefined : factsOf(`generation ${before.generation}, as before`, after);
  }
  const sameSpec = textOf(old.spec) === textOf(object.spec);
  // Real servers count changes of the annotations, too.
  if (sameSpec && textOf(before.annotations) !== textOf(after.annotations)) return undefined;
  if (sameSpec === same) return undefined;
  const expected = sameSpec
    ? `generation ${before.generation}, as the spec is unchanged`
    : `another generation than ${before.generation}, as the spec has changed`;
  return factsOf(expected, after);
}

const factsOf = (expected: string, { generation }: JsonObject) => ({
  expected,
  actual: `generation ${generation}`,
});

const textOf = (value: Json | undefined): string => canonical(value ?? {});

function replaceBy(known: Known, version: string, object: JsonObject): void {
  known.object = object;
  if (known.current === version) return;
  known.replaced.add(known.current);
  known.replaced.delete(version);
  known.current = version;
}
