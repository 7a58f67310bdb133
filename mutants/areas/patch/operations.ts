/**
 * Faults of JSON patches.
 *
 * @module
 */
import type { Json, JsonObject } from "../../../server/object.ts";
import { asObject } from "../../../server/registry/resource.ts";
import type { Steps } from "../../../server/registry/steps.ts";
import type { Mutant } from "../../mutant.ts";
import { withSteps } from "../../changes.ts";

/** One operation as it was sent. */
type Operation = JsonObject & { op?: string; path?: string; from?: string };

/** Does one operation on content that is as the ones before it left it. */
type DoOne = (content: JsonObject, operation: Operation) => Json;

/** Makes JSON patches be applied one operation after the other, by a function of the fault's own. */
const operatingBy = (
  change: (doOne: DoOne) => DoOne,
): Mutant["install"] =>
({ steps }) =>
  steps(({ applyJsonPatch }) => {
    const doOne = change((content, operation) => applyJsonPatch(content, [operation]));
    return {
      applyJsonPatch(content, patch) {
        if (!Array.isArray(patch)) return applyJsonPatch(content, patch);
        return patch.reduce((left, operation) => doOne(left, operation), structuredClone(content));
      },
    };
  });

/** Makes JSON patches be applied as others than were sent. */
const rewriting = (
  rewrite: (operations: readonly Operation[]) => readonly Operation[],
): Mutant["install"] =>
({ steps }) =>
  steps(({ applyJsonPatch }) => ({
    applyJsonPatch: (content, patch) =>
      applyJsonPatch(content, Array.isArray(patch) ? rewrite(patch) : patch),
  }));

const stepsOf = (pointer: string): string[] =>
  pointer.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

/** What stands at a pointer; undefined where nothing does. */
function at(content: Json, pointer: string): Json | undefined {
  let value: Json | undefined = content;
  for (const step of stepsOf(pointer)) {
    if (Array.isArray(value)) value = value[Number(step)];
    else {
      const object = asObject(value);
      value = object && Object.hasOwn(object, step) ? object[step] : undefined;
    }
  }
  return value;
}

const parentOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf("/"));

const lastOf = (pointer: string): string => stepsOf(pointer).at(-1) ?? "";

