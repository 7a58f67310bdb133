/**
 * Verifies watches: every change of the selection after the start, once, in the order of each
 * object, with the right type and object, and nothing else.
 *
 * @module
 */
import type { RequirementId } from "../catalogue.ts";
import type { JsonObject, WatchDocument } from "../client/http_client.ts";
import { type BookmarkFacts, verifyBookmarks } from "./bookmark_oracle.ts";
import { contentOf, lastContentOf } from "./content.ts";
import { type Discrepancy, discrepancy, discrepancyOf, missingEvent } from "./discrepancy.ts";
import type { History } from "./history.ts";
import { shortened } from "./list_oracle.ts";
import { describe, keyOf, namespaceOf, resourceVersionOf } from "./object.ts";
import { type Selection, selects, selectsFields, selectsLabels } from "./selection.ts";
import { type Cause, type ExpectedEvent, viewOf } from "./view.ts";

/** The start of a watch. */
export type Start =
  /** From a version that names one of these positions. */
  | { readonly kind: "version"; readonly positions: readonly number[] }
  /** With the existing objects, at one of these positions. */
  | {
    readonly kind: "existing";
    readonly positions: readonly number[];
    readonly requirement:
      | "watch.from-zero-starts-with-existing"
      | "watch.from-unset-starts-with-existing";
  };

/** A watch, and what it delivered. */
export interface WatchRead extends BookmarkFacts {
  /** The objects that the watch selects. */
  readonly selection: Selection;
  /** The start of the watch. */
  readonly start: Start;
  /** The received documents, in order. */
  readonly documents: readonly WatchDocument[];
  /** True if the watch was awaited until every expected event could have arrived. */
  readonly complete: boolean;
  /** The requirement that a lost event violates, besides `watch.nothing-lost`. */
  readonly gap?: RequirementId;
}

/** An expected event; at a start with the existing objects, ADDED for each of them. */
type Expected = Omit<ExpectedEvent, "cause"> & { readonly cause: Cause | "existing" };

/** Verifies a watch against the history. */
export function verifyWatch(history: History, read: WatchRead): Discrepancy[] {
  const shape = verifyDocuments(read);
  // An unknown type is reported as such, and must not hide other discrepancies.
  if (shape.some(({ requirement }) => requirement !== "watch.known-types")) return shape;
  let least: Discrepancy[] | undefined;
  for (const position of read.start.positions) {
    const discrepancies = [
      ...verifyFrom(history, read, position),
      ...verifyBookmarks(history, read, position),
    ];
    if (discrepancies.length === 0) return shape;
    if (least === undefined || weight(read, discrepancies) < weight(read, least)) {
      least = discrepancies;
    }
  }
  return [...shape, ...least ?? []];
}

/** Returns the weight of the discrepancies at one start: those of the best start are reported. */
function weight({ start }: WatchRead, discrepancies: readonly Discrepancy[]): number {
  const misplaced = start.kind === "existing" &&
    discrepancies.some(({ requirement }) => requirement === start.requirement);
  return discrepancies.length + (misplaced ? 1_000 : 0);
}

/** Returns the last position that a stream has reached. */
export function reached(history: History, documents: readonly WatchDocument[]): number {
  const positions = documents.flatMap(({ object }) =>
    history.positionsOf(resourceVersionOf(object) ?? "") ?? []
  );
  return Math.max(0, ...positions);
}

const TYPES = ["ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR"];

function verifyDocuments(read: WatchRead): Discrepancy[] {
  const discrepancies: Discrepancy[] = [];
  for (const { type, object } of read.documents) {
    if (!TYPES.includes(type)) {
      discrepancies.push(discrepancy("watch.known-types", TYPES.join(" or "), type));
    }
    if (type === "ERROR" || type === "BOOKMARK") continue;
    if (object.kind !== read.kind || object.apiVersion !== read.apiVersion) {
      const actual = `${object.apiVersion} ${object.kind}`;
      discrepancies.push(
        discrepancy("watch.object-carries-kind", `${read.apiVersion} ${read.kind}`, actual),
      );
    }
    if (resourceVersionOf(object) === undefined) {
      discrepancies.push(
        discrepancy(
          "resource-versions.object-carries-version",
          "a version in its metadata",
          describe(object),
        ),
      );
    }
  }
  return discrepancies;
}

