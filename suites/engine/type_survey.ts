/**
 * Finds out which of a server's resource types the checks can use: creates, changes and deletes an
 * object of each.
 *
 * @module
 */
import type { TypeResult } from "../../reports/events.ts";
import { type HttpResponse, type JsonObject, TargetUnreachable } from "../client/http_client.ts";
import type { Target } from "../client/target.ts";
import type { Example, TypeSelection } from "../client/type_selection.ts";
import { asObject, metadataOf, resourceVersionOf } from "../model/object.ts";
import { collectionPath, objectPath, RESOURCE_TYPES, type ResourceType } from "../resources/mod.ts";
import { type DiscoveredFacts, discoveredType } from "../resources/discovered/discovered_type.ts";
import { type ListedType, nameOf } from "../resources/discovered/discovery.ts";
import { contains, valueAt } from "../resources/discovered/json.ts";
import { readListedTypes, SchemaReader } from "../resources/discovered/reading.ts";
import { repaired } from "../resources/discovered/repair.ts";
import { chooseTypes } from "../resources/discovered/selection.ts";
import type { Schema } from "../resources/discovered/schema.ts";
import { validFields } from "../resources/discovered/valid_object.ts";
import { type Variation, variationsOf } from "../resources/discovered/variations.ts";
import type { ExecutionScope } from "./execution_scope.ts";
import type { Scopes } from "./scopes.ts";

/** The types that checks can use, and the results to report. */
export interface SurveyedTypes {
  readonly types: readonly ResourceType[];
  readonly results: readonly TypeResult[];
}

/** The repairs of a generated object, the fields tried, and those that vary at most. */
const MOST = { repairs: 14, candidates: 24, variations: 6 } as const;

/** The types surveyed at once. */
const AT_ONCE = 4;

/** The milliseconds in which a deleted object must be gone, and the polling interval. */
const REMOVAL = { most: 3_000, interval: 100 } as const;

/** Surveys the types of the selection. */
export async function surveyTypes(
  target: Target,
  scopes: Scopes,
  selection: TypeSelection,
): Promise<SurveyedTypes> {
  const listed = await readListedTypes(target.client);
  const { chosen, left, unknown } = chooseTypes(listed, selection.names);
  const schemas = new SchemaReader(target.client);
  const found = new Map<ListedType, Surveyed>();
  const queue = [...chosen];
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (let type = queue.shift(); type !== undefined; type = queue.shift()) {
      found.set(type, await surveyType(type, { scopes, schemas, selection }));
    }
  }));
  const surveyed = chosen.map((type) => ({ type, ...found.get(type)! }));
  return {
    types: surveyed.flatMap(({ usable }) => usable ?? []),
    results: [
      ...surveyed.map(({ type, usable: _, ...facts }) => resultOf(type, facts)),
      ...left.map(({ type, reason }) => resultOf(type, { reason })),
      ...unknown.map((name) => ({
        name,
        verdict: "skipped" as const,
        reason: "discovery lists no such type",
      })),
    ],
  };
}

/** What is known of a type, and the type if checks can use it. */
interface Surveyed extends Pick<TypeResult, "reason" | "varied" | "from" | "conditionalUpdates"> {
  readonly usable?: ResourceType;
}

function resultOf(type: ListedType, facts: Omit<Surveyed, "usable">): TypeResult {
  return {
    name: nameOf(type),
    version: type.version,
    scope: type.namespaced ? "namespace" : "cluster",
    verdict: facts.reason === undefined ? "covered" : "skipped",
    ...facts,
  };
}

interface SurveyContext {
  readonly scopes: Scopes;
  readonly schemas: SchemaReader;
  readonly selection: TypeSelection;
}

