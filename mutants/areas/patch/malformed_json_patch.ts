/**
 * Mutants of JSON patches that RFC 6902 does not allow, and of what it requires to ignore.
 *
 * @module
 */
import { asObject } from "@plumbline/server/resources";
import { bugs } from "../../mutant.ts";
import { at, changingOperation, lastOf, type Operation, parentOf, rewriting } from "./helpers.ts";

/** Returns a pointer whose last part, if it is a number with a sign or zeros before, has none. */
const plainIndex = (pointer: string): string =>
  /^[-+]?\d+$/.test(lastOf(pointer))
    ? `${parentOf(pointer)}/${Math.abs(Number(lastOf(pointer)))}`
    : pointer;

export const malformedJsonPatchMutants = bugs({
  "patch/missing-values-are-null": {
    description: "An `add` or `replace` without a `value` sets null.",
    reason: "A member of the operation that is missing is read as its zero value.",
    breaks: "patch.json-value-required",
    install: rewriting((operations) =>
      operations.map((operation) =>
        operation.op === "add" || operation.op === "replace"
          ? { value: null, ...operation }
          : operation
      )
    ),
  },
  "patch/indexes-parsed-leniently": {
    description: "An index of a JSON pointer may have leading zeros or a sign.",
    reason: "The index is parsed by the usual function for numbers.",
    breaks: "patch.json-index-spelling-rejected",
    install: rewriting((operations) =>
      operations.map((operation) => ({
        ...operation,
        ...(typeof operation.path === "string" && { path: plainIndex(operation.path) }),
        ...(typeof operation.from === "string" && { from: plainIndex(operation.from) }),
      }))
    ),
  },
  "patch/indexes-of-any-number": {
    description: "An index of a JSON pointer may be any text that is a number in JavaScript.",
    reason: "The index is converted with `Number`.",
    breaks: "patch.json-index-rejected",
    install: rewriting((operations) =>
      operations.map((operation) => {
        const last = lastOf(`${operation.path}`);
        if (!/^(0x|1e|.*[. ])/.test(last) || !Number.isInteger(Number(last))) return operation;
        return { ...operation, path: `${parentOf(`${operation.path}`)}/${Number(last)}` };
      })
    ),
  },
  "patch/inherited-members-removed": {
    description: "A `remove` of a member that every JavaScript object inherits succeeds.",
    reason: "The member is looked up with `in`.",
    breaks: "patch.json-missing-rejected",
    install: changingOperation((applyOne) => (content, operation) =>
      operation.op === "remove" && lastOf(`${operation.path}`) === "constructor"
        ? content
        : applyOne(content, operation)
    ),
  },
  "patch/length-copied": {
    description: "A `copy` from `length` below a list is ignored.",
    reason: "Lists of the server's language have such a member, which no field can hold.",
    breaks: "patch.json-copy-missing-rejected",
    install: changingOperation((applyOne) => (content, operation) => {
      const { op, from = "" } = operation;
      const list = at(content, parentOf(from));
      if (op !== "copy" || lastOf(from) !== "length" || !Array.isArray(list)) {
        return applyOne(content, operation);
      }
      return content;
    }),
  },
  "patch/pointers-without-slash": {
    description: "A JSON pointer may leave out its first slash.",
    reason: "Empty parts are dropped when the pointer is split.",
    breaks: "patch.json-pointer-rejected",
    install: rewriting((operations) =>
      operations.map((operation) => {
        const slashed = (pointer: unknown) =>
          typeof pointer === "string" && /^[a-z]/.test(pointer) ? `/${pointer}` : pointer;
        const { path, from } = operation;
        const places = { path: slashed(path), ...(from !== undefined && { from: slashed(from) }) };
        return { ...operation, ...places } as Operation;
      })
    ),
  },
  "patch/moves-into-itself-pass": {
    description: "A `move` of a value into one of its own members is ignored.",
    reason: "The value would be lost.",
    breaks: "patch.json-move-into-itself-rejected",
    install: rewriting((operations) =>
      operations.filter(({ op, from, path }) => op !== "move" || !path?.startsWith(`${from}/`))
    ),
  },
  "patch/every-from-read": {
    description: "An operation other than `move` and `copy` fails if its `from` does not exist.",
    reason: "The member is resolved before the operation is looked at.",
    breaks: "patch.json-other-members-ignored",
    install: changingOperation((applyOne) => (content, operation) => {
      const { op, from } = operation;
      const isRead = op === "move" || op === "copy" || typeof from !== "string";
      if (isRead || at(content, from) !== undefined) return applyOne(content, operation);
      return applyOne(content, { op: "remove", path: from });
    }),
  },
  "patch/test-of-list-by-index": {
    description: "A `test` passes if an object has the items of a list by their index.",
    reason: "Both are compared member by member.",
    breaks: "patch.json-test-fails",
    install: rewriting((operations) =>
      operations.map((operation) => {
        const items = asObject(operation.value);
        const isByIndex = operation.op === "test" && items && Object.hasOwn(items, "0");
        return isByIndex ? { ...operation, value: Object.values(items) } : operation;
      })
    ),
  },
  "patch/test-for-null-passes": {
    description: "A `test` for null passes, whatever the value is.",
    reason: "A null is read like a missing value, which there is nothing to compare with.",
    breaks: "patch.json-test-fails",
    install: rewriting((operations) =>
      operations.filter(({ op, value }) => op !== "test" || value !== null)
    ),
  },
});
