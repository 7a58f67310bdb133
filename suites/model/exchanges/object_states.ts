/**
 * Checks that the responses and events of one execution agree on the states of its objects.
 *
 * @module
 */
import type { Json, JsonObject } from "../../client/http_client.ts";
import { canonical } from "../content.ts";
import { asObject } from "../object.ts";
import { isReadFromProtobuf } from "../protobuf/read.ts";
import { isSameInProtobuf, shownInProtobuf } from "./forms.ts";
import { differingMembers, isSameContent, isSameValue, withoutTypes } from "./same_content.ts";
import { type ExchangeViolation, violation } from "./violation.ts";

/** The known facts of an object. */
interface Identity {
  readonly name: string;
  readonly namespace: string;
  readonly creationTimestamp: string;
  deletionTimestamp: string | undefined;
  /** The first object with each apiVersion and resourceVersion. */
  readonly contents: Map<string, JsonObject>;
  /** Specs of a kind that counts generations, by generation. */
  readonly specs: Map<number, Json>;
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
    // Objects without them do not differ by them.
    if (isText(uid) && isText(resourceVersion)) this.#created.add(`${uid} ${resourceVersion}`);
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
        contents: new Map([[`${apiVersion} ${resourceVersion}`, object]]),
        specs: new Map(isReadFromProtobuf(object) ? [] : generationOf(object, kind)),
      });
      return [];
    }
    return [
      ...constantFields(known, metadata),
      ...oneContent(known, object, `${apiVersion} ${resourceVersion}`),
      ...oneSpec(known, object, kind),
    ];
  }

  /** Compares the metadata of an object with what is known of the same version of it. */
  addMetadata(metadata: JsonObject): ExchangeViolation[] {
    const { uid, resourceVersion } = metadata;
    const contents = this.#identities.get(String(uid))?.contents;
    if (contents === undefined || isBeingRemoved({ metadata })) return [];
    for (const [at, object] of contents) {
      if (!at.endsWith(` ${resourceVersion}`) || isReadFromProtobuf(object)) continue;
      if (isSameValue(withoutManagers(object.metadata ?? {}), withoutManagers(metadata))) continue;
      return [violation("exchanges.one-state-per-version", {
        expected: `metadata at ${at}: ${canonical(object.metadata!).slice(0, 1_000)}`,
        actual: `without the object: ${canonical(metadata).slice(0, 1_000)}`,
      })];
    }
    return [];
  }
}

/** Returns metadata without the managers of fields, which name an API version. */
function withoutManagers(metadata: Json): Json {
  const { managedFields: _managers, ...rest } = asObject(metadata) ?? {};
  return rest;
}

/** Returns true for two spellings of one time. */
function isSameTime(one: Json | undefined, other: string): boolean {
  return one === other || canonical(one ?? null) === canonical(other);
}

function constantFields(known: Identity, metadata: JsonObject): ExchangeViolation[] {
  const { name, namespace = "", creationTimestamp, uid } = metadata;
  const isConstant = name === known.name && namespace === known.namespace &&
    isSameTime(creationTimestamp, known.creationTimestamp);
  if (!isConstant) {
    const expected = {
      name: known.name,
      namespace: known.namespace,
      creationTimestamp: known.creationTimestamp,
    };
    return [violation("exchanges.constant-metadata", {
      expected: `of uid ${uid}: ${JSON.stringify(expected)}`,
      actual: JSON.stringify({ name, namespace, creationTimestamp }),
    })];
  }
  const deletion = textOf(metadata.deletionTimestamp);
  if (deletion === undefined) return [];
  const before = known.deletionTimestamp ??= deletion;
  return isSameTime(before, deletion) ? [] : [violation("exchanges.deletion-time-constant", {
    expected: `deletionTimestamp ${before} of ${known.name}`,
    actual: deletion,
  })];
}

function oneContent(known: Identity, object: JsonObject, at: string): ExchangeViolation[] {
  // A removed object is returned with the version it had before.
  if (isBeingRemoved(object)) return [];
  const before = known.contents.get(at);
  if (before === undefined || isReadFromProtobuf(before)) known.contents.set(at, object);
  const isSame = before === undefined ||
    (isSameInProtobuf(before, object) ?? isSameContent(before, object));
  if (isSame) return [];
  const isInProtobuf = isReadFromProtobuf(before) || isReadFromProtobuf(object);
  const [due, found] = differingMembers(
    ...[before, object].map((each): JsonObject =>
      isInProtobuf ? JSON.parse(shownInProtobuf(each)) : withoutTypes(each)
    ) as [JsonObject, JsonObject],
  );
  return [
    violation("exchanges.one-state-per-version", {
      expected: `of ${known.name} at ${at}: ${textOfState(due)}`,
      actual: textOfState(found),
    }),
  ];
}

function oneSpec(known: Identity, object: JsonObject, kind: string): ExchangeViolation[] {
  // Protobuf shows a part of it.
  if (isReadFromProtobuf(object)) return [];
  for (const [generation, spec] of generationOf(object, kind)) {
    const before = known.specs.get(generation);
    if (before === undefined) known.specs.set(generation, spec);
    if (before === undefined || isSameValue(before, spec)) continue;
    const show = (value: Json) => canonical(value).slice(0, 1_000);
    return [violation("exchanges.one-spec-per-generation", {
      expected: `of ${known.name} at generation ${generation}: ${show(before)}`,
      actual: show(spec),
    })];
  }
  return [];
}

function generationOf(object: JsonObject, kind: string): [number, Json][] {
  const generation = asObject(object.metadata)?.generation;
  return COUNTS_GENERATION.has(kind) && typeof generation === "number"
    ? [[generation, object.spec ?? null]]
    : [];
}

const isBeingRemoved = ({ metadata }: JsonObject): boolean => {
  const { deletionTimestamp, finalizers } = asObject(metadata) ?? {};
  return Boolean(deletionTimestamp) && !(Array.isArray(finalizers) && finalizers.length > 0);
};

/** Returns a part of an object as text, for a message. */
const textOfState = (part: JsonObject): string => canonical(part).slice(0, 1_000);

const isText = (value: Json | undefined): value is string =>
  typeof value === "string" && value !== "";

const textOf = (value: Json | undefined): string | undefined => isText(value) ? value : undefined;

const isTime = (value: Json | undefined): value is string =>
  isText(value) && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(value);
