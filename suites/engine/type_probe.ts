/**
 * Tries one resource type: finds a valid object, the fields that can be varied, and what the server
 * and its controllers do with objects.
 *
 * @module
 */
import type { ServedType } from "../client/contact.ts";
import type { TypeResult } from "@plumbline/reports/events";
import type { HttpResponse, Json, JsonObject } from "../client/http_client.ts";
import type { Adaptation, SettledState, Verb } from "../client/resource_type.ts";
import type { Example } from "../client/type_selection.ts";
import { isAbsent } from "../cleanup/absence.ts";
import { canonical } from "../model/content.ts";
import { asObject, metadataOf, resourceVersionOf } from "../model/object.ts";
import { collectionPath, type ResourceType } from "../resources/mod.ts";
import { type DiscoveredFacts, discoveredType } from "../resources/discovered/discovered_type.ts";
import { contains, valueAt, withValueAt } from "../resources/discovered/json.ts";
import { withEnding } from "../resources/discovered/name_form.ts";
import { repaired } from "../resources/discovered/repair.ts";
import type { Schema } from "../resources/discovered/schema.ts";
import { withStoredLists } from "../resources/discovered/stored_lists.ts";
import { validFields } from "../resources/discovered/valid_object.ts";
import { type Variation, variationsOf } from "../resources/discovered/variations.ts";
import { finalization, settledState, withoutFinalizers } from "./adapted_requests.ts";
import type { ExecutionScope } from "./execution_scope.ts";
import {
  change,
  removeTrial,
  shown,
  strangersOf,
  stringsOf,
  trialPath,
  type TrialRemoval,
} from "./trial_requests.ts";
import { unservedVerbs } from "./verb_trial.ts";

/** What is known of a type, and the type if checks can use it. */
export interface Surveyed extends
  Pick<
    TypeResult,
    "reason" | "varied" | "from" | "conditionalUpdates" | "adapted" | "unserved"
  > {
  readonly usable?: ResourceType;
  /** True if another client kept writing to the objects, which may end when nothing else is tried. */
  readonly isDisturbed?: boolean;
}

/** The repairs of a generated object, the fields tried, and those that vary at most. */
const MOST = { repairs: 14, candidates: 24, variations: 6 } as const;

/** The milliseconds without a write after which an object counts as settled, and the most of all. */
const SETTLING = { quiet: 400, most: 6_000 } as const;

/** Finds a valid object of one type and the fields that can be varied. */
export class TypeProbe {
  readonly #scope: ExecutionScope;
  readonly #listed: ServedType;
  readonly #schema: Schema | undefined;
  /** The verbs that the server does not serve. */
  #unserved: readonly Verb[] = [];
  /** The response to the last write of this probe. */
  #written: JsonObject | undefined;
  /** The field managers after the create. */
  #managers: readonly string[] = [];

  #facts: Pick<DiscoveredFacts, "objectName" | "isSecond">;

  /** Creates it without a request. */
  constructor(
    scope: ExecutionScope,
    listed: ServedType,
    { schema, ...facts }:
      & { readonly schema: Schema | undefined }
      & Pick<
        DiscoveredFacts,
        "objectName" | "isSecond"
      >,
  ) {
    this.#scope = scope;
    this.#listed = listed;
    this.#schema = schema;
    this.#facts = facts;
  }

