/**
 * Mutants of patches of one type.
 *
 * @module
 */
import { changingMergePatches, changingPatches } from "../../helpers.ts";
import { asObject } from "@plumbline/server/resources";
import type { JsonObject } from "@plumbline/server/api";
import { bugs, type Mutant } from "../../mutant.ts";
import { wrapSteps } from "../../vocabulary/wrap.ts";
import { listOf, without } from "../../vocabulary/json.ts";
import { on } from "../../vocabulary/on.ts";

/** An operation of a JSON patch. */
type Operation = JsonObject & { op?: string; path?: string; from?: string };

/** Returns the operations of a JSON patch; undefined where it is none, and rejected. */
const operationsOf = (patch: unknown): readonly Operation[] | undefined =>
  Array.isArray(patch) && patch.every((each) => asObject(each) !== undefined) ? patch : undefined;

/** Rewrites the JSON patches of objects of a kind. */
const rewritingJson = (
  kind: string,
  rewrite: (operations: readonly Operation[], content: JsonObject) => readonly Operation[],
): Mutant["install"] =>
  wrapSteps(changingPatches("json-patch", (apply, content, patch) => {
    const operations = content.kind === kind ? operationsOf(patch) : undefined;
    return apply(content, operations === undefined ? patch : [...rewrite(operations, content)]);
  }));

/** Changes the merge patches of objects of a kind. */
const changingMerge = (
  kind: string,
  change: (content: JsonObject, patch: JsonObject) => JsonObject,
): Mutant["install"] =>
  wrapSteps(changingMergePatches("merge-patch", (apply, content, patch) => {
    const [before, changes] = [asObject(content), asObject(patch)];
    return before?.kind === kind && changes !== undefined
      ? apply(content, change(before, changes))
      : apply(content, patch);
  }));

/** Changes the strategic merge patches of objects of a kind. */
const changingStrategic = (
  kind: string,
  change: (content: JsonObject, patch: JsonObject) => JsonObject,
): Mutant["install"] =>
  wrapSteps(changingMergePatches("strategic-merge-patch", (apply, content, patch) =>
    apply(
      content,
      content.kind === kind ? change(content, patch) : patch,
    )));

/** The mutants of patches of one type. */
export const patchOneTypeMutants = bugs({
  "patch/null-keeps-the-rules": {
    description: "A merge patch of a Role with `rules: null` keeps the rules.",
    reason: "Null is taken for an absent list, as the decoder does.",
    breaks: "patch.merge-null-removes",
    install: changingMerge("Role", (_content, { rules, ...patch }) => ({
      ...patch,
      ...(rules !== undefined && rules !== null && { rules }),
    })),
  },
  "patch/subjects-merged": {
    description: "A merge patch of a RoleBinding adds its subjects to the existing ones.",
    reason: "The list is merged as if its items had a key.",
    breaks: "patch.merge-lists-replace",
    install: changingMerge("RoleBinding", (content, patch) => {
      if (!Array.isArray(patch.subjects)) return patch;
      const texts = patch.subjects.map((each) => JSON.stringify(each));
      const kept = listOf(content.subjects).filter((each) => !texts.includes(JSON.stringify(each)));
      return { ...patch, subjects: [...kept, ...patch.subjects] };
    }),
  },
  "patch/conditions-appended": {
    description: "A merge patch of the status of a Deployment merges conditions by `type`.",
    reason: "The patch strategy of the list is used for every patch type.",
    breaks: "patch.merge-lists-replace",
    install: changingMerge("Deployment", (content, patch) => {
      const status = asObject(patch.status);
      if (!Array.isArray(status?.conditions)) return patch;
      const types = status.conditions.map((each) => asObject(each)?.type);
      const kept = listOf(asObject(content.status)?.conditions)
        .filter((each) => !types.includes(asObject(each)?.type));
      return { ...patch, status: { ...status, conditions: [...kept, ...status.conditions] } };
    }),
  },
  "patch/json-test-of-a-secret-ignored": {
    description: "A JSON patch of a Secret skips `test` operations.",
    reason: "A test could be used to guess the data of a secret.",
    breaks: "patch.json-test-fails",
    install: rewritingJson("Secret", (operations) => operations.filter(({ op }) => op !== "test")),
  },
  "patch/json-replace-adds": {
    description: "A JSON patch of a ClusterRoleBinding replaces missing members by adding them.",
    reason: "Both operations set a member of an object.",
    breaks: "patch.json-replace-missing-rejected",
    install: rewritingJson(
      "ClusterRoleBinding",
      (operations) =>
        operations.map((each) =>
          each.op === "replace" && /\/annotations\//.test(String(each.path))
            ? { ...each, op: "add" }
            : each
        ),
    ),
  },
  "patch/json-move-keeps-the-source": {
    description: "A JSON patch of the conditions of a Deployment copies where it should move.",
    reason: "The status is merged with the old one after the patch.",
    breaks: ["patch.json-move", "patch.json-in-order", "patch.json-index-rejected"],
    install: rewritingJson(
      "Deployment",
      (operations) =>
        operations.map((each) =>
          each.op === "move" && String(each.from).startsWith("/status/")
            ? { ...each, op: "copy" }
            : each
        ),
    ),
  },
  "patch/json-escapes-of-a-role-kept": {
    description: "A JSON patch of a ClusterRole takes `~1` in a path literally.",
    reason: "The path is split before it is unescaped, and unescaped for the last part only.",
    breaks: ["patch.json-add", "patch.json-in-order"],
    install: rewritingJson(
      "ClusterRole",
      (operations) =>
        operations.map((each) => ({
          ...each,
          ...(each.path !== undefined && { path: String(each.path).replaceAll("~1", "~01") }),
        })),
    ),
  },
  "patch/strategic-data-replaced": {
    description: "A strategic merge patch of a Secret replaces `data` as a whole.",
    reason: "Without a patch strategy in the table the map is taken as one value.",
    breaks: "patch.strategic-merges-maps",
    install: changingStrategic("Secret", (_content, patch) => {
      const data = asObject(patch.data);
      return data === undefined ? patch : { ...patch, data: { $patch: "replace", ...data } };
    }),
  },
  "patch/strategic-rules-appended": {
    description: "A strategic merge patch of a ClusterRole appends its rules to the existing ones.",
    reason: "A list without a key was thought to be merged like one of texts.",
    breaks: "patch.strategic-replaces-lists",
    install: changingStrategic(
      "ClusterRole",
      (content, patch) =>
        Array.isArray(patch.rules)
          ? { ...patch, rules: [...listOf(content.rules), ...patch.rules] }
          : patch,
    ),
  },
  "patch/strategic-empty-list-ignored": {
    description: "A strategic merge patch with an empty list of rules or subjects changes nothing.",
    reason: "Values without content are left out when the patch is read.",
    breaks: "patch.strategic-replaces-lists",
    install: on("strategic-merge-patch").changeBody((body) => {
      const empty = ["rules", "subjects"].filter((name) =>
        Array.isArray(body[name]) && listOf(body[name]).length === 0
      );
      return without(body, ...empty);
    }),
  },
});