async function surveyType(type: ListedType, context: SurveyContext): Promise<Surveyed> {
  const { scopes, schemas, selection: { examples = [] } } = context;
  const scope = await scopes.open();
  try {
    const { dialect } = scope.target;
    const builtIn = RESOURCE_TYPES.find((each) =>
      each.resource === type.resource && each.group(dialect) === type.group &&
      each.version === type.version
    );
    const apiVersion = type.group === "" ? type.version : `${type.group}/${type.version}`;
    const example = examples.find((each) =>
      each.kind === type.kind && each.apiVersion === apiVersion
    );
    if (builtIn !== undefined && example === undefined) {
      const reason = await refusalOf(scope, builtIn);
      const from = "specification";
      return reason === undefined ? { usable: builtIn, from } : { reason, from };
    }
    const schema = await schemas.schemaOf(type);
    const probe = new TypeProbe(scope, type, schema);
    return await probe.run(example);
  } catch (error) {
    if (!(error instanceof TargetUnreachable)) throw error;
    return { reason: error.message };
  } finally {
    await scopes.close(scope);
  }
}

/** Creates and deletes an object of a type; returns what is refused. */
async function refusalOf(scope: ExecutionScope, type: ResourceType): Promise<string | undefined> {
  const response = await scope.create(type, scope.newObject(type, { name: "probe" }));
  if (response.status >= 300) return `create: ${shown(response)}`;
  return await remainsOf(scope, type);
}

/** Deletes the object of the probe; returns why it is still there. */
async function remainsOf(scope: ExecutionScope, type: ResourceType): Promise<string | undefined> {
  const path = pathOf(scope, type);
  const deleted = await scope.send({ method: "DELETE", path });
  if (deleted.status >= 300) return `delete: ${shown(deleted)}`;
  for (const until = performance.now() + REMOVAL.most; performance.now() < until;) {
    const { status, json } = await scope.send({ method: "GET", path });
    if (status === 404) return await strangersOf(scope, type);
    const { finalizers } = metadataOf(asObject(json) ?? {});
    if (Array.isArray(finalizers) && finalizers.length > 0) {
      // Lets the scope remove it.
      await patch(scope, type, { metadata: { finalizers: null } });
      return `a deleted object waits for the finalizer ${finalizers.join(", ")}`;
    }
    await new Promise((resolve) => setTimeout(resolve, REMOVAL.interval));
  }
  return "a deleted object is still there";
}

/** Returns why objects of others disturb the checks: controllers may add some to each namespace. */
async function strangersOf(scope: ExecutionScope, type: ResourceType): Promise<string | undefined> {
  if (!scope.exclusive || !type.namespaced) return undefined;
  const path = collectionPath(type, scope.target.dialect, scope.namespaces[0]);
  const { json } = await scope.send({ method: "GET", path });
  const { items } = asObject(json) ?? {};
  return Array.isArray(items) && items.length > 0
    ? "another client creates objects of this type in each new namespace"
    : undefined;
}

/** Finds a valid object of one type and the fields that can be varied. */
class TypeProbe {
  readonly #scope: ExecutionScope;
  readonly #listed: ListedType;
  readonly #schema: Schema | undefined;

  constructor(scope: ExecutionScope, listed: ListedType, schema: Schema | undefined) {
    this.#scope = scope;
    this.#listed = listed;
    this.#schema = schema;
  }

  async run(example: Example | undefined): Promise<Surveyed> {
    const from = example !== undefined ? "example" : this.#schema ? "schema" : "metadata alone";
    const { base, refusal } = await this.#create(example);
    if (refusal !== undefined) return { reason: `create: ${refusal}`, from };
    const tried = this.#schema === undefined ? [] : variationsOf(this.#schema, base);
    const variations = await this.#accepted(base, tried);
    const conditionalUpdates = !await this.#takesUnconditionalUpdate(base);
    const usable = this.#typeOf(base, { variations, conditionalUpdates });
    const remains = await remainsOf(this.#scope, usable);
    if (remains !== undefined) return { reason: remains, from };
    const varied = variations.map(({ path }) => path.join("."));
    return { usable, from, varied, ...(conditionalUpdates && { conditionalUpdates }) };
  }

  #typeOf(base: JsonObject, facts: DiscoveredFacts = {}): ResourceType {
    return discoveredType(this.#listed, base, facts);
  }

  /** Creates an object, and repairs what a server refuses as long as it names the field. */
  async #create(example: Example | undefined): Promise<{ base: JsonObject; refusal?: string }> {
    const schema = this.#schema;
    let base = example?.fields ?? (schema === undefined ? {} : validFields(schema));
    for (let tries = 0;; tries++) {
      const type = this.#typeOf(base);
      const response = await this.#scope.create(
        type,
        this.#scope.newObject(type, { name: "probe" }),
      );
      if (response.status < 300) {
        const { finalizers } = metadataOf(asObject(response.json) ?? {});
        if (!Array.isArray(finalizers) || finalizers.length === 0) return { base };
        // An update would remove them, so that the deletion of the probe does not show them.
        await patch(this.#scope, type, { metadata: { finalizers: null } });
        const added = finalizers.join(", ");
        return { base, refusal: `the server adds the finalizer ${added} to a new object` };
      }
      const next = tries < MOST.repairs && example === undefined && schema !== undefined
        ? repaired(base, response.json, schema, tries)
        : undefined;
      if (next === undefined) return { base, refusal: shown(response) };
      base = next;
    }
  }

