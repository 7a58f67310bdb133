/**
 * Mutants of merge patches, strategic merge patches and responses. Those of JSON patches are in
 * `operations.ts`.
 *
 * @module
 */
import type { Json, JsonObject } from "../../../server/object.ts";
import { keyOf, type Result } from "../../../server/registry/contracts.ts";
import { asObject } from "../../../server/registry/resource.ts";
import type { Mutant } from "../../mutant.ts";

/** A merge function; `again` merges nested objects. */
type Merge = (target: JsonObject, patch: JsonObject, again: Merge) => JsonObject;

/** Replaces the merge function of merge patches. */
const mergingBy = (merge: Merge): Mutant["install"] => ({ patcher }) =>
  patcher(() => ({
    applyMergePatch: (target, patch) => merge(asObject(target) ?? {}, asObject(patch) ?? {}, merge),
  }));

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

/** Removes a directive from all levels of a patch. */
function withoutDirective(patch: Json, name: string): Json {
  if (Array.isArray(patch)) return patch.map((item) => withoutDirective(item, name));
  const object = asObject(patch);
  if (!object) return patch;
  return Object.fromEntries(
    Object.entries(object).filter(([key]) => !key.startsWith(name))
      .map(([key, value]) => [key, withoutDirective(value, name)]),
  );
}

/** Makes strategic merge patches ignore a directive. */
const withoutStrategic = (name: string): Mutant["install"] => ({ patcher }) =>
  patcher(({ applyStrategicMergePatch }) => ({
    applyStrategicMergePatch: (original, patch, schema) =>
      applyStrategicMergePatch(original, asObject(withoutDirective(patch, name)) ?? {}, schema),
  }));

export const mergeMutants: readonly Mutant[] = [
  {
    id: "patch/no-change-is-202",
    area: "patch",
    description: "A patch that changes nothing is answered with 202 instead of 200.",
    reason: "Nothing was written, so 200 was considered wrong.",
    breaks: ["patch.returns-the-object"],
    install({ verbs }) {
      verbs(({ patch }) => ({
        async patch(registry, request) {
          const before = await registry.storage.get(keyOf(request));
          const result = await patch(registry, request);
          const isSame = result.kind === "object" && result.version.revision === before?.revision;
          return isSame ? { ...result, status: 202 } as Result : result;
        },
      }));
    },
  },
  {
    id: "patch/null-ends-the-merge",
    area: "patch",
    description: "A merge patch ignores the members after a `null` in the same object.",
    reason: "The loop over the members uses `return` instead of `continue`.",
    breaks: ["patch.merge-replaces-values", "patch.merge-null-removes"],
    install: mergingBy((target, patch, again) => {
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
  {
    id: "patch/new-maps-keep-nulls",
    area: "patch",
    description: "A merge patch that adds a map keeps the `null` members of that map.",
    reason: "If there is no existing map, the patch value is stored without merging.",
    breaks: ["patch.merge-null-removes"],
    install: mergingBy((target, patch, again) =>
      merged(target, patch, (before, value) => {
        const [current, inner] = [asObject(before), asObject(value)];
        return inner && current ? again(current, inner, again) : value;
      })
    ),
  },
  {
    id: "patch/larger-maps-replace",
    area: "patch",
    description: "A map in a merge patch replaces the existing map if it has more members.",
    reason: "A client that sends a larger map was assumed to send all of it.",
    breaks: ["patch.merge-objects-merge"],
    install: mergingBy((target, patch, again) =>
      merged(target, patch, (before, value, name) => {
        const [current, inner] = [asObject(before), asObject(value)];
        if (!inner) return value;
        const isLarger = Object.keys(inner).length > Object.keys(current ?? {}).length;
        return again(isLarger && name !== "metadata" ? {} : current ?? {}, inner, again);
      })
    ),
  },
  {
    id: "patch/merge-unites-lists",
    area: "patch",
    description: "A list of strings in a merge patch is added to the existing list.",
    reason: "Finalizers of several controllers were meant to be kept.",
    breaks: ["patch.merge-lists-replace"],
    install: mergingBy((target, patch, again) =>
      merged(target, patch, (before, value) => {
        const inner = asObject(value);
        if (inner) return again(asObject(before) ?? {}, inner, again);
        const isUnited = Array.isArray(value) && Array.isArray(before) &&
          value.every((item) => typeof item === "string");
        return isUnited ? [...new Set([...before, ...value])] : value;
      })
    ),
  },
  {
    id: "patch/plain-json-is-merged",
    area: "patch",
    description: "A patch with Content-Type `application/json` is applied as a merge patch.",
    reason: "Media types are compared by suffix.",
    breaks: ["patch.unsupported-type-rejected"],
    install({ verbs }) {
      verbs(({ patch }) => ({
        patch(registry, request) {
          const { context } = request;
          if (context.request.headers.get("content-type") !== "application/json") {
            return patch(registry, request);
          }
          const headers = { "content-type": "application/merge-patch+json" };
          const merging = new Request(context.request.url, { headers });
          return patch(registry, { ...request, context: { ...context, request: merging } });
        },
      }));
    },
  },
  {
    id: "patch/strategic-order-passed-over",
    area: "patch",
    description: "A strategic merge patch ignores `$setElementOrder`.",
    reason: "The directive is generated by tools and was assumed to be for their own use.",
    breaks: ["patch.strategic-element-order"],
    install: withoutStrategic("$setElementOrder"),
  },
  {
    id: "patch/strategic-keys-not-retained",
    area: "patch",
    description: "A strategic merge patch ignores `$retainKeys`.",
    reason: "The directive was added later than the others.",
    breaks: ["patch.strategic-retain-keys"],
    install: withoutStrategic("$retainKeys"),
  },
  {
    id: "patch/strategic-adds-to-replaced",
    area: "patch",
    description: "A strategic merge patch ignores `$patch: replace` in a list.",
    reason: "The directive is searched beside the list instead of among its items.",
    breaks: ["patch.strategic-replace-list"],
    install({ patcher }) {
      const merging = (patch: Json): Json => {
        if (Array.isArray(patch)) {
          return patch.filter((item) => asObject(item)?.$patch !== "replace").map(merging);
        }
        const object = asObject(patch);
        return object
          ? Object.fromEntries(Object.entries(object).map(([key, value]) => [key, merging(value)]))
          : patch;
      };
      patcher(({ applyStrategicMergePatch }) => ({
        applyStrategicMergePatch: (original, patch, schema) =>
          applyStrategicMergePatch(original, asObject(merging(patch)) ?? {}, schema),
      }));
    },
  },
  {
    id: "patch/conditions-replaced",
    area: "patch",
    description: "A strategic merge patch replaces all conditions of a status.",
    reason: "A status is written as a whole by the controller that owns it.",
    breaks: ["patch.strategic-merges-conditions"],
    install({ patcher }) {
      patcher(({ applyStrategicMergePatch }) => ({
        applyStrategicMergePatch(original, patch, schema) {
          const outcome = applyStrategicMergePatch(original, patch, schema);
          const { conditions } = asObject(patch.status) ?? {};
          if (!Array.isArray(conditions)) return outcome;
          return { ...outcome, status: { ...asObject(outcome.status), conditions } };
        },
      }));
    },
  },
];
