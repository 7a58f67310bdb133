/**
 * The requirements of the area `patch`. The specification names the media types of RFC 6902 and
 * RFC 7396, whose semantics therefore apply; strategic merge patches follow real servers.
 *
 * @module
 */
import { DEPLOYMENT, NEGOTIATION, OPERATIONS } from "../../chapters.ts";
import type { RequirementGroup } from "../../requirement.ts";

/** The requirements, by chapter and level. */
export const requirements = [
  [OPERATIONS.must, {
    "patch.returns-the-object": "A patch returns 200 or 201 and the patched object.",
  }],
  [NEGOTIATION.must, {
    "patch.merge-replaces-values": "A merge patch replaces a member by the value it gives.",
    "patch.merge-null-removes": "A `null` in a merge patch removes the member.",
    "patch.merge-objects-merge":
      "An object in a merge patch is merged member by member and keeps the other members.",
    "patch.merge-lists-replace": "A list in a merge patch replaces the whole list.",
    "patch.json-add":
      "The JSON patch operation `add` sets a member of an object or inserts an item into a list.",
    "patch.json-remove": "The JSON patch operation `remove` removes a member or an item.",
    "patch.json-replace": "The JSON patch operation `replace` replaces an existing value.",
    "patch.json-move": "The JSON patch operation `move` moves a value to another path.",
    "patch.json-copy": "The JSON patch operation `copy` copies a value to another path.",
    "patch.json-in-order":
      "The operations of a JSON patch are applied in order, each to the result of the previous one.",
    "patch.json-test-fails": "A JSON patch with a `test` of an unequal value is rejected.",
  }, { harm: "data-loss" }],
  [NEGOTIATION.must, {
    "patch.json-test-succeeds": "The JSON patch operation `test` succeeds on an equal value.",
  }, { harm: "availability" }],
  [NEGOTIATION.must, {
    "patch.json-missing-rejected":
      "A JSON patch that removes or moves a missing value is rejected.",
    "patch.json-copy-missing-rejected": "A JSON patch that copies a missing value is rejected.",
    "patch.json-index-rejected": "A JSON patch that inserts beyond the end of a list is rejected.",
  }],
  [NEGOTIATION.should, {
    "patch.json-index-spelling-rejected":
      "A JSON patch with an index of an item that has a sign or leading zeros is rejected, as RFC 6901 requires.",
    "patch.json-pointer-rejected":
      "A JSON patch with a pointer that does not begin with a slash is rejected.",
  }, { harm: "detail" }],
  [NEGOTIATION.should, {
    "patch.json-value-required":
      "A JSON patch with an `add` or `replace` that has no `value` is rejected.",
  }],
  [NEGOTIATION.must, {
    "patch.json-move-into-itself-rejected":
      "A JSON patch that moves a value into one of its own members is rejected.",
    "patch.json-other-members-ignored":
      "Members that RFC 6902 does not define for an operation of a JSON patch have no effect.",
    "patch.json-parent-missing-rejected":
      "A JSON patch that adds a member to a missing object or list is rejected.",
    "patch.json-replace-missing-rejected":
      "A JSON patch that replaces a missing value is rejected.",
    "patch.json-malformed-rejected":
      "A JSON patch that is not a list of known operations is rejected.",
  }],
  [OPERATIONS.must, {
    "patch.rejected-changes-nothing":
      "A rejected patch changes nothing, even if its first operations succeed.",
  }, { harm: "data-loss" }],
  [NEGOTIATION.convention, {
    "patch.merge-malformed-rejected": "A merge patch that is not a JSON object is rejected.",
  }],
  [OPERATIONS.convention, {
    "patch.missing-object-rejected":
      "A patch other than an apply of a missing object returns 404 and creates nothing.",
  }],
  [OPERATIONS.convention, {
    "patch.identity-immutable":
      "A patch that changes the name, the namespace or the kind is rejected.",
  }, { harm: "data-loss" }],
  [NEGOTIATION.convention, {
    "patch.unsupported-type-rejected":
      "A patch with a `Content-Type` that is not a patch type is rejected.",
  }],
  [DEPLOYMENT.convention, {
    "patch.strategic-merges-by-key":
      "A strategic merge patch merges the containers of a Deployment by `name`.",
    "patch.strategic-adds-by-key": "A strategic merge patch adds a container with a new `name`.",
    "patch.strategic-delete":
      "The directive `$patch: delete` removes an item of a list in a strategic merge patch.",
    "patch.strategic-replace-list":
      "The directive `$patch: replace` among the items of a strategic merge patch replaces the list.",
    "patch.strategic-replace-map":
      "The directive `$patch: replace` in an object of a strategic merge patch replaces the object.",
  }, { feature: "strategic-merge-patch", harm: "data-loss" }],
  [DEPLOYMENT.must, {
    "patch.strategic-retain-keys":
      "The directive `$retainKeys` of a strategic merge patch removes the other members of a strategy.",
  }, { feature: "strategic-merge-patch", harm: "data-loss" }],
  [DEPLOYMENT.convention, {
    "patch.strategic-element-order":
      "The directive `$setElementOrder` of a strategic merge patch sets the order of a merged list.",
  }, { feature: "strategic-merge-patch" }],
  [DEPLOYMENT.convention, {
    "patch.strategic-null-removes": "A `null` in a strategic merge patch removes the member.",
  }, { feature: "strategic-merge-patch", harm: "data-loss" }],
  [NEGOTIATION.convention, {
    "patch.strategic-merges-primitive-lists":
      "A strategic merge patch adds to `finalizers`, and `$deleteFromPrimitiveList` removes from it.",
  }, { feature: "strategic-merge-patch", harm: "data-loss" }],
  [DEPLOYMENT.must, {
    "patch.strategic-merges-conditions":
      "A strategic merge patch merges the conditions of a Deployment by `type`.",
  }, { feature: "strategic-merge-patch", harm: "data-loss" }],
  [NEGOTIATION.convention, {
    "patch.strategic-merges-maps":
      "A strategic merge patch merges maps and keeps the members it does not name.",
    "patch.strategic-replaces-lists":
      "A strategic merge patch replaces a list whose items have no key.",
  }, { feature: "strategic-merge-patch", harm: "data-loss" }],
] as const satisfies readonly RequirementGroup[];
