/**
 * Watches with label and field selectors.
 *
 * @module
 */
import fc from "fast-check";
import { anyLabels, expression, satisfying } from "../../arbitraries/label_expressions.ts";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, Discard, property } from "../../check.ts";
import { canonical } from "../../model/content.ts";
import { asObject, keyOf, metadataOf, resourceVersionOf } from "../../model/object.ts";
import { type Expression, matches, selectorText } from "../../model/label_expression.ts";
import { collectionPath, typeNamed } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import type { JsonObject, WatchDocument, WatchStream } from "../../client/http_client.ts";
import { accepted, Objects } from "../../session/objects.ts";
import { expectStatus } from "../../session/violation.ts";
import { changeRequest } from "../../session/write_forms.ts";
import { labelledOf } from "./label_selectors.ts";
import { recordViolation } from "../../verify.ts";

/** The other object that a field selector can name, which never changes. */
const OTHER = "first";

/** The object that changes. Its name continues the other's. */
const CHANGING = "first changing";

/** Field selectors that select the changing object, and some that select only others. */
const FIELDS = ["none", "name", "namespace", "not other", "two", "other", "not this"] as const;

/** Those that also select an object of the changing object's name in another namespace. */
const FIELDS_OF_NAMESAKE: readonly string[] = ["none", "name", "not other"];

/** Where the watch starts. */
const STARTS = ["object", "list"] as const;

interface WatchCase {
  readonly resource: string;
  readonly expressions: readonly Expression[];
  readonly fields: typeof FIELDS[number];
  readonly start: typeof STARTS[number];
  /** True to watch all namespaces. */
  readonly everywhere: boolean;
  /** The labels of one object over time; null where it does not exist, "status" where its status changes. */
  readonly states: readonly (Record<string, string> | "selected" | "status" | null)[];
}

/** Checks of watches with selectors. */
export const SELECTOR_WATCHES: readonly Check[] = [
  property<WatchCase>({
    id: "selectors/watches",
    version: 5,
    title:
      "A watch with selectors sends only events of objects that match, begin to match or cease to match them",
    requirements: ["selectors.watch-selects", "selectors.watch-follows-selector"],
    arbitrary: (target) =>
      fc.record({
        resource: resourceName(target),
        expressions: fc.array(expression(), { maxLength: 2 }),
        fields: fc.constantFrom(...FIELDS.slice(0, 5), ...FIELDS),
        start: fc.constantFrom(...STARTS),
        everywhere: fc.boolean(),
        states: fc.array(
          fc.oneof(
            { weight: 3, arbitrary: anyLabels() },
            // Generated labels rarely match the selector; these always do.
            { weight: 2, arbitrary: fc.constant("selected" as const) },
            { weight: 1, arbitrary: fc.constant(null) },
            { weight: 2, arbitrary: fc.constant("status" as const) },
          ),
          { minLength: 2, maxLength: 7, size: "max" },
        ),
      }),
    run: watchChanges,
  }),
];