function verifyFrom(history: History, read: WatchRead, position: number): Discrepancy[] {
  const { start, selection } = read;
  const events = read.documents.filter(({ type }) => type !== "BOOKMARK" && type !== "ERROR");
  const view: Expected[] = viewOf(history, selection);
  if (start.kind === "version") return verifyEvents(history, read, view, events, position);
  const existing = [...history.stateAt(position).values()]
    .filter((object) => selects(selection, object));
  const head = events.slice(0, existing.length);
  const expectedEvent = existing.map(contentOf).sort();
  const received = head.map(({ object }) => contentOf(object)).sort();
  const cut = !read.complete && head.length < existing.length;
  const same = cut
    ? received.every((each) => expectedEvent.includes(each))
    : expectedEvent.join("\n") === received.join("\n");
  if (head.some(({ type }) => type !== "ADDED") || !same) {
    const expected = `ADDED for ${existing.map(describe).join(", ") || "nothing"}`;
    return [discrepancy(start.requirement, expected, describeEvents(head))];
  }
  return verifyEvents(history, read, view, events.slice(existing.length), position);
}

function verifyEvents(
  history: History,
  read: WatchRead,
  view: readonly Expected[],
  events: readonly WatchDocument[],
  start: number,
): Discrepancy[] {
  const discrepancies: Discrepancy[] = [];
  const seen = new Set<Expected>();
  const byPosition = new Map(view.map((each) => [each.position, each]));
  for (const event of events) {
    const position = positionOf(history, view, event, seen);
    const change = position === undefined ? undefined : history.changes[position - 1];
    const expectedEvent = position === undefined ? undefined : byPosition.get(position);
    if (isElsewhere(read, event)) {
      discrepancies.push(outOfView(read, event));
    } else if (change === undefined || keyOf(change.object) !== keyOf(event.object)) {
      const expected = "an event of a change that happened";
      discrepancies.push(
        discrepancyOf(
          [event.object],
          "watch.no-invented-events",
          expected,
          describeEvents([event]),
        ),
      );
    } else if (expectedEvent === undefined) {
      discrepancies.push(outOfView(read, event));
    } else if (seen.has(expectedEvent)) {
      discrepancies.push(
        discrepancyOf(
          [event.object],
          "watch.nothing-twice",
          "every change once",
          `${describeEvents([event])} twice`,
        ),
      );
    } else if (expectedEvent.position <= start) {
      const { start: began } = read;
      const id = began.kind === "existing" ? began.requirement : "watch.starts-after-version";
      const expected = "only changes after the start of the watch";
      discrepancies.push(discrepancyOf([event.object], id, expected, describeEvents([event])));
    } else {
      discrepancies.push(...verifyEvent(expectedEvent, event));
      seen.add(expectedEvent);
    }
  }
  return [
    ...discrepancies,
    ...verifyLoss(read, view, seen, start),
    ...verifyOrder([...seen]),
  ];
}

/**
 * Returns the position of the change that an event reports. A DELETED may carry the version of the deletion or
 * that of the last content: the specification shows neither.
 */
function positionOf(
  history: History,
  view: readonly Expected[],
  event: WatchDocument,
  seen: ReadonlySet<Expected>,
): number | undefined {
  const version = resourceVersionOf(event.object)!;
  const deletion = event.type !== "DELETED"
    ? undefined
    : view.find((expectedEvent) =>
      expectedEvent.type === "DELETED" && !seen.has(expectedEvent) &&
      resourceVersionOf(expectedEvent.object) === version &&
      keyOf(expectedEvent.object) === keyOf(event.object)
    );
  return deletion?.position ?? history.positionsOf(version)?.[0];
}

/** Returns true if an event is of an object in another namespace than the watched one. */
function isElsewhere({ selection: { namespace } }: WatchRead, { object }: WatchDocument): boolean {
  return namespace !== undefined && namespaceOf(object) !== namespace;
}

function outOfView(read: WatchRead, event: WatchDocument): Discrepancy {
  const { selection } = read;
  const outside = !selectsLabels(selection, event.object) ||
    !selectsFields(selection, event.object);
  const requirement = outside || selection.namespace === undefined
    ? "watch.selector-filters"
    : "watch.one-namespace";
  const expected = "only events of selected objects";
  return discrepancyOf([event.object], requirement, expected, describeEvents([event]));
}

