/**
 * The requirements of the area `concurrency`: several clients write one object at the same time.
 *
 * @module
 */
import {
  ERRORS,
  METADATA,
  OPERATIONS,
  RESOURCE_VERSIONS,
  SERVICE,
  STATES,
} from "../../chapters.ts";
import type { RequirementGroup } from "../../requirement.ts";

/** The requirements, by chapter and level. */
export const requirements = [
  [RESOURCE_VERSIONS.must, {
    "concurrency.one-order":
      "Concurrent patches take effect one after the other, and none undoes another.",
  }, { harm: "data-loss" }],
  [OPERATIONS.must, {
    "concurrency.answer-shows-own-write":
      "The response to a write shows a state of the object that includes that write.",
  }],
  [RESOURCE_VERSIONS.must, {
    "concurrency.writes-in-real-time-order":
      "A write that was acknowledged before another one was sent takes effect before it.",
    "concurrency.no-change-before-its-request":
      "No response shows a change whose request was sent only after that response.",
  }, { harm: "data-loss" }],
  [RESOURCE_VERSIONS.must, {
    "concurrency.reads-show-acknowledged":
      "A most recent read shows every write that was acknowledged to any client before the read was sent.",
    "concurrency.reads-never-go-back":
      "A change shown by a most recent read of one client is shown by every later most recent read of any client.",
  }],
  [ERRORS.must, {
    "concurrency.rejected-leaves-no-trace":
      "A write that is rejected among concurrent writes leaves no trace in the object.",
  }, { harm: "data-loss" }],
  [METADATA.must, {
    "concurrency.version-names-one-state":
      "Two responses with the same resourceVersion of an object show the same state.",
  }, { harm: "data-loss" }],
  [METADATA.convention, {
    "concurrency.updates-lose-nothing":
      "An update with the resourceVersion it is based on undoes no change made since then.",
    "concurrency.increments-add-up":
      "A counter that clients increment with conditional writes counts every write that succeeded.",
  }, { harm: "data-loss" }],
  [STATES.convention, {
    "concurrency.one-deleter-wins":
      "If several delete requests for one object are sent at once, exactly one succeeds.",
  }],
  [SERVICE.convention, {
    "concurrency.creates-and-deletes-alternate":
      "Successful creates and deletes of one name alternate: each created object is deleted at most once.",
  }, { harm: "data-loss" }],
  [METADATA.must, {
    "concurrency.each-object-has-own-uid":
      "If clients race to create and delete one name, no two created objects have the same uid.",
  }, { harm: "data-loss" }],
] as const satisfies readonly RequirementGroup[];
