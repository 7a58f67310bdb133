/**
 * The requirements of the area `patch`. The interface names the media types of RFC 6902 and RFC
 * 7396, and so what they mean; the strategic merge patch is what real servers agree on.
 *
 * @module
 */
import type { Requirement } from "./requirement.ts";

const NEGOTIATION = "Content negotiation";
const OPERATIONS = "Operation templates";
const DEPLOYMENT = "Deployment";

const must = (statement: string, chapter = NEGOTIATION) =>
  ({ chapter, statement, level: "must" }) as const;
const convention = (statement: string, chapter = NEGOTIATION) =>
  ({ chapter, statement, level: "convention" }) as const;

/** Statements by id. */
export const patch = {
  "patch.answers-the-object": must(
    "A patch is answered 200 or 201 with the object as it then is.",
    OPERATIONS,
  ),
  "patch.merge-sets": must("A value in a merge patch takes the place of what was there."),
  "patch.merge-null-removes": must("A null in a merge patch removes the member."),
  "patch.merge-objects-merge": must(
    "An object in a merge patch is merged member by member, and leaves the others alone.",
  ),
  "patch.merge-lists-replace": must("A list in a merge patch takes the place of the whole list."),
  "patch.json-add": must("The JSON patch operation add sets a member, or inserts into a list."),
  "patch.json-remove": must("The JSON patch operation remove takes a member or an item away."),
  "patch.json-replace": must("The JSON patch operation replace changes what is there."),
  "patch.json-move": must("The JSON patch operation move takes a value from one place to another."),
  "patch.json-copy": must("The JSON patch operation copy sets a value that stands elsewhere."),
  "patch.json-test-holds": must("The JSON patch operation test lets pass what is equal."),
  "patch.json-in-order": must(
    "The operations of a JSON patch are done in order, each on what the one before left.",
  ),
  "patch.json-test-fails": must("A JSON patch with a test that does not hold is refused."),
  "patch.json-missing-refused": must(
    "A JSON patch that removes or moves what is not there is refused.",
  ),
  "patch.json-copy-missing-refused": must("A JSON patch that copies what is not there is refused."),
  "patch.json-index-refused": must(
    "A JSON patch that inserts behind the end of a list is refused.",
  ),
  "patch.json-parent-missing-refused": must(
    "A JSON patch that adds a member to what is not there is refused.",
  ),
  "patch.json-replace-missing-refused": must(
    "A JSON patch that replaces what is not there is refused.",
  ),
  "patch.json-malformed-refused": must("What is no list of known operations is no JSON patch."),
  "patch.refused-leaves-no-trace": must(
    "A patch that is refused changes nothing, also where its first operations fit.",
    OPERATIONS,
  ),
  "patch.merge-malformed-refused": convention("A merge patch that is no JSON object is refused."),
  "patch.missing-object-refused": convention(
    "A patch other than an apply of what does not exist is answered 404 and makes nothing.",
    OPERATIONS,
  ),
  "patch.identity-stays": convention(
    "A patch that would change the name, the namespace or the kind is refused.",
    OPERATIONS,
  ),
  "patch.unsupported-type-refused": convention(
    "A patch of a media type that is no patch's is refused.",
  ),
  "patch.strategic-merges-by-key": convention(
    "A strategic merge patch merges the containers of a Deployment by their names.",
    DEPLOYMENT,
  ),
  "patch.strategic-adds-by-key": convention(
    "A strategic merge patch adds a container whose name is not there yet.",
    DEPLOYMENT,
  ),
  "patch.strategic-delete": convention(
    "In a strategic merge patch $patch: delete takes an item away.",
    DEPLOYMENT,
  ),
  "patch.strategic-replace-list": convention(
    "In a strategic merge patch $patch: replace among the items replaces the list.",
    DEPLOYMENT,
  ),
  "patch.strategic-replace-map": convention(
    "In a strategic merge patch $patch: replace in an object replaces the object.",
    DEPLOYMENT,
  ),
  "patch.strategic-retain-keys": convention(
    "In a strategic merge patch $retainKeys keeps of a strategy only the members it names.",
    DEPLOYMENT,
  ),
  "patch.strategic-element-order": convention(
    "In a strategic merge patch $setElementOrder says the order of a merged list.",
    DEPLOYMENT,
  ),
  "patch.strategic-null-removes": convention(
    "A null in a strategic merge patch removes the member.",
    DEPLOYMENT,
  ),
  "patch.strategic-merges-sets": convention(
    "A strategic merge patch adds to the finalizers, and $deleteFromPrimitiveList takes away.",
  ),
} as const satisfies Record<string, Requirement>;
