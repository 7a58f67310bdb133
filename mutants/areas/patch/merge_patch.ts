/**
 * Mutants of merge patches, and of responses and errors of all patches.
 *
 * @module
 */
import { overwritingFromPath } from "../metadata/names.ts";
import { changingMergePatches } from "../../helpers.ts";
import { bugs, type Mutant } from "../../mutant.ts";
import { conflict, type Json, type JsonObject } from "@plumbline/server/api";
import { asObject, keyOf } from "@plumbline/server/resources";
import { on } from "../../vocabulary/on.ts";
import { wrapSteps } from "../../vocabulary/wrap.ts";

/** A merge function; `again` merges nested objects. */
type Merge = (target: JsonObject, patch: JsonObject, again: Merge) => JsonObject;

/** Replaces the merge function of merge patches. */
const mergingWith = (merge: Merge): Mutant["install"] =>
  wrapSteps(
    changingMergePatches("merge-patch", (_, content, patch) => merge(content, patch, merge)),
  );

/** Merges a patch into a target with a replaceable function for each member. */
function merged(
  target: JsonObject,
  patch: JsonObject,
  mergeMember: (before: Json | undefined, value: Json, name: string) => Json | undefined,
): JsonObject {
  const result = new Map(Object.entries(target));
  for (const [name, value] of Object.entries(patch)) {
    const after = value === null ? undefined : mergeMember(result.get(name), value, name);
    if (after === undefined) result.delete(name);
    else result.set(name, after);
  }
  return Object.fromEntries(result);
}

export const mergePatchMutants = bugs({
  "patch/no-change-is-202": {
    description: "A patch that changes nothing is answered with 202 instead of 200.",
    reason: "Nothing was written, so 200 was considered wrong.",
    breaks: "patch.returns-the-object",
    install: on("patch").serve(async ({ registry, request, next }) => {
      const before = await registry.storage.get(keyOf(request));
      const result = await next();
      const isSame = result.kind === "object" && result.version.revision === before?.revision;
      return isSame ? { ...result, status: 202 } : result;
    }),
  },
  "patch/null-ends-the-merge": {
    description: "A merge patch ignores the members after a `null` in the same object.",
    reason: "The loop over the members uses `return` instead of `continue`.",
    breaks: ["patch.merge-replaces-values", "patch.merge-null-removes"],
    install: mergingWith((target, patch, again) => {
      const names = Object.keys(patch);
      const end = names.findIndex((name) => patch[name] === null);
      const kept = end < 0 ? patch : Object.fromEntries(
        names.slice(0, end + 1).map((name) => [name, patch[name]!]),
      );
      return merged(target, kept, (before, value) => {
        const inner = asObject(value);
        return inner ? again(asObject(before) ?? {}, inner, again) : value;
      });
    }),
  },
  "patch/new-maps-keep-nulls": {
    description: "A merge patch that adds a map keeps the `null` members of that map.",
    reason: "If there is no existing map, the patch value is stored without merging.",
    breaks: "patch.merge-null-removes",
    install: mergingWith((target, patch, again) =>
      merged(target, patch, (before, value) => {
        const [current, inner] = [asObject(before), asObject(value)];
        return inner && current ? again(current, inner, again) : value;
      })
    ),
  },
  "patch/larger-maps-replace": {
    description: "A map in a merge patch replaces the existing map if it has more members.",
    reason: "A client that sends a larger map was assumed to send all of it.",
    breaks: ["patch.merge-objects-merge", "patch.merge-replaces-values"],
    install: mergingWith((target, patch, again) =>
      merged(target, patch, (before, value, name) => {
        const [current, inner] = [asObject(before), asObject(value)];
        if (!inner) return value;
        const isLarger = Object.keys(inner).length > Object.keys(current ?? {}).length;
        return again(isLarger && name !== "metadata" ? {} : current ?? {}, inner, again);
      })
    ),
  },
  "patch/merge-unites-lists": {
    description: "A list of strings in a merge patch is added to the existing list.",
    reason: "Finalizers of several controllers were meant to be kept.",
    breaks: "patch.merge-lists-replace",
    install: mergingWith((target, patch, again) =>
      merged(target, patch, (before, value) => {
        const inner = asObject(value);
        if (inner) return again(asObject(before) ?? {}, inner, again);
        const isUnited = Array.isArray(value) && Array.isArray(before) &&
          value.every((item) => typeof item === "string");
        return isUnited ? [...new Set([...before, ...value])] : value;
      })
    ),
  },
  "patch/plain-json-is-merged": {
    description: "A patch with Content-Type `application/json` is applied as a merge patch.",
    reason: "Media types are compared by suffix.",
    breaks: "patch.unsupported-type-rejected",
    install: on("patch").where(({ request }) =>
      request.headers.get("content-type") === "application/json"
    )
      .handle(({ next }) => next({ type: "application/merge-patch+json" })),
  },
  "patch/list-accepted-as-merge-patch": {
    description: "A merge patch that is a list succeeds without a change.",
    reason: "A list has no members to merge.",
    breaks: "patch.merge-malformed-rejected",
    install: on("merge-patch,strategic-merge-patch").changeText((text) =>
      /^\s*\[[^]*\]\s*$/.test(text) ? "{}" : text
    ),
  },
  "patch/names-are-not-patched": {
    description: "A patch of `metadata.name` succeeds without a change.",
    reason: "Immutable fields are restored from the stored object, as the uid is.",
    breaks: "patch.identity-immutable",
    install: on("patch").withSteps(overwritingFromPath("name")),
  },
  "patch/kinds-are-not-patched": {
    description: "A merge patch of `kind` succeeds without a change.",
    reason: "The kind follows from the path, so it is removed before the merge.",
    breaks: "patch.identity-immutable",
    install: wrapSteps(changingMergePatches("merge-patch", (apply, target, patch) => {
      const { kind: _, ...rest } = asObject(patch) ?? {};
      return apply(target, asObject(patch) ? rest : patch);
    })),
  },
  "patch/missing-is-a-conflict": {
    description:
      "A JSON patch of an object that does not exist is answered with 409 instead of 404.",
    reason: "The object is assumed to have been deleted concurrently.",
    breaks: "patch.missing-object-rejected",
    install: on("json-patch").whenRejected(
      "NotFound",
      (_, { request: { context, definition } }) => {
        throw conflict(definition, context.info.name, "the object was deleted concurrently");
      },
    ),
  },
});