/** The requirements that a wrong event type violates. */
const BY_CAUSE: Readonly<Record<Cause, RequirementId>> = {
  created: "watch.created-is-added",
  entered: "watch.entering-selector-is-added",
  changed: "watch.changed-is-modified",
  left: "watch.leaving-selector-is-deleted",
  removed: "watch.removed-is-deleted",
};

function verifyEvent(expectedEvent: Expected, event: WatchDocument): Discrepancy[] {
  const { cause } = expectedEvent;
  if (event.type !== expectedEvent.type && cause !== "existing" && TYPES.includes(event.type)) {
    const expected = `${expectedEvent.type} ${describe(expectedEvent.object)} as it was ${cause}`;
    return [discrepancyOf([event.object], BY_CAUSE[cause], expected, describeEvents([event]))];
  }
  if (expectedEvent.type === "DELETED") {
    const expected = lastContentOf(expectedEvent.object);
    const actual = lastContentOf(event.object);
    if (expected === actual) return [];
    return [discrepancyOf([event.object], "watch.deleted-carries-last-content", expected, actual)];
  }
  const expected = contentOf(expectedEvent.object);
  const actual = contentOf(event.object);
  return expected === actual
    ? []
    : [discrepancyOf([event.object], "watch.object-is-full", expected, actual)];
}

function verifyLoss(
  read: WatchRead,
  view: readonly Expected[],
  seen: ReadonlySet<Expected>,
  start: number,
): Discrepancy[] {
  const last = Math.max(start, ...[...seen].map((expectedEvent) => expectedEvent.position));
  const owed = view.filter(({ position }) =>
    position > start && (read.complete || position <= last)
  );
  const lost = owed.filter((expectedEvent) => !seen.has(expectedEvent));
  if (lost.length === 0) return [];
  const expected = shortened(
    lost.map(({ type, object, cause }) => `${type} ${describe(object)} (${cause})`),
  );
  const actual = `not delivered; the stream had ${describeEvents(read.documents) || "nothing"}`;
  const namespaces = new Set(view.map(({ object }) => keyOf(object).split("/")[0]));
  const silent = read.selection.namespace === undefined && namespaces.size > 1 &&
    new Set(lost.map(({ object }) => keyOf(object).split("/")[0])).size < namespaces.size &&
    lost.length > 1 && seen.size > 0 &&
    lost.every((expectedEvent) => ![...seen].some((other) => sameNamespace(expectedEvent, other)));
  const requirement = silent
    ? "watch.all-namespaces"
    : lost.every(({ cause }) => cause === "left")
    ? "watch.leaving-selector-is-deleted"
    : read.gap ?? "watch.nothing-lost";
  return [{
    ...discrepancyOf(lost.map(({ object }) => object), requirement, expected, actual),
    missing: lost.map(({ type, object }) => missingEvent(type, object)),
  }];
}

function sameNamespace(one: Expected, other: Expected): boolean {
  return keyOf(one.object).split("/")[0] === keyOf(other.object).split("/")[0];
}

function verifyOrder(seen: readonly Expected[]): Discrepancy[] {
  const discrepancies: Discrepancy[] = [];
  let newest = 0;
  seen.forEach((event, index) => {
    const isInOrder = event.position > newest;
    newest = Math.max(newest, event.position);
    if (isInOrder) return;
    const overtaken = seen.slice(0, index).find((other) => other.position > event.position);
    if (overtaken === undefined) return;
    const sameObject = seen.slice(0, index).some((other) =>
      other.position > event.position && keyOf(other.object) === keyOf(event.object)
    );
    discrepancies.push(discrepancyOf(
      [event.object, overtaken.object],
      sameObject ? "watch.object-order" : "watch.same-order-for-all",
      `${describe(event.object)} before ${describe(overtaken.object)}`,
      "after it",
    ));
  });
  return discrepancies;
}

/** Returns events as text for a discrepancy. */
export function describeEvents(events: readonly WatchDocument[]): string {
  return shortened(events.map(({ type, object }) => `${type} ${describe(object as JsonObject)}`));
}