async function watchChanges(scope: Scope, input: WatchCase): Promise<void> {
  const { resource, expressions, fields, states } = input;
  const matchesLabels = (labels: Record<string, string>) =>
    expressions.every((each) => matches(each, { name: "", labels }));
  const matching = satisfying(matchesLabels);
  if (matching === undefined) throw new Discard("no labels can match the selector");
  const objects = new Objects(scope, typeNamed(scope.target, resource));
  const first = await objects.create(objects.newObject(OTHER));
  scope.note(fields === "none" ? "labels" : "fields");
  const query = {
    labelSelector: [...expressions.length > 0 ? [selectorText(expressions)] : [], scope.selector]
      .join(),
    fieldSelector: fieldsText(scope, objects, fields),
  };
  const isSelected = fields !== "other" && fields !== "not this";
  const selects = (labels: Record<string, string>) => isSelected && matchesLabels(labels);
  const path = input.everywhere && scope.exclusive
    ? collectionPath(objects.type, scope.target.dialect)
    : objects.collectionOf(first);
  const start = input.start === "object"
    ? first
    : accepted(await scope.send({ method: "GET", path, query }), "a list was rejected");
  const resourceVersion = resourceVersionOf(start);
  const watch = await scope.watch({ path, query: { ...query, resourceVersion } });
  if (watch.response.status === 403) throw new Discard("the watch is forbidden");
  expectStatus("selectors.watch-selects", watch.response, 200);

  const expected: string[] = [];
  // In all namespaces an object of the same name may match as well.
  const [, elsewhere] = scope.namespaces;
  const isEverywhere = path === collectionPath(objects.type, scope.target.dialect);
  const namesake = isEverywhere && objects.type.namespaced && elsewhere !== undefined
    ? await objects.create(
      objects.newObject(CHANGING, { labels: matching }, { namespace: elsewhere }),
    )
    : undefined;
  const selectsNamesake = namesake !== undefined && FIELDS_OF_NAMESAKE.includes(fields);
  if (selectsNamesake) expected.push(`ADDED ${keyOf(namesake)}`);
  let now: JsonObject | undefined;
  const follow = async (labels: Record<string, string> | null) => {
    const before = now !== undefined && selects(labelledOf(now).labels);
    const last = now;
    now = await changeTo(objects, now, labels);
    const after = now !== undefined && selects(labelledOf(now).labels);
    if (!before && !after) return;
    expected.push(`${before ? after ? "MODIFIED" : "DELETED" : "ADDED"} ${keyOf((now ?? last)!)}`);
  };
  for (const state of states) {
    if (state !== "status") {
      await follow(state === "selected" ? matching : state);
      continue;
    }
    const written = now && await writeStatus(objects, now);
    if (written === undefined) continue;
    now = written;
    if (selects(labelledOf(now).labels)) expected.push(`MODIFIED ${keyOf(now)}`);
  }
  if (namesake !== undefined) {
    await changeOther(objects, namesake, matching);
    if (selectsNamesake) expected.push(`MODIFIED ${keyOf(namesake)}`);
  }
  // The last event is one that is certain to come: once it arrives, all have arrived.
  await follow(matching);
  const end = isSelected
    ? now!
    : fields === "other"
    ? await changeOther(objects, first, matching)
    : await objects.create(objects.newObject("end", { labels: matching }));
  if (!isSelected) {
    const wasSelected = fields === "other" && selectsAll(matchesLabels, first);
    expected.push(`${wasSelected ? "MODIFIED" : "ADDED"} ${keyOf(end)}`);
  }
  const last = resourceVersionOf(end);
  verifyEvents(objects, watch, await reaches(watch, last), { query, expected });
  // A watch that starts in the past sends the same events from the history.
  const replay = await scope.watch({ path, query: { ...query, resourceVersion } });
  if (replay.response.status !== 200) {
    throw new Discard("the watch was rejected");
  }
  const isReplayed = await reaches(replay, last);
  if (replay.documents.some(({ type, object }) => type === "ERROR" && object.code === 410)) {
    throw new Discard("the history does not reach back to the version of the watch");
  }
  verifyEvents(objects, replay, isReplayed, { query, expected });
}

/** Waits for the event of a version; false if the watch ends before. */
const reaches = async (watch: WatchStream, version: string | undefined): Promise<boolean> =>
  await watch.waitFor(({ object }) => resourceVersionOf(object) === version) !== undefined;

/** Compares the events of a watch, up to the last one or to its end, with those expected. */
function verifyEvents(
  objects: Objects,
  watch: WatchStream,
  isComplete: boolean,
  { query, expected }: {
    readonly query: { readonly labelSelector: string; readonly fieldSelector: string | undefined };
    readonly expected: readonly string[];
  },
): void {
  const received = withoutSteps(watch.documents, objects)
    .map(({ type, object }) => `${type} ${keyOf(object)}`);
  if (received.join() === expected.join()) return;
  // A server may end a watch at any time; the events until then must be right.
  const early = !isComplete && watch.ended;
  if (early && received.join() === expected.slice(0, received.length).join()) {
    throw new Discard("the server ended the watch early");
  }
  // The specification does not show the event of a deletion.
  const isShown = (event: string) => !event.startsWith("DELETED");
  const same = received.filter(isShown).join() === expected.filter(isShown).join();
  recordViolation(same ? "selectors.watch-follows-selector" : "selectors.watch-selects", {
    expected: `${query.labelSelector} ${query.fieldSelector ?? ""}: ${expected.join(", ")}`,
    actual: received.join(", ") || "no event",
  });
}

