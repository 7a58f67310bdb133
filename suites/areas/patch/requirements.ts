/**
 * The requirements of the area `patch`. The interface names the media types of RFC 6902 and RFC
 * 7396, and so what they mean; the strategic merge patch is what real servers agree on.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const NEGOTIATION = "Content negotiation";
const OPERATIONS = "Operation templates";
const DEPLOYMENT = "Deployment";

/** Statements by id. */
export const patch = {
  "patch.answers-the-object": {
    chapter: OPERATIONS,
    statement: "A patch is answered 200 or 201 with the object as it then is.",
    level: "must",
  },
  "patch.merge-sets": {
    chapter: NEGOTIATION,
    statement: "A value in a merge patch takes the place of what was there.",
    level: "must",
  },
  "patch.merge-null-removes": {
    chapter: NEGOTIATION,
    statement: "A null in a merge patch removes the member.",
    level: "must",
  },
  "patch.merge-objects-merge": {
    chapter: NEGOTIATION,
    statement:
      "An object in a merge patch is merged member by member, and leaves the others alone.",
    level: "must",
  },
  "patch.merge-lists-replace": {
    chapter: NEGOTIATION,
    statement: "A list in a merge patch takes the place of the whole list.",
    level: "must",
  },
  "patch.json-add": {
    chapter: NEGOTIATION,
    statement: "The JSON patch operation add sets a member, or inserts into a list.",
    level: "must",
  },
  "patch.json-remove": {
    chapter: NEGOTIATION,
    statement: "The JSON patch operation remove takes a member or an item away.",
    level: "must",
  },
  "patch.json-replace": {
    chapter: NEGOTIATION,
    statement: "The JSON patch operation replace changes what is there.",
    level: "must",
  },
  "patch.json-move": {
    chapter: NEGOTIATION,
    statement: "The JSON patch operation move takes a value from one place to another.",
    level: "must",
  },
  "patch.json-copy": {
    chapter: NEGOTIATION,
    statement: "The JSON patch operation copy sets a value that stands elsewhere.",
    level: "must",
  },
  "patch.json-test-holds": {
    chapter: NEGOTIATION,
    statement: "The JSON patch operation test lets pass what is equal.",
    level: "must",
  },
  "patch.json-in-order": {
    chapter: NEGOTIATION,
    statement:
      "The operations of a JSON patch are done in order, each on what the one before left.",
    level: "must",
  },
  "patch.json-test-fails": {
    chapter: NEGOTIATION,
    statement: "A JSON patch with a test that does not hold is refused.",
    level: "must",
  },
  "patch.json-missing-refused": {
    chapter: NEGOTIATION,
    statement: "A JSON patch that removes or moves what is not there is refused.",
    level: "must",
  },
  "patch.json-copy-missing-refused": {
    chapter: NEGOTIATION,
    statement: "A JSON patch that copies what is not there is refused.",
    level: "must",
  },
  "patch.json-index-refused": {
    chapter: NEGOTIATION,
    statement: "A JSON patch that inserts behind the end of a list is refused.",
    level: "must",
  },
  "patch.json-parent-missing-refused": {
    chapter: NEGOTIATION,
    statement: "A JSON patch that adds a member to what is not there is refused.",
    level: "must",
  },
  "patch.json-replace-missing-refused": {
    chapter: NEGOTIATION,
    statement: "A JSON patch that replaces what is not there is refused.",
    level: "must",
  },
  "patch.json-malformed-refused": {
    chapter: NEGOTIATION,
    statement: "What is no list of known operations is no JSON patch.",
    level: "must",
  },
  "patch.refused-leaves-no-trace": {
    chapter: OPERATIONS,
    statement: "A patch that is refused changes nothing, also where its first operations fit.",
    level: "must",
  },
  "patch.merge-malformed-refused": {
    chapter: NEGOTIATION,
    statement: "A merge patch that is no JSON object is refused.",
    level: "convention",
  },
  "patch.missing-object-refused": {
    chapter: OPERATIONS,
    statement:
      "A patch other than an apply of what does not exist is answered 404 and makes nothing.",
    level: "convention",
  },
  "patch.identity-stays": {
    chapter: OPERATIONS,
    statement: "A patch that would change the name, the namespace or the kind is refused.",
    level: "convention",
  },
  "patch.unsupported-type-refused": {
    chapter: NEGOTIATION,
    statement: "A patch of a media type that is no patch's is refused.",
    level: "convention",
  },
  "patch.strategic-merges-by-key": {
    chapter: DEPLOYMENT,
    statement: "A strategic merge patch merges the containers of a Deployment by their names.",
    level: "convention",
    feature: "strategic-merge-patch",
  },
  "patch.strategic-adds-by-key": {
    chapter: DEPLOYMENT,
    statement: "A strategic merge patch adds a container whose name is not there yet.",
    level: "convention",
    feature: "strategic-merge-patch",
  },
  "patch.strategic-delete": {
    chapter: DEPLOYMENT,
    statement: "In a strategic merge patch $patch: delete takes an item away.",
    level: "convention",
    feature: "strategic-merge-patch",
  },
  "patch.strategic-replace-list": {
    chapter: DEPLOYMENT,
    statement: "In a strategic merge patch $patch: replace among the items replaces the list.",
    level: "convention",
    feature: "strategic-merge-patch",
  },
  "patch.strategic-replace-map": {
    chapter: DEPLOYMENT,
    statement: "In a strategic merge patch $patch: replace in an object replaces the object.",
    level: "convention",
    feature: "strategic-merge-patch",
  },
  "patch.strategic-retain-keys": {
    chapter: DEPLOYMENT,
    statement:
      "In a strategic merge patch $retainKeys keeps of a strategy only the members it names.",
    level: "convention",
    feature: "strategic-merge-patch",
  },
  "patch.strategic-element-order": {
    chapter: DEPLOYMENT,
    statement: "In a strategic merge patch $setElementOrder says the order of a merged list.",
    level: "convention",
    feature: "strategic-merge-patch",
  },
  "patch.strategic-null-removes": {
    chapter: DEPLOYMENT,
    statement: "A null in a strategic merge patch removes the member.",
    level: "convention",
    feature: "strategic-merge-patch",
  },
  "patch.strategic-merges-sets": {
    chapter: NEGOTIATION,
    statement:
      "A strategic merge patch adds to the finalizers, and $deleteFromPrimitiveList takes away.",
    level: "convention",
    feature: "strategic-merge-patch",
  },
  "patch.strategic-merges-conditions": {
    chapter: DEPLOYMENT,
    statement: "A strategic merge patch merges the conditions of a Deployment by their types.",
    level: "convention",
  },
} as const satisfies Record<string, Requirement>;
