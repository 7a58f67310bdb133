/**
 * The requirements of the area `concurrency`: several clients, one object.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const METADATA = "Common metadata facts";
const SEMANTICS = "resourceVersion semantics";
const SERVICE = "What the service does";

/** Statements by id. */
export const concurrency = {
  "concurrency.one-order": {
    chapter: SEMANTICS,
    statement: "Patches sent at one time take effect one after the other, and none undoes another.",
    level: "must",
  },
  "concurrency.answer-shows-own-write": {
    chapter: "Operation templates",
    statement: "A write is answered with a state of the object that its own change is part of.",
    level: "must",
  },
  "concurrency.writes-in-order-of-time": {
    chapter: SEMANTICS,
    statement: "A write that was answered before another was sent takes effect before it.",
    level: "must",
  },
  "concurrency.reads-show-acknowledged": {
    chapter: SEMANTICS,
    statement: "A most recent read shows whatever anybody's write was answered before it was sent.",
    level: "must",
  },
  "concurrency.reads-never-go-back": {
    chapter: SEMANTICS,
    statement: "What one client's most recent read showed, no later one of any client misses.",
    level: "must",
  },
  "concurrency.shows-nothing-unsent": {
    chapter: SEMANTICS,
    statement: "No answer shows a change whose request was only sent after it.",
    level: "must",
  },
  "concurrency.refused-leaves-no-trace": {
    chapter: "Errors",
    statement: "A write that was refused amid others leaves no trace in the object.",
    level: "must",
  },
  "concurrency.version-names-one-state": {
    chapter: METADATA,
    statement: "Two answers that give an object one version show one and the same state.",
    level: "must",
  },
  "concurrency.updates-lose-nothing": {
    chapter: METADATA,
    statement: "An update that names the version it was made from undoes nothing written since.",
    level: "convention",
  },
  "concurrency.increments-add-up": {
    chapter: METADATA,
    statement:
      "A counter that clients raise by conditional writes counts every one that succeeded.",
    level: "convention",
  },
  "concurrency.one-deleter-wins": {
    chapter: "States and transitions",
    statement: "Of several deletions of one object at one time exactly one succeeds.",
    level: "convention",
  },
  "concurrency.lives-alternate": {
    chapter: SERVICE,
    statement: "Creates and deletions of one name take turns, each life made once and ended once.",
    level: "convention",
  },
  "concurrency.each-life-has-its-uid": {
    chapter: METADATA,
    statement: "Of the lives of one name that clients race to make, no two have one uid.",
    level: "must",
  },
} as const satisfies Record<string, Requirement>;