  /**
   * Returns the variations of which each value can be set and, unless required, removed, and which
   * an object can have together.
   */
  async #accepted(base: JsonObject, candidates: readonly Variation[]): Promise<Variation[]> {
    const accepted: Variation[] = [];
    for (const variation of candidates.slice(0, MOST.candidates)) {
      if (accepted.length === MOST.variations) break;
      const values = [];
      for (const value of variation.values.slice(0, 3)) {
        if (await this.#keeps(variation.path, value)) values.push(value);
      }
      const removable = variation.required || values.length === 0 ||
        (await patch(this.#scope, this.#typeOf({}), patchOf(variation.path, null))).status < 300;
      if (!removable || values.length < (variation.required ? 2 : 1)) continue;
      const next = { ...variation, values };
      if (await this.#takesAll(base, [...accepted, next])) accepted.push(next);
    }
    return accepted;
  }

  async #keeps(path: readonly string[], value: Variation["values"][number]): Promise<boolean> {
    const { status, json } = await patch(this.#scope, this.#typeOf({}), patchOf(path, value));
    return status < 300 && contains(valueAt(json, path), value);
  }

  /** Returns true if updates to several contents are accepted, from each to the next and back. */
  async #takesAll(base: JsonObject, variations: readonly Variation[]): Promise<boolean> {
    const type = this.#typeOf(base, { variations });
    for (const content of [1, 2, 3, 5, 8, 1, 0]) {
      const change = await patch(this.#scope, type, type.change(content + 1));
      if (change.status >= 300) return false;
      const current = asObject(change.json) ?? {};
      if ((await this.#update(type, content, resourceVersionOf(current))).status >= 300) {
        return false;
      }
    }
    return true;
  }

  /** Returns true if an update without a resourceVersion is accepted, or none is at all. */
  async #takesUnconditionalUpdate(base: JsonObject): Promise<boolean> {
    const type = this.#typeOf(base);
    if ((await this.#update(type, 0, undefined)).status < 300) return true;
    const path = pathOf(this.#scope, type);
    const { json } = await this.#scope.send({ method: "GET", path });
    const version = resourceVersionOf(asObject(json) ?? {});
    return (await this.#update(type, 0, version)).status >= 300;
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
      path: pathOf(this.#scope, type),
      body: { ...object, metadata },
    });
  }
}

function patchOf(path: readonly string[], value: Variation["values"][number] | null): JsonObject {
  const [key, ...rest] = path;
  return { [key!]: rest.length === 0 ? value : patchOf(rest, value) };
}

function patch(scope: ExecutionScope, type: ResourceType, body: JsonObject): Promise<HttpResponse> {
  return scope.send({
    method: "PATCH",
    path: pathOf(scope, type),
    headers: { "content-type": "application/merge-patch+json" },
    body,
  });
}

function pathOf(scope: ExecutionScope, type: ResourceType): string {
  const namespace = type.namespaced ? scope.namespaces[0] : undefined;
  return objectPath(type, scope.target.dialect, { namespace, name: scope.name("probe") });
}

/** Returns the status and message of a refusal. */
function shown({ status, json, text }: HttpResponse): string {
  const { message } = asObject(json) ?? {};
  const said = (typeof message === "string" ? message : text).replaceAll(/\s+/g, " ");
  return `${status} ${said.length > 300 ? `${said.slice(0, 300)}…` : said}`;
}