/** The faults. */
export const operationMutants: readonly Mutant[] = [
  {
    id: "patch/tests-only-at-the-start",
    area: "patch",
    description: "A test in a JSON patch counts only as long as nothing was changed before it.",
    reason: "Tests were taken for preconditions, which stand in front.",
    breaks: ["patch.json-test-fails"],
    install: rewriting((operations) => {
      const first = operations.findIndex(({ op }) => op !== "test");
      return first < 0
        ? operations
        : operations.filter(({ op }, at) => at < first || op !== "test");
    }),
  },
  {
    id: "patch/add-replaces-items",
    area: "patch",
    description: "An add at the place of an item replaces the item.",
    reason: "Lists were taken for maps by index.",
    breaks: ["patch.json-add", "patch.json-in-order"],
    install: operatingBy((doOne) => (content, operation) => {
      const { op, path = "" } = operation;
      const list = at(content, parentOf(path));
      const isThere = Array.isArray(list) && Number(lastOf(path)) < list.length;
      return doOne(content, op === "add" && isThere ? { ...operation, op: "replace" } : operation);
    }),
  },
  {
    id: "patch/remove-takes-equal-items",
    area: "patch",
    description: "A remove of an item takes away all items equal to it.",
    reason: "The item was looked up, and then filtered out of the list.",
    breaks: ["patch.json-remove", "patch.json-in-order"],
    install: operatingBy((doOne) => (content, operation) => {
      const { op, path = "" } = operation;
      const list = at(content, parentOf(path));
      const value = at(content, path);
      if (op !== "remove" || !Array.isArray(list) || value === undefined) {
        return doOne(content, operation);
      }
      const kept = list.filter((item) => item !== value && typeof item === "string");
      return doOne(content, { op: "replace", path: parentOf(path), value: kept });
    }),
  },
  {
    id: "patch/replace-takes-pointers-literally",
    area: "patch",
    description: "A replace of a member whose name has a slash in it does not find the member.",
    reason: "The pointer is split, and its escapes are left as they are.",
    breaks: ["patch.json-replace"],
    install: rewriting((operations) =>
      operations.map((operation) =>
        operation.op === "replace"
          ? { ...operation, path: `${operation.path}`.replaceAll("~", "~0") }
          : operation
      )
    ),
  },
  {
    id: "patch/move-counts-before-removal",
    area: "patch",
    description: "A move towards the end of a list ends up one place too early.",
    reason: "The place was counted before the item was taken out.",
    breaks: ["patch.json-move", "patch.json-in-order", "patch.json-index-refused"],
    install: operatingBy((doOne) => (content, operation) => {
      const { op, path = "", from = "" } = operation;
      const [source, target] = [Number(lastOf(from)), Number(lastOf(path))];
      const isShifted = op === "move" && parentOf(path) === parentOf(from) && target > source + 1 &&
        Array.isArray(at(content, parentOf(path)));
      const shifted = `${parentOf(path)}/${target - 1}`;
      return doOne(content, isShifted ? { ...operation, path: shifted } : operation);
    }),
  },
  {
    id: "patch/copies-share",
    area: "patch",
    description: "What a copy made changes with what it was made of, until the patch is done.",
    reason: "The copy was one of the reference.",
    breaks: ["patch.json-copy", "patch.json-in-order"],
    install({ steps }) {
      const isBelow = (path: string, whole: string) => path.startsWith(`${whole}/`);
      steps(({ applyJsonPatch }) => ({
        applyJsonPatch(content, patch) {
          if (!Array.isArray(patch)) return applyJsonPatch(content, patch);
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
          return applyJsonPatch(content, operations);
        },
      }));
    },
  },
  {
    id: "patch/test-compares-texts",
    area: "patch",
    description: "A test of an object holds only where its members stand in the same order.",
    reason: "Values were compared as the texts they are written as.",
    breaks: ["patch.json-test-holds"],
    install: operatingBy((doOne) => (content, operation) => {
      const { op, path = "", value = null } = operation;
      const isOther = op === "test" && JSON.stringify(at(content, path)) !== JSON.stringify(value);
      return doOne(content, isOther ? { ...operation, value: "another" } : operation);
    }),
  },
  {
    id: "patch/removals-last",
    area: "patch",
    description: "The removals of a JSON patch are done after all its other operations.",
    reason: "So the places of items do not shift while the others are done.",
    breaks: ["patch.json-in-order", "patch.json-parent-missing-refused"],
    install: rewriting((operations) => [
      ...operations.filter(({ op }) => op !== "remove"),
      ...operations.filter(({ op }) => op === "remove"),
    ]),
  },
  {
    id: "patch/remove-of-missing-passes",
    area: "patch",
    description: "A remove of a member that is not there is passed over.",
    reason: "It is as gone as it should be.",
    breaks: ["patch.json-missing-refused"],
    install: operatingBy((doOne) => (content, operation) => {
      const { op, path = "" } = operation;
      const isGone = op === "remove" && asObject(at(content, parentOf(path))) &&
        at(content, path) === undefined;
      return isGone ? content : doOne(content, operation);
    }),
  },
  {
    id: "patch/copy-of-missing-passes",
    area: "patch",
    description: "A copy of what is not there is passed over.",
    reason: "There is nothing to be done.",
    breaks: ["patch.json-copy-missing-refused"],
    install: operatingBy((doOne) => (content, operation) => {
      const { op, from = "" } = operation;
      return op === "copy" && at(content, from) === undefined ? content : doOne(content, operation);
    }),
  },
  {
    id: "patch/one-past-the-end-appends",
    area: "patch",
    description: "An add one place behind the end of a list appends to it.",
    reason: "The bound was compared with less or equal.",
    breaks: ["patch.json-index-refused"],
    install: operatingBy((doOne) => (content, operation) => {
      const { op, path = "" } = operation;
      const list = at(content, parentOf(path));
      const isBehind = op === "add" && Array.isArray(list) &&
        Number(lastOf(path)) === list.length + 1;
      return doOne(content, isBehind ? { ...operation, path: `${parentOf(path)}/-` } : operation);
    }),
  },
  {
    id: "patch/first-member-makes-map",
    area: "patch",
    description: "An add into a map or list of metadata that is not there yet makes it.",
    reason: "Clients stumbled over objects without annotations.",
    breaks: ["patch.json-parent-missing-refused"],
    install: operatingBy((doOne) => (content, operation) => {
      const { op, path = "" } = operation;
      const field = parentOf(path);
      const isKnown = ["annotations", "labels", "finalizers"]
        .some((name) => field === `/metadata/${name}`);
      if (op !== "add" || !isKnown || at(content, field) !== undefined) {
        return doOne(content, operation);
      }
      const value: Json = field.endsWith("finalizers") ? [] : {};
      return doOne(asObject(doOne(content, { op: "add", path: field, value }))!, operation);
    }),
  },
  {
    id: "patch/replace-adds",
    area: "patch",
    description: "A replace of a member that is not there adds it.",
    reason: "Both set a member of a map.",
    breaks: ["patch.json-replace-missing-refused"],
    install: rewriting((operations) =>
      operations.map((operation) =>
        operation.op === "replace" && !/\/\d+$/.test(`${operation.path}`)
          ? { ...operation, op: "add" }
          : operation
      )
    ),
  },
  {
    id: "patch/unknown-operations-passed-over",
    area: "patch",
    description: "Operations that nobody knows are passed over.",
    reason: "Later versions may have more of them.",
    breaks: ["patch.json-malformed-refused"],
    install: rewriting((operations) =>
      operations.filter(({ op = "" }) =>
        ["add", "remove", "replace", "move", "copy", "test"].includes(op)
      )
    ),
  },
  {
    id: "patch/stored-as-far-as-it-fits",
    area: "patch",
    description: "A JSON patch that is refused is stored as far as it fits.",
    reason: "Each operation is a write, and there is nothing to roll back with.",
    breaks: ["patch.refused-leaves-no-trace"],
    install({ verbs }) {
      verbs(({ patch }) => ({
        patch(registry, request) {
          let isSecond = false;
          const applyFitting = (applyJsonPatch: Steps["applyJsonPatch"]) =>
          (
            content: JsonObject,
            operations: readonly Json[],
          ): Json => {
            for (let length = operations.length; length > 0; length--) {
              try {
                return applyJsonPatch(content, operations.slice(0, length));
              } catch {
                // One less may fit.
              }
            }
            return content;
          };
          return withSteps(patch, ({ applyJsonPatch, updateObject }) => ({
            applyJsonPatch: (content, operations) =>
              isSecond && Array.isArray(operations)
                ? applyFitting(applyJsonPatch)(content, operations)
                : applyJsonPatch(content, operations),
            async updateObject(...given) {
              try {
                return await updateObject(...given);
              } catch (error) {
                isSecond = true;
                await updateObject(...given).catch(() => {});
                throw error;
              }
            },
          }))(registry, request);
        },
      }));
    },
  },
];
