/**
 * Mutants of JSON patches.
 *
 * @module
 */
import { type ApplyPatch, changingPatches, rereadable, withSteps } from "../../helpers.ts";
import { bugs } from "../../mutant.ts";
import type { Json, JsonObject } from "@plumbline/server/api";
import { asObject } from "@plumbline/server/resources";
import { at, changingOperation, lastOf, type Operation, parentOf, rewriting } from "./helpers.ts";

/** Applies the operations up to the first one that fails. */
function applyFitting(apply: ApplyPatch, content: JsonObject, patch: Json): Json {
  const operations = Array.isArray(patch) ? patch : [];
  for (let length = operations.length; length > 0; length--) {
    try {
      return apply(content, operations.slice(0, length));
    } catch {
      // Fewer operations may succeed.
    }
  }
  return content;
}

/** Returns the pointer that a server reads which replaces `~0` before `~1`. */
const decodedTwice = (pointer: string): string => pointer.replaceAll("~01", "~1");

export const jsonPatchMutants = bugs({
  "patch/tests-only-at-the-start": {
    description: "A JSON patch ignores `test` operations that follow another operation.",
    reason: "Tests were implemented as preconditions of the whole patch.",
    breaks: "patch.json-test-fails",
    install: rewriting((operations) => {
      const first = operations.findIndex(({ op }) => op !== "test");
      return first < 0
        ? operations
        : operations.filter(({ op }, at) => at < first || op !== "test");
    }),
  },
  "patch/add-replaces-items": {
    description: "An `add` at the index of an item replaces the item.",
    reason: "Lists are treated as maps by index.",
    breaks: ["patch.json-add", "patch.json-in-order"],
    install: changingOperation((applyOne) => (content, operation) => {
      const { op, path = "" } = operation;
      const list = at(content, parentOf(path));
      const isThere = Array.isArray(list) && Number(lastOf(path)) < list.length;
      return applyOne(
        content,
        op === "add" && isThere ? { ...operation, op: "replace" } : operation,
      );
    }),
  },
  "patch/remove-takes-equal-items": {
    description: "A `remove` of a list item removes all equal items.",
    reason: "The item is looked up and then filtered out by value.",
    breaks: ["patch.json-remove", "patch.json-in-order"],
    install: changingOperation((applyOne) => (content, operation) => {
      const { op, path = "" } = operation;
      const list = at(content, parentOf(path));
      const value = at(content, path);
      if (op !== "remove" || !Array.isArray(list) || value === undefined) {
        return applyOne(content, operation);
      }
      const kept = list.filter((item) => item !== value && typeof item === "string");
      return applyOne(content, { op: "replace", path: parentOf(path), value: kept });
    }),
  },
  "patch/replace-takes-pointers-literally": {
    description: "A `replace` of a member whose name contains a slash does not find it.",
    reason: "The pointer is split without decoding its escapes.",
    breaks: "patch.json-replace",
    install: rewriting((operations) =>
      operations.map((operation) =>
        operation.op === "replace"
          ? { ...operation, path: `${operation.path}`.replaceAll("~", "~0") }
          : operation
      )
    ),
  },
  "patch/pointers-unescaped-in-wrong-order": {
    description: "In a pointer of a JSON patch `~01` stands for `/` in place of `~1`.",
    reason: "The escapes are replaced one after the other, `~0` first.",
    breaks: "patch.json-in-order",
    install: rewriting((operations) =>
      operations.map(({ path, from, ...rest }) => ({
        ...rest,
        ...(path !== undefined && { path: decodedTwice(path) }),
        ...(from !== undefined && { from: decodedTwice(from) }),
      }))
    ),
  },
  "patch/move-index-before-removal": {
    description: "A `move` towards the end of a list ends one index too early.",
    reason: "The target index is computed before the item is removed.",
    breaks: ["patch.json-move", "patch.json-in-order", "patch.json-index-rejected"],
    install: changingOperation((applyOne) => (content, operation) => {
      const { op, path = "", from = "" } = operation;
      const [source, target] = [Number(lastOf(from)), Number(lastOf(path))];
      const isShifted = op === "move" && parentOf(path) === parentOf(from) && target > source + 1 &&
        Array.isArray(at(content, parentOf(path)));
      const shifted = `${parentOf(path)}/${target - 1}`;
      return applyOne(content, isShifted ? { ...operation, path: shifted } : operation);
    }),
  },
  "patch/copies-share": {
    description: "After a `copy`, later operations on the source also change the copy.",
    reason: "The value is copied by reference.",
    breaks: ["patch.json-copy", "patch.json-in-order"],
    install({ steps }) {
      const isBelow = (path: string, whole: string) => path.startsWith(`${whole}/`);
      steps(changingPatches("json-patch", (apply, content, patch) => {
        if (!Array.isArray(patch)) return apply(content, patch);
        const shared: [string, string][] = [];
        const operations = (patch as Operation[]).flatMap((operation) => {
          const { op, path = "", from = "" } = operation;
          if (op === "copy") shared.push([from, path]);
          const pair = shared.find(([source]) => isBelow(path, source));
          const twin = pair && op !== "test" && op !== "copy" && op !== "move"
            ? [{ ...operation, path: `${pair[1]}${path.slice(pair[0].length)}` }]
            : [];
          return [operation, ...twin];
        });
        return apply(content, operations);
      }));
    },
  },
  "patch/test-compares-texts": {
    description: "A `test` of an object fails if its members are in another order.",
    reason: "Values are compared as serialized JSON.",
    breaks: ["patch.json-test-succeeds", "patch.json-in-order"],
    install: changingOperation((applyOne) => (content, operation) => {
      const { op, path = "", value = null } = operation;
      const isOther = op === "test" && JSON.stringify(at(content, path)) !== JSON.stringify(value);
      return applyOne(content, isOther ? { ...operation, value: "another" } : operation);
    }),
  },
  "patch/removals-last": {
    description: "A JSON patch applies its `remove` operations after all others.",
    reason: "This keeps list indices stable during the other operations.",
    breaks: ["patch.json-in-order", "patch.json-parent-missing-rejected"],
    install: rewriting((operations) => [
      ...operations.filter(({ op }) => op !== "remove"),
      ...operations.filter(({ op }) => op === "remove"),
    ]),
  },
  "patch/remove-of-missing-passes": {
    description: "A `remove` of a missing member is ignored.",
    reason: "The intended state is reached already.",
    breaks: "patch.json-missing-rejected",
    install: changingOperation((applyOne) => (content, operation) => {
      const { op, path = "" } = operation;
      const isGone = op === "remove" && asObject(at(content, parentOf(path))) &&
        at(content, path) === undefined;
      return isGone ? content : applyOne(content, operation);
    }),
  },
  "patch/copy-of-missing-passes": {
    description: "A `copy` from a missing location is ignored.",
    reason: "There is nothing to copy.",
    breaks: "patch.json-copy-missing-rejected",
    install: changingOperation((applyOne) => (content, operation) => {
      const { op, from = "" } = operation;
      return op === "copy" && at(content, from) === undefined
        ? content
        : applyOne(content, operation);
    }),
  },
  "patch/one-past-the-end-appends": {
    description: "An `add` one index after the end of a list appends the value.",
    reason: "The bound is compared with `<=` instead of `<`.",
    breaks: "patch.json-index-rejected",
    install: changingOperation((applyOne) => (content, operation) => {
      const { op, path = "" } = operation;
      const list = at(content, parentOf(path));
      const isBehind = op === "add" && Array.isArray(list) &&
        Number(lastOf(path)) === list.length + 1;
      return applyOne(
        content,
        isBehind ? { ...operation, path: `${parentOf(path)}/-` } : operation,
      );
    }),
  },
  "patch/add-creates-parent": {
    description:
      "An `add` below missing labels, annotations or finalizers creates the map or list.",
    reason: "Clients often fail on objects without annotations.",
    breaks: "patch.json-parent-missing-rejected",
    install: changingOperation((applyOne) => (content, operation) => {
      const { op, path = "" } = operation;
      const field = parentOf(path);
      const isKnown = ["annotations", "labels", "finalizers"]
        .some((name) => field === `/metadata/${name}`);
      if (op !== "add" || !isKnown || at(content, field) !== undefined) {
        return applyOne(content, operation);
      }
      const value: Json = field.endsWith("finalizers") ? [] : {};
      return applyOne(asObject(applyOne(content, { op: "add", path: field, value }))!, operation);
    }),
  },
  "patch/replace-adds": {
    description: "A `replace` of a missing member adds it.",
    reason: "Both operations set a member.",
    breaks: "patch.json-replace-missing-rejected",
    install: rewriting((operations) =>
      operations.map((operation) =>
        operation.op === "replace" && !/\/\d+$/.test(`${operation.path}`)
          ? { ...operation, op: "add" }
          : operation
      )
    ),
  },
  "patch/unknown-operations-passed-over": {
    description: "A JSON patch ignores unknown operations.",
    reason: "Later versions of the standard may define more.",
    breaks: "patch.json-malformed-rejected",
    install: rewriting((operations) =>
      operations.filter(({ op = "" }) =>
        ["add", "remove", "replace", "move", "copy", "test"].includes(op)
      )
    ),
  },
  "patch/failed-patch-partly-stored": {
    description: "A JSON patch that fails is stored up to the failing operation.",
    reason: "Each operation is a separate write without a rollback.",
    breaks: "patch.rejected-changes-nothing",
    install({ verbs }) {
      verbs(({ patch }) => ({
        async patch(registry, request) {
          const again = await rereadable(request);
          const fitting = withSteps(patch, changingPatches("json-patch", applyFitting));
          try {
            return await patch(registry, again);
          } catch (error) {
            await fitting(registry, again).catch(() => {});
            throw error;
          }
        },
      }));
    },
  },
  "patch/tests-of-the-original": {
    description: "A `test` in a JSON patch compares the object as it was before the patch.",
    reason: "All tests are made first, so that a failing patch changes nothing.",
    breaks: "patch.json-in-order",
    install: ({ steps }) =>
      steps(changingPatches("json-patch", (apply, content, patch) => {
        if (!Array.isArray(patch)) return apply(content, patch);
        const isTest = (operation: Json) => asObject(operation)?.op === "test";
        apply(content, patch.filter(isTest));
        return apply(content, patch.filter((operation) => !isTest(operation)));
      })),
  },
});
