/**
 * The requirements of the area `concurrency`: several clients write one object at the same time.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const METADATA = "Common metadata facts";
const SEMANTICS = "resourceVersion semantics";
const SERVICE = "What the service does";

/** The requirements by id. */
export const requirements = {
  "concurrency.one-order": {
    chapter: SEMANTICS,
    statement: "Concurrent patches take effect one after the other, and none undoes another.",
    level: "must",
  },
  "concurrency.answer-shows-own-write": {
    chapter: "Operation templates",
    statement: "The response to a write shows a state of the object that includes that write.",
    level: "must",
  },
  "concurrency.writes-in-real-time-order": {
    chapter: SEMANTICS,
    statement: "A write that was acknowledged before another one was sent takes effect before it.",
    level: "must",
  },
  "concurrency.reads-show-acknowledged": {
    chapter: SEMANTICS,
    statement:
      "A most recent read shows every write that was acknowledged to any client before the read was sent.",
    level: "must",
  },
  "concurrency.reads-never-go-back": {
    chapter: SEMANTICS,
    statement:
      "A change shown by a most recent read of one client is shown by every later most recent read of any client.",
    level: "must",
  },
  "concurrency.no-change-before-its-request": {
    chapter: SEMANTICS,
    statement: "No response shows a change whose request was sent only after that response.",
    level: "must",
  },
  "concurrency.rejected-leaves-no-trace": {
    chapter: "Errors",
    statement: "A write that is rejected among concurrent writes leaves no trace in the object.",
    level: "must",
  },
  "concurrency.version-names-one-state": {
    chapter: METADATA,
    statement: "Two responses with the same resourceVersion of an object show the same state.",
    level: "must",
  },
  "concurrency.updates-lose-nothing": {
    chapter: METADATA,
    statement:
      "An update with the resourceVersion it is based on undoes no change made since then.",
    level: "convention",
  },
  "concurrency.increments-add-up": {
    chapter: METADATA,
    statement:
      "A counter that clients increment with conditional writes counts every write that succeeded.",
    level: "convention",
  },
  "concurrency.one-deleter-wins": {
    chapter: "States and transitions",
    statement: "If several delete requests for one object are sent at once, exactly one succeeds.",
    level: "convention",
  },
  "concurrency.creates-and-deletes-alternate": {
    chapter: SERVICE,
    statement:
      "Successful creates and deletes of one name alternate: each created object is deleted at most once.",
    level: "convention",
  },
  "concurrency.each-object-has-own-uid": {
    chapter: METADATA,
    statement:
      "If clients race to create and delete one name, no two created objects have the same uid.",
    level: "must",
  },
} as const satisfies Record<string, Requirement>;
