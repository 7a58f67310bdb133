/**
 * The requirements of the area `patch`. The specification names the media types of RFC 6902 and
 * RFC 7396, whose semantics therefore apply; strategic merge patches follow real servers.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const NEGOTIATION = "Content negotiation";
const OPERATIONS = "Operation templates";
const DEPLOYMENT = "Deployment";

/** The requirements by id. */
export const requirements = {
  "patch.returns-the-object": {
    chapter: OPERATIONS,
    statement: "A patch returns 200 or 201 and the patched object.",
    level: "must",
  },
  "patch.merge-replaces-values": {
    chapter: NEGOTIATION,
    statement: "A merge patch replaces a member by the value it gives.",
    level: "must",
  },
  "patch.merge-null-removes": {
    chapter: NEGOTIATION,
    statement: "A `null` in a merge patch removes the member.",
    level: "must",
  },
  "patch.merge-objects-merge": {
    chapter: NEGOTIATION,
    statement: "An object in a merge patch is merged member by member and keeps the other members.",
    level: "must",
  },
  "patch.merge-lists-replace": {
    chapter: NEGOTIATION,
    statement: "A list in a merge patch replaces the whole list.",
    level: "must",
  },
  "patch.json-add": {
    chapter: NEGOTIATION,
    statement:
      "The JSON patch operation `add` sets a member of an object or inserts an item into a list.",
    level: "must",
  },
  "patch.json-remove": {
    chapter: NEGOTIATION,
    statement: "The JSON patch operation `remove` removes a member or an item.",
    level: "must",
  },
  "patch.json-replace": {
    chapter: NEGOTIATION,
    statement: "The JSON patch operation `replace` replaces an existing value.",
    level: "must",
  },
  "patch.json-move": {
    chapter: NEGOTIATION,
    statement: "The JSON patch operation `move` moves a value to another path.",
    level: "must",
  },
  "patch.json-copy": {
    chapter: NEGOTIATION,
    statement: "The JSON patch operation `copy` copies a value to another path.",
    level: "must",
  },
  "patch.json-test-succeeds": {
    chapter: NEGOTIATION,
    statement: "The JSON patch operation `test` succeeds on an equal value.",
    level: "must",
  },
  "patch.json-in-order": {
    chapter: NEGOTIATION,
    statement:
      "The operations of a JSON patch are applied in order, each to the result of the previous one.",
    level: "must",
  },
  "patch.json-test-fails": {
    chapter: NEGOTIATION,
    statement: "A JSON patch with a `test` of an unequal value is rejected.",
    level: "must",
  },
  "patch.json-missing-rejected": {
    chapter: NEGOTIATION,
    statement: "A JSON patch that removes or moves a missing value is rejected.",
    level: "must",
  },
  "patch.json-copy-missing-rejected": {
    chapter: NEGOTIATION,
    statement: "A JSON patch that copies a missing value is rejected.",
    level: "must",
  },
  "patch.json-index-rejected": {
    chapter: NEGOTIATION,
    statement: "A JSON patch that inserts beyond the end of a list is rejected.",
    level: "must",
  },
  "patch.json-index-spelling-rejected": {
    chapter: NEGOTIATION,
    statement:
      "A JSON patch with an index of an item that has a sign or leading zeros is rejected, as RFC 6901 requires.",
    level: "should",
  },
  "patch.json-pointer-rejected": {
    chapter: NEGOTIATION,
    statement: "A JSON patch with a pointer that does not begin with a slash is rejected.",
    level: "should",
  },
  "patch.json-value-required": {
    chapter: NEGOTIATION,
    statement: "A JSON patch with an `add` or `replace` that has no `value` is rejected.",
    level: "should",
  },
  "patch.json-move-into-itself-rejected": {
    chapter: NEGOTIATION,
    statement: "A JSON patch that moves a value into one of its own members is rejected.",
    level: "must",
  },
  "patch.json-other-members-ignored": {
    chapter: NEGOTIATION,
    statement:
      "Members that RFC 6902 does not define for an operation of a JSON patch have no effect.",
    level: "must",
  },
  "patch.json-parent-missing-rejected": {
    chapter: NEGOTIATION,
    statement: "A JSON patch that adds a member to a missing object or list is rejected.",
    level: "must",
  },
  "patch.json-replace-missing-rejected": {
    chapter: NEGOTIATION,
    statement: "A JSON patch that replaces a missing value is rejected.",
    level: "must",
  },
  "patch.json-malformed-rejected": {
    chapter: NEGOTIATION,
    statement: "A JSON patch that is not a list of known operations is rejected.",
    level: "must",
  },
  "patch.rejected-changes-nothing": {
    chapter: OPERATIONS,
    statement: "A rejected patch changes nothing, even if its first operations succeed.",
    level: "must",
  },
  "patch.merge-malformed-rejected": {
    chapter: NEGOTIATION,
    statement: "A merge patch that is not a JSON object is rejected.",
    level: "convention",
  },
  "patch.missing-object-rejected": {
    chapter: OPERATIONS,
    statement: "A patch other than an apply of a missing object returns 404 and creates nothing.",
    level: "convention",
  },
  "patch.identity-immutable": {
    chapter: OPERATIONS,
    statement: "A patch that changes the name, the namespace or the kind is rejected.",
    level: "convention",
  },
  "patch.unsupported-type-rejected": {
    chapter: NEGOTIATION,
    statement: "A patch with a `Content-Type` that is not a patch type is rejected.",
    level: "convention",
  },
  "patch.strategic-merges-by-key": {
    chapter: DEPLOYMENT,
    statement: "A strategic merge patch merges the containers of a Deployment by `name`.",
    level: "convention",
    feature: "strategic-merge-patch",
  },
  "patch.strategic-adds-by-key": {
    chapter: DEPLOYMENT,
    statement: "A strategic merge patch adds a container with a new `name`.",
    level: "convention",
    feature: "strategic-merge-patch",
  },
  "patch.strategic-delete": {
    chapter: DEPLOYMENT,
    statement:
      "The directive `$patch: delete` removes an item of a list in a strategic merge patch.",
    level: "convention",
    feature: "strategic-merge-patch",
  },
  "patch.strategic-replace-list": {
    chapter: DEPLOYMENT,
    statement:
      "The directive `$patch: replace` among the items of a strategic merge patch replaces the list.",
    level: "convention",
    feature: "strategic-merge-patch",
  },
  "patch.strategic-replace-map": {
    chapter: DEPLOYMENT,
    statement:
      "The directive `$patch: replace` in an object of a strategic merge patch replaces the object.",
    level: "convention",
    feature: "strategic-merge-patch",
  },
  "patch.strategic-retain-keys": {
    chapter: DEPLOYMENT,
    statement:
      "The directive `$retainKeys` of a strategic merge patch removes the other members of a strategy.",
    level: "must",
    feature: "strategic-merge-patch",
  },
  "patch.strategic-element-order": {
    chapter: DEPLOYMENT,
    statement:
      "The directive `$setElementOrder` of a strategic merge patch sets the order of a merged list.",
    level: "convention",
    feature: "strategic-merge-patch",
  },
  "patch.strategic-null-removes": {
    chapter: DEPLOYMENT,
    statement: "A `null` in a strategic merge patch removes the member.",
    level: "convention",
    feature: "strategic-merge-patch",
  },
  "patch.strategic-merges-primitive-lists": {
    chapter: NEGOTIATION,
    statement:
      "A strategic merge patch adds to `finalizers`, and `$deleteFromPrimitiveList` removes from it.",
    level: "convention",
    feature: "strategic-merge-patch",
  },
  "patch.strategic-merges-conditions": {
    chapter: DEPLOYMENT,
    statement: "A strategic merge patch merges the conditions of a Deployment by `type`.",
    level: "must",
    feature: "strategic-merge-patch",
  },
  "patch.strategic-merges-maps": {
    chapter: NEGOTIATION,
    statement: "A strategic merge patch merges maps and keeps the members it does not name.",
    level: "convention",
    feature: "strategic-merge-patch",
  },
  "patch.strategic-replaces-lists": {
    chapter: NEGOTIATION,
    statement: "A strategic merge patch replaces a list whose items have no key.",
    level: "convention",
    feature: "strategic-merge-patch",
  },
} as const satisfies Record<string, Requirement>;