  /** Tries the type, with an object like the example if there is one. */
  async run(example: Example | undefined): Promise<Surveyed> {
    const from = example !== undefined ? "example" : this.#schema ? "schema" : "metadata alone";
    this.#unserved = await unservedVerbs(this.#scope, this.#typeOf({}), this.#listed);
    // Objects that cannot be removed are not created.
    if (this.#unserved.includes("create") || this.#unserved.includes("delete")) {
      this.#unserved = [...new Set([...this.#unserved, "create" as const])];
      return await this.#readOnly();
    }
    const { base: first, refusal, finalizers } = await this.#create(example);
    if (refusal !== undefined) return { reason: `create: ${refusal}`, from };
    const settled = await this.#settled(first);
    if (settled === "never") {
      return { reason: "another client keeps changing a new object", from, isDisturbed: true };
    }
    const isFixed = this.#unserved.includes("patch") && this.#unserved.includes("update");
    const tried = this.#schema === undefined || isFixed ? [] : variationsOf(this.#schema, first);
    const { base, accepted } = await this.#accepted(first, tried);
    // A client that writes first may write again, when a field or what it refers to changes.
    const variations = settled === undefined ? accepted : [];
    if (settled !== undefined && !isFixed && !await this.#isQuietAfter(base)) {
      const reason = "another client changes an object after each update";
      return { reason, from, isDisturbed: true };
    }
    const updates = this.#unserved.includes("update") ? "any" : await this.#updatesTaken(base);
    const conditionalUpdates = updates === "conditional";
    // Such as a Job, of which the server sets a field that no update may leave out.
    if (updates === "none") this.#unserved = [...this.#unserved, "update"];
    const adaptation = {
      ...(finalizers.length > 0 && { finalizers }),
      ...(settled !== undefined && { settled }),
    };
    const removal = await this.#remove(base, adaptation, finalizers);
    if ("reason" in removal) return { reason: removal.reason, from };
    const found = removal.adaptation;
    const usable = this.#typeOf(base, {
      variations,
      conditionalUpdates,
      described: this.#schema,
      ...(Object.keys(found).length > 0 && { adaptation: found }),
    });
    const strangers = await strangersOf(this.#scope, usable);
    if (strangers !== undefined) return { reason: strangers, from };
    const varied = variations.map(({ path }) => path.join("."));
    const adapted = describe(found);
    return {
      usable,
      from,
      varied,
      ...(conditionalUpdates && { conditionalUpdates }),
      ...(adapted.length > 0 && { adapted }),
      ...(this.#unserved.length > 0 && { unserved: this.#unserved }),
    };
  }

  #typeOf(base: JsonObject, facts: DiscoveredFacts = {}): ResourceType {
    const unserved = this.#unserved;
    return discoveredType(this.#listed, base, { ...this.#facts, unserved, ...facts });
  }

  /** Returns a type of which the checks create no objects: they read those of others. */
  async #readOnly(): Promise<Surveyed> {
    const path = collectionPath(
      this.#typeOf({}),
      this.#scope.target.dialect,
      this.#scope.namespaces[0],
    );
    const response = await this.#scope.send({ method: "GET", path, query: { limit: "1" } });
    if (response.status >= 300) return { reason: `list: ${shown(response)}` };
    return { usable: this.#typeOf({}), unserved: this.#unserved };
  }

  /** Deletes the object, with another policy if it stays otherwise. */
  async #remove(
    base: JsonObject,
    adaptation: Adaptation,
    added: readonly string[],
  ): Promise<{ reason: string } | { adaptation: Adaptation }> {
    const type = this.#typeOf(base);
    const first = await removeTrial(this.#scope, type);
    const later = ({ later }: TrialRemoval) => later === undefined ? {} : { removedLater: later };
    if (first.reason === undefined) return { adaptation: { ...adaptation, ...later(first) } };
    if (first.waits === undefined) return await this.#removeFinalized(base, first, adaptation);
    const again = await this.#scope.create(
      type,
      this.#scope.newObject(type, { name: "probe" }),
    );
    if (again.status >= 300) return { reason: first.reason };
    if (added.length > 0) await this.#release(added);
    const deletesInBackground = true;
    const second = await removeTrial(this.#scope, type, { deletesInBackground });
    if (second.reason !== undefined) return { reason: first.reason };
    return { adaptation: { ...adaptation, deletesInBackground, ...later(second) } };
  }

  /** Deletes an object of which the subresource `finalize` has removed the finalizers. */
  async #removeFinalized(
    base: JsonObject,
    { reason = "" }: TrialRemoval,
    adaptation: Adaptation,
  ): Promise<{ reason: string } | { adaptation: Adaptation }> {
    if (!this.#listed.subresources.includes("finalize")) return { reason };
    const path = trialPath(this.#scope, this.#typeOf(base));
    const { json: left } = await this.#scope.send({ method: "GET", path });
    await this.#scope.send(finalization(path, asObject(left) ?? {}));
    const ending = "-finalized";
    this.#facts = { ...this.#facts, objectName: withEnding(ending) };
    const type = this.#typeOf(base);
    const again = await this.#scope.create(type, this.#scope.newObject(type, { name: "probe" }));
    if (again.status >= 300) return { reason };
    const own = trialPath(this.#scope, type);
    await this.#scope.send({ method: "DELETE", path: own });
    const { json } = await this.#scope.send({ method: "GET", path: own });
    await this.#scope.send(finalization(own, asObject(json) ?? {}));
    const isGone = await isAbsent(
      this.#scope,
      own,
      await this.#scope.send({ method: "GET", path: own }),
    );
    return isGone
      ? { adaptation: { ...adaptation, removedLater: [], finalizedAs: ending } }
      : { reason };
  }

  /** Removes finalizers from the object; returns those that it has then. */
  async #release(added: readonly string[]): Promise<string[]> {
    const path = trialPath(this.#scope, this.#typeOf({}));
    const { json } = await this.#scope.send({ method: "GET", path });
    await this.#scope.send(withoutFinalizers(path, asObject(json) ?? {}, added));
    const after = await this.#scope.send({ method: "GET", path });
    return stringsOf(metadataOf(asObject(after.json) ?? {}).finalizers);
  }

  /**
   * Waits until other clients change the object no more. Returns its state, undefined if no other
   * changed it.
   */
  async #settled(base: JsonObject): Promise<SettledState | "never" | undefined> {
    const path = trialPath(this.#scope, this.#typeOf(base));
    const read = async () => asObject((await this.#scope.send({ method: "GET", path })).json) ?? {};
    let last = await read();
    const first = this.#written ?? last;
    for (const until = performance.now() + SETTLING.most; performance.now() < until;) {
      await new Promise((resolve) => setTimeout(resolve, SETTLING.quiet));
      const now = await read();
      if (resourceVersionOf(now) === resourceVersionOf(last)) {
        if (isUnchanged(now, first)) return undefined;
        const { managers, conditions } = settledState(now);
        const added = managers.filter((each) => !this.#managers.includes(each));
        return { managers: added, conditions };
      }
      last = now;
    }
    return "never";
  }

  /** Returns true if no other client changes the object after updates. */
  async #isQuietAfter(base: JsonObject): Promise<boolean> {
    const type = this.#typeOf(base, { variations: [] });
    for (const content of [1, 2, 0]) {
      const labels = { tried: `${content}` };
      const { json } = await change(this.#scope, type, {
        ...type.change(content),
        metadata: { labels },
      });
      this.#written = asObject(json);
      if (await this.#settled(base) !== undefined) return false;
    }
    return true;
  }

  /** Creates an object, and repairs what a server refuses as long as it names the field. */
  async #create(
    example: Example | undefined,
  ): Promise<{ base: JsonObject; refusal?: string; finalizers: readonly string[] }> {
    const schema = this.#schema;
    let base = example?.fields ?? (schema === undefined ? {} : validFields(schema));
    for (let tries = 0;; tries++) {
      const type = this.#typeOf(base);
      const response = await this.#scope.create(
        type,
        this.#scope.newObject(type, { name: "probe" }),
      );
      if (response.status < 300) {
        const object = asObject(response.json) ?? {};
        this.#written = object;
        this.#managers = settledState(object).managers;
        const finalizers = stringsOf(metadataOf(object).finalizers);
        if (schema !== undefined) base = await this.#asStored(base, object, schema);
        if (finalizers.length === 0) return { base, finalizers };
        const left = await this.#release(finalizers);
        this.#written = undefined;
        if (left.length === 0) return { base, finalizers };
        const added = left.join(", ");
        const refusal = `the server adds the finalizer ${added} to a new object, and keeps it`;
        return { base, refusal, finalizers };
      }
      const next = tries < MOST.repairs && example === undefined && schema !== undefined
        ? repaired(base, response.json, schema, tries)
        : undefined;
      if (next === undefined) return { base, refusal: shown(response), finalizers: [] };
      base = next;
    }
  }

  /** Returns the fields with what the server adds within lists, if it takes them in a new object. */
  async #asStored(base: JsonObject, stored: JsonObject, schema: Schema): Promise<JsonObject> {
    const fuller = withStoredLists(base, stored, schema);
    if (JSON.stringify(fuller) === JSON.stringify(base)) return base;
    const type = this.#typeOf(fuller);
    const tried = await this.#scope.create(type, this.#scope.newObject(type, { name: "fuller" }));
    return tried.status < 300 ? fuller : base;
  }

  /**
   * Returns the variations of which each value can be set and, unless required, removed, and which
   * an object can have together.
   */
  async #accepted(
    first: JsonObject,
    candidates: readonly Variation[],
  ): Promise<{ readonly base: JsonObject; readonly accepted: readonly Variation[] }> {
    let base = first;
    const accepted: Variation[] = [];
    for (const variation of candidates.slice(0, MOST.candidates)) {
      if (accepted.length === MOST.variations) break;
      const values = [];
      for (const value of variation.values.slice(0, 3)) {
        if (await this.#keeps(variation.path, value)) values.push(value);
      }
      const { path } = variation;
      const removal = variation.required || values.length === 0
        ? undefined
        : await change(this.#scope, this.#typeOf({}), patchOf(path, null));
      if (removal !== undefined && removal.status >= 300) continue;
      // A field that has a value without one being sent is in every object.
      const isKept = removal !== undefined && valueAt(removal.json, path) !== undefined;
      const required = variation.required || isKept;
      if (values.length < (required ? 2 : 1)) continue;
      const next = { ...variation, values, required };
      const withIt = isKept ? withValueAt(base, path, values[0]) as JsonObject : base;
      if (!await this.#takesAll(withIt, [...accepted, next])) continue;
      accepted.push(next);
      base = withIt;
    }
    return { base, accepted };
  }

  async #keeps(path: readonly string[], value: Variation["values"][number]): Promise<boolean> {
    const { status, json } = await change(this.#scope, this.#typeOf({}), patchOf(path, value));
    return status < 300 && contains(valueAt(json, path), value);
  }

  /**
   * Returns true if updates to several contents are accepted, from each to the next and back, and
   * change no other field: the `sessionAffinity` of a Service brings a `sessionAffinityConfig`.
   */
  async #takesAll(base: JsonObject, variations: readonly Variation[]): Promise<boolean> {
    const type = this.#typeOf(base, { variations });
    let others: string | undefined;
    for (const content of [1, 2, 3, 5, 8, 1, 0]) {
      const changed = await change(this.#scope, type, type.change(content + 1));
      if (changed.status >= 300) return false;
      const now = othersOf(changed.json, variations);
      if (others !== undefined && now !== others) return false;
      others = now;
      if (this.#unserved.includes("update")) continue;
      const current = asObject(changed.json) ?? {};
      if ((await this.#update(type, content, resourceVersionOf(current))).status >= 300) {
        return false;
      }
    }
    return true;
  }

  /** Returns which updates to an object as it was written are accepted: `any` without a version. */
  async #updatesTaken(base: JsonObject): Promise<"any" | "conditional" | "none"> {
    const type = this.#typeOf(base);
    if ((await this.#update(type, 0, undefined)).status < 300) return "any";
    const path = trialPath(this.#scope, type);
    const { json } = await this.#scope.send({ method: "GET", path });
    const stored = asObject(json) ?? {};
    const version = resourceVersionOf(stored);
    if ((await this.#update(type, 0, version)).status < 300) return "conditional";
    // A server that refuses the object as it is stored, too, is wrong.
    const again = await this.#scope.send({ method: "PUT", path, body: stored });
    return again.status < 300 ? "none" : "any";
  }

  #update(
    type: ResourceType,
    content: number,
    resourceVersion: string | undefined,
  ): Promise<HttpResponse> {
    const object = this.#scope.newObject(type, { name: "probe", content });
    const metadata = {
      ...metadataOf(object),
      ...(resourceVersion !== undefined && { resourceVersion }),
    };
    return this.#scope.send({
      method: "PUT",
      path: trialPath(this.#scope, type),
      body: { ...object, metadata },
    });
  }
}

/** Returns the content of an object without its metadata, its status and some fields, as text. */
function othersOf(json: Json | undefined, variations: readonly Variation[]): string {
  const { metadata: _metadata, status: _status, ...content } = asObject(json) ?? {};
  const others = variations.reduce(
    (object: Json, { path }) => withValueAt(object, path, undefined),
    content,
  );
  return canonical(others);
}

/** Returns what a run does beside the requests of checks. */
function describe(adaptation: Adaptation): string[] {
  const { finalizers = [], settled, removedLater = [], deletesInBackground, finalizedAs } =
    adaptation;
  return [
    ...(finalizedAs !== undefined
      ? ["deleted objects are finalized, as no controller does it"]
      : []),
    ...(finalizers.length > 0
      ? [`the finalizer ${finalizers.join(", ")} is removed from new objects`]
      : []),
    ...(settled !== undefined ? ["each create waits for another client's first writes"] : []),
    ...(removedLater.length > 0 ? ["each deletion waits until the object is gone"] : []),
    ...(deletesInBackground ? ["deletions have propagationPolicy=Background"] : []),
  ];
}

function patchOf(path: readonly string[], value: Variation["values"][number] | null): JsonObject {
  const [key, ...rest] = path;
  return { [key!]: rest.length === 0 ? value : patchOf(rest, value) };
}

/**
 * Returns true if nobody has changed an object since it was written. A server that answers with another
 * resourceVersion than the one it stores, or stores none, shows the same content: the checks report that.
 */
function isUnchanged(now: JsonObject, written: JsonObject): boolean {
  const contentOf = (object: JsonObject) => {
    const { resourceVersion: _version, ...metadata } = metadataOf(object);
    return canonical({ ...object, metadata });
  };
  return resourceVersionOf(now) === resourceVersionOf(written) ||
    contentOf(now) === contentOf(written);
}
