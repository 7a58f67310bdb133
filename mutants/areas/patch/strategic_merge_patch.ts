/**
 * Mutants of strategic merge patches.
 *
 * @module
 */
import { changingMergePatches } from "../../helpers.ts";
import { bugs, type Mutant } from "../../mutant.ts";
import type { Json, JsonObject } from "@plumbline/server/api";
import { asObject } from "@plumbline/server/resources";
import { wrapSteps } from "../../vocabulary/wrap.ts";

/** Rewrites strategic merge patches. */
const rewriting = (rewrite: (patch: JsonObject) => JsonObject): Mutant["install"] =>
  wrapSteps(changingMergePatches(
    "strategic-merge-patch",
    (apply, original, patch) => apply(original, rewrite(patch)),
  ));

/** Rewrites every object of a patch, nested ones first; undefined removes it from its list. */
function everywhere(value: Json, change: (object: JsonObject) => JsonObject | undefined): Json {
  if (Array.isArray(value)) {
    return value.map((item) => everywhere(item, change)).filter((item) => item !== null);
  }
  const object = asObject(value);
  if (!object) return value;
  const inner = Object.fromEntries(
    Object.entries(object).map(([key, child]) => [key, everywhere(child, change)]),
  );
  return change(inner) ?? null;
}

const rewritingObjects = (change: (object: JsonObject) => JsonObject) =>
  rewriting((patch) => asObject(everywhere(patch, change)) ?? {});

/** Returns the pod spec of a Deployment or of a patch. */
function podOf(object: JsonObject): JsonObject | undefined {
  const template = asObject(asObject(object.spec)?.template);
  return asObject(template?.spec);
}

const containersOf = (object: JsonObject): JsonObject[] => {
  const { containers } = podOf(object) ?? {};
  return Array.isArray(containers) ? containers.map((each) => asObject(each) ?? {}) : [];
};

/** Changes the patched containers. */
const changingContainers = (
  change: (patched: JsonObject[], original: JsonObject[], patch: JsonObject[]) => JsonObject[],
): Mutant["install"] =>
  wrapSteps(changingMergePatches("strategic-merge-patch", (apply, original, patch) => {
    const patched = apply(original, patch);
    const outcome = asObject(structuredClone(patched)) ?? {};
    const pod = podOf(outcome);
    const sent = containersOf(patch);
    if (!pod || sent.length === 0) return patched;
    pod.containers = change(containersOf(outcome), containersOf(original), sent);
    return outcome;
  }));

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
const ignoringDirective = (name: string): Mutant["install"] =>
  wrapSteps(
    changingMergePatches("strategic-merge-patch", (apply, original, patch) =>
      apply(original, asObject(withoutDirective(patch, name)) ?? {})),
  );

export const strategicMergePatchMutants = bugs({
  "patch/strategic-replaces-items": {
    description:
      "A container in a strategic merge patch replaces the existing container of that name.",
    reason: "Items are found by key and then replaced instead of merged.",
    breaks: "patch.strategic-merges-by-key",
    install: changingContainers((patched, original, sent) =>
      patched.map((container) => {
        const patch = sent.find(({ name, $patch }) => name === container.name && !$patch);
        const before = original.find(({ name }) => name === container.name);
        return patch && before ? { ...patch, image: `${before.image}` } : container;
      })
    ),
  },
  "patch/strategic-new-items-ignored": {
    description: "A strategic merge patch ignores containers with a new name.",
    reason: "The loop visits existing items and looks up their patch.",
    breaks: "patch.strategic-adds-by-key",
    install: changingContainers((patched, original, sent) =>
      sent.some(({ $patch }) => $patch === "replace")
        ? patched
        : patched.filter(({ name }) => original.some((before) => before.name === name))
    ),
  },
  "patch/strategic-deletes-no-items": {
    description: "A strategic merge patch ignores `$patch: delete` in a list item.",
    reason: "The directive is supported in maps only.",
    breaks: "patch.strategic-delete",
    install: rewritingObjects(({ $patch, ...rest }) =>
      $patch === "delete" ? rest : { ...rest, ...$patch && { $patch } }
    ),
  },
  "patch/strategic-sets-replace": {
    description: "Finalizers in a strategic merge patch replace the existing ones.",
    reason: "A list of strings has no merge key.",
    breaks: "patch.strategic-merges-primitive-lists",
    install: wrapSteps(changingMergePatches("strategic-merge-patch", (apply, original, patch) => {
      const patched = asObject(apply(original, patch)) ?? {};
      const { finalizers } = asObject(patch.metadata) ?? {};
      if (!Array.isArray(finalizers)) return patched;
      return { ...patched, metadata: { ...asObject(patched.metadata), finalizers } };
    })),
  },
  "patch/strategic-null-ignored": {
    description: "A strategic merge patch ignores `null` in nested maps.",
    reason: "Clients send `null` for unset fields, and there are directives for removal.",
    breaks: "patch.strategic-null-removes",
    install: rewritingObjects((object) =>
      Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))
    ),
  },
  "patch/strategic-replace-map-ignored": {
    description: "A strategic merge patch ignores `$patch: replace` in a map.",
    reason: "The directive is supported in lists only.",
    breaks: "patch.strategic-replace-map",
    install: rewritingObjects(({ $patch, ...rest }) =>
      $patch === "replace" && Object.keys(rest).length > 0
        ? rest
        : { ...rest, ...$patch && { $patch } }
    ),
  },
  "patch/strategic-order-passed-over": {
    description: "A strategic merge patch ignores `$setElementOrder`.",
    reason: "The directive is generated by tools and was assumed to be for their own use.",
    breaks: "patch.strategic-element-order",
    install: ignoringDirective("$setElementOrder"),
  },
  "patch/strategic-keys-not-retained": {
    description: "A strategic merge patch ignores `$retainKeys`.",
    reason: "The directive was added later than the others.",
    breaks: "patch.strategic-retain-keys",
    install: ignoringDirective("$retainKeys"),
  },
  "patch/strategic-adds-to-replaced": {
    description: "A strategic merge patch ignores `$patch: replace` in a list.",
    reason: "The directive is searched beside the list instead of among its items.",
    breaks: "patch.strategic-replace-list",
    install({ steps }) {
      const merging = (patch: Json): Json => {
        if (Array.isArray(patch)) {
          return patch.filter((item) => asObject(item)?.$patch !== "replace").map(merging);
        }
        const object = asObject(patch);
        return object
          ? Object.fromEntries(Object.entries(object).map(([key, value]) => [key, merging(value)]))
          : patch;
      };
      steps(
        changingMergePatches(
          "strategic-merge-patch",
          (apply, original, patch) => apply(original, asObject(merging(patch)) ?? {}),
        ),
      );
    },
  },
  "patch/conditions-replaced": {
    description: "A strategic merge patch replaces all conditions of a status.",
    reason: "A status is written as a whole by the controller that owns it.",
    breaks: "patch.strategic-merges-conditions",
    install: wrapSteps(changingMergePatches("strategic-merge-patch", (apply, original, patch) => {
      const outcome = apply(original, patch);
      const { conditions } = asObject(patch.status) ?? {};
      if (!Array.isArray(conditions)) return outcome;
      return { ...outcome, status: { ...asObject(outcome.status), conditions } };
    })),
  },
});