/**
 * Returns the events of a watch without bookmarks, and without those that a single write may cause
 * besides its own: an object may be deleted in several steps, and a new one changed by others.
 */
function withoutSteps(
  documents: readonly WatchDocument[],
  { type: { adaptation } }: Objects,
): WatchDocument[] {
  const states = new Map<string, string>();
  return documents.filter(({ type, object }) => {
    if (type === "BOOKMARK") return false;
    const { labels = null, annotations, deletionTimestamp } = metadataOf(object);
    const { counted = null, last = null } = asObject(annotations) ?? {};
    const state = canonical([labels, counted, last]);
    const isSame = adaptation !== undefined && states.get(keyOf(object)) === state;
    states.set(keyOf(object), state);
    return type !== "MODIFIED" || deletionTimestamp === undefined && !isSame;
  });
}

const selectsAll = (test: (labels: Record<string, string>) => boolean, object: JsonObject) =>
  test(labelledOf(object).labels);

function fieldsText(
  scope: Scope,
  { type }: Objects,
  fields: WatchCase["fields"],
): string | undefined {
  const name = scope.name(CHANGING, type);
  const other = scope.name(OTHER, type);
  const namespace = type.namespaced ? `metadata.namespace=${scope.namespaces[0]}` : undefined;
  switch (fields) {
    case "none":
      return undefined;
    case "name":
      return `metadata.name=${name}`;
    case "namespace":
      return namespace;
    case "not other":
      return `metadata.name!=${other}`;
    case "two":
      return `${namespace ?? `metadata.name!=${other}`},metadata.name=${name}`;
    case "other":
      return `metadata.name=${other}`;
    case "not this":
      return `metadata.name!=${name}`;
  }
}

/** Changes the object that a field selector names; returns its last state, which matches. */
async function changeOther(
  objects: Objects,
  first: JsonObject,
  labels: Record<string, string>,
): Promise<JsonObject> {
  const patch = { metadata: { labels, annotations: { last: "yes" } } };
  return accepted(await objects.patch(first, patch), "a patch was rejected");
}

/** Creates, updates or deletes the object so that it has the next labels. */
async function changeTo(
  objects: Objects,
  now: JsonObject | undefined,
  labels: Record<string, string> | null,
): Promise<JsonObject | undefined> {
  if (labels === null) {
    if (now !== undefined) accepted(await objects.remove(now), "a delete request was rejected");
    return undefined;
  }
  const next = objects.newObject(CHANGING, {
    labels,
    annotations: { counted: `${counted(now) + 1}` },
  });
  if (now === undefined) return await objects.create(next);
  const version = resourceVersionOf(now);
  const metadata = { ...metadataOf(next), ...(version && { resourceVersion: version }) };
  return accepted(await objects.put({ ...next, metadata }), "an update was rejected");
}

/** Changes nothing but the status of a Deployment; undefined for types whose status is unknown. */
async function writeStatus(
  { scope, type }: Objects,
  now: JsonObject,
): Promise<JsonObject | undefined> {
  if (type.resource !== "deployments" || type.adaptation !== undefined) return undefined;
  const { observedGeneration = 0 } = asObject(now.status) ?? {};
  const change = {
    metadata: { resourceVersion: resourceVersionOf(now)! },
    status: { observedGeneration: Number(observedGeneration) + 1 },
  };
  const request = changeRequest(scope, type, now, "update", change, { subresource: "status" });
  return accepted(await scope.send(request), "an update of the status was rejected");
}

/** Returns a counter in the annotations, which makes each state differ from the one before. */
function counted(now: JsonObject | undefined): number {
  return Number(asObject(metadataOf(now ?? {}).annotations)?.counted ?? 0);
}
