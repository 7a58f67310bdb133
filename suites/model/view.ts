/**
 * The events that a watch with a selection must deliver: ADDED for an object that enters the
 * selection, DELETED with its last selected content for one that leaves it.
 *
 * @module
 */
import type { JsonObject } from "../client/http_client.ts";
import type { History } from "./history.ts";
import { keyOf } from "./object.ts";
import { type Selection, selects } from "./selection.ts";

/** The reason for an expected event. */
export type Cause = "created" | "entered" | "changed" | "left" | "removed";

/** An expected event. */
export interface ExpectedEvent {
  /** The position of the state after its change. */
  readonly position: number;
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly cause: Cause;
  /** The expected object: after the change, or for DELETED the last one that was selected. */
  readonly object: JsonObject;
}

/** Returns the events that a watch of the selection from the start must deliver, in order. */
export function viewOf(history: History, selection: Selection): ExpectedEvent[] {
  const expected: ExpectedEvent[] = [];
  history.changes.forEach((change, index) => {
    const before = history.objectAt(index, keyOf(change.object));
    const event = eventOf(selection, before, change.type === "DELETED" ? undefined : change.object);
    if (event !== undefined) expected.push({ position: index + 1, ...event });
  });
  return expected;
}

function eventOf(
  selection: Selection,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
): Omit<ExpectedEvent, "position"> | undefined {
  const was = before !== undefined && selects(selection, before);
  const is = after !== undefined && selects(selection, after);
  if (is && was) return { type: "MODIFIED", cause: "changed", object: after };
  if (is) {
    return { type: "ADDED", cause: before === undefined ? "created" : "entered", object: after };
  }
  if (was) {
    return { type: "DELETED", cause: after === undefined ? "removed" : "left", object: before };
  }
  return undefined;
}
