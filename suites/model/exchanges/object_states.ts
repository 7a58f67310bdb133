/**
 * Checks that the responses and events of one execution agree on the states of its objects.
 *
 * @module
 */
import type { Json, JsonObject } from "../../client/http_client.ts";
import { canonical } from "../content.ts";
import { asObject } from "../object.ts";
import { type ExchangeViolation, violation } from "./response_invariants.ts";

/** The known facts of an object. */
interface Identity {
  readonly name: string;
  readonly namespace: string;
  readonly creationTimestamp: string;
  deletionTimestamp: string | undefined;
  /** Content by apiVersion and resourceVersion. */
  readonly contents: Map<string, string>;
  /** Specs of a kind that counts generations, by generation. */
  readonly specs: Map<number, string>;
}

/** Kinds whose generation counts the changes of `spec`. */
const COUNTS_GENERATION = new Set(["Deployment"]);

/** Collects the states of objects by uid. */
export class ObjectStates {
  readonly #identities = new Map<string, Identity>();
  /** The uids and versions of objects as they were created. */
  readonly #created = new Set<string>();

  /** Adds the response to a create. */
  addCreated({ metadata }: JsonObject): void {
    const { uid, resourceVersion } = asObject(metadata) ?? {};
    this.#created.add(`${uid} ${resourceVersion}`);
  }

  /** Returns true if the metadata are those of an object as it was created. */
  isCreated({ uid, resourceVersion }: JsonObject): boolean {
    return this.#created.has(`${uid} ${resourceVersion}`);
  }

  /**
   * Adds an object of a response or event and compares it with what is known.
   *
   * @param apiVersion the version in which it is represented, which list items leave out
   */
  add(object: JsonObject, apiVersion: string, kind: string): ExchangeViolation[] {
    const metadata = asObject(object.metadata) ?? {};
    const { uid, resourceVersion, creationTimestamp, name, namespace = "" } = metadata;
    if (!isText(uid) || !isText(resourceVersion) || !isTime(creationTimestamp)) {
      return [violation("exchanges.server-metadata", {
        expected: "uid, resourceVersion and an RFC 3339 creationTimestamp",
        actual: JSON.stringify({ uid, resourceVersion, creationTimestamp }),
      })];
    }
    const known = this.#identities.get(uid);
    if (known === undefined) {
      this.#identities.set(uid, {
        name: String(name),
        namespace: String(namespace),
        creationTimestamp,
        deletionTimestamp: textOf(metadata.deletionTimestamp),
        contents: new Map([[`${apiVersion} ${resourceVersion}`, stateOf(object)]]),
        specs: new Map(generationOf(object, kind)),
      });
      return [];
    }
    return [
      ...constantFields(known, metadata),
      ...oneContent(known, object, `${apiVersion} ${resourceVersion}`),
      ...oneSpec(known, object, kind),
    ];
  }
}

function constantFields(known: Identity, metadata: JsonObject): ExchangeViolation[] {
  const { name, namespace = "", creationTimestamp, uid } = metadata;
  const actual = { name, namespace, creationTimestamp };
  const expected = {
    name: known.name,
    namespace: known.namespace,
    creationTimestamp: known.creationTimestamp,
  };
  if (canonical(actual as JsonObject) !== canonical(expected)) {
    return [violation("exchanges.constant-metadata", {
      expected: `of uid ${uid}: ${JSON.stringify(expected)}`,
      actual: JSON.stringify(actual),
    })];
  }
  const deletion = textOf(metadata.deletionTimestamp);
  if (deletion === undefined) return [];
  const before = known.deletionTimestamp ??= deletion;
  return before === deletion ? [] : [violation("exchanges.deletion-time-constant", {
    expected: `deletionTimestamp ${before} of ${known.name}`,
    actual: deletion,
  })];
}

function oneContent(known: Identity, object: JsonObject, at: string): ExchangeViolation[] {
  // A removed object is returned with the version it had before.
  if (isBeingRemoved(object)) return [];
  const content = stateOf(object);
  const before = known.contents.get(at);
  if (before === undefined) known.contents.set(at, content);
  return before === undefined || before === content ? [] : [
    violation("exchanges.one-state-per-version", {
      expected: `of ${known.name} at ${at}: ${before.slice(0, 1_000)}`,
      actual: content.slice(0, 1_000),
    }),
  ];
}

function oneSpec(known: Identity, object: JsonObject, kind: string): ExchangeViolation[] {
  for (const [generation, spec] of generationOf(object, kind)) {
    const before = known.specs.get(generation);
    if (before === undefined) known.specs.set(generation, spec);
    if (before === undefined || before === spec) continue;
    return [violation("exchanges.one-spec-per-generation", {
      expected: `of ${known.name} at generation ${generation}: ${before.slice(0, 1_000)}`,
      actual: spec.slice(0, 1_000),
    })];
  }
  return [];
}

function generationOf(object: JsonObject, kind: string): [number, string][] {
  const generation = asObject(object.metadata)?.generation;
  return COUNTS_GENERATION.has(kind) && typeof generation === "number"
    ? [[generation, canonical(withoutEmpty(object.spec ?? null))]]
    : [];
}

const isBeingRemoved = ({ metadata }: JsonObject): boolean => {
  const { deletionTimestamp, finalizers } = asObject(metadata) ?? {};
  return Boolean(deletionTimestamp) && !(Array.isArray(finalizers) && finalizers.length > 0);
};

/** Returns the content of an object as text, without fields that a representation may omit. */
function stateOf(object: JsonObject): string {
  const { apiVersion: _apiVersion, kind: _kind, ...rest } = object;
  return canonical(withoutEmpty(rest));
}

/** Drops null and empty values: an absent field may be represented by either. */
function withoutEmpty(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  const object = asObject(value);
  if (object === undefined) return value;
  return Object.fromEntries(
    Object.entries(object).map(([key, inner]) => [key, withoutEmpty(inner)] as const)
      .filter(([, inner]) => !isEmpty(inner)),
  );
}

const isEmpty = (value: Json): boolean =>
  value === null || value === "" ||
  (typeof value === "object" && Object.keys(value).length === 0);

const isText = (value: Json | undefined): value is string =>
  typeof value === "string" && value !== "";

const textOf = (value: Json | undefined): string | undefined => isText(value) ? value : undefined;

const isTime = (value: Json | undefined): value is string =>
  isText(value) && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(value);
