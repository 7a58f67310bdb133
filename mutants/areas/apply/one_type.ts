/**
 * Mutants of field ownership in one type.
 *
 * @module
 */
import { ApiError, type Json, type JsonObject } from "@plumbline/server/api";
import { asObject } from "@plumbline/server/resources";
import { changingMerges, isWrite, type Merge, type Merging } from "../../helpers.ts";
import { bugs, type Mutant } from "../../mutant.ts";
import { on } from "../../vocabulary/on.ts";
import { listOf, within } from "../../vocabulary/json.ts";
import { wrap, wrapSteps } from "../../vocabulary/wrap.ts";

/** Changes the applies to objects of a kind that exist. */
const changingApplies = (
  kind: string,
  change: (merge: Merge, merging: Merging) => JsonObject,
): Mutant["install"] =>
  wrapSteps(
    changingMerges((merge, application) =>
      application.live?.kind === kind || (application.live && application.applied.kind === kind)
        ? change(merge, application)
        : merge(application)
    ),
  );

/** The causes of a Status. */
type Causes = NonNullable<NonNullable<ApiError["details"]>["causes"]>;

/** Changes the causes of the conflicts of applies to objects of a type. */
const changingConflicts = (
  kind: string,
  change: (causes: Causes) => Causes,
): Mutant["install"] =>
  changingApplies(kind, (merge, application) => {
    try {
      return merge(application);
    } catch (error) {
      if (!(error instanceof ApiError) || error.reason !== "Conflict") throw error;
      const { reason, message, details } = error;
      throw new ApiError(reason, message, { ...details, causes: change(details?.causes ?? []) });
    }
  });

/** Changes the bodies of the applies to objects of a type; those in YAML stay. */
const changingBodies = (
  resource: string,
  change: (body: JsonObject, name: string) => JsonObject,
): Mutant["install"] =>
  wrap("wire", "answer", async ({ answer }, request) => {
    const name = new RegExp(`/${resource}/([^/]+)$`).exec(new URL(request.url).pathname)?.[1];
    const type = request.headers.get("content-type") ?? "";
    if (name === undefined || !type.includes("apply-patch")) return await answer(request);
    const text = await request.text();
    const { method, headers } = request;
    const body = text.startsWith("{") ? JSON.stringify(change(JSON.parse(text), name)) : text;
    return await answer(new Request(request.url, { method, headers, body }));
  });

export const applyOneTypeMutants = bugs({
  "apply/name-from-path": {
    description: "An apply that creates a ClusterRoleBinding takes the name from its path.",
    reason: "An apply to an object that exists needs no name either.",
    breaks: "apply.name-needed-to-create",
    install: changingBodies("clusterrolebindings", (body, name) => ({
      ...body,
      metadata: { name, ...asObject(body.metadata) },
    })),
  },
  "apply/kind-from-path": {
    description: "An apply of a Secret without a kind is accepted.",
    reason: "The kind is known from the path.",
    breaks: "apply.type-needed",
    install: on("apply secrets").changeBody((body) => ({ kind: "Secret", ...body })),
  },
  "apply/force-false-forces": {
    description: "An apply to a RoleBinding with `force=false` overrides other managers.",
    reason: "Only the presence of the parameter is looked at.",
    breaks: "apply.conflict-reported",
    install: on("apply rolebindings", { force: "false" }).changeQuery({ force: "true" }),
  },
  "apply/first-conflict-only": {
    description: "An apply to a Secret reports the first of several conflicts only.",
    reason: "The comparison stops at the first field of another manager.",
    breaks: "apply.every-conflict-reported",
    install: changingConflicts("Secret", (causes) => causes.slice(0, 1)),
  },
  "apply/port-without-protocol": {
    description: "The record of an applied Deployment names ports without their default protocol.",
    reason: "The keys of an item are read before defaults are set.",
    breaks: "apply.fields-recorded",
    install: wrapSteps(changingMerges((merge, application) => {
      const result = merge(application);
      if (application.applied.kind !== "Deployment") return result;
      const metadata = JSON.stringify(result.metadata)
        .replaceAll(',\\"protocol\\":\\"TCP\\"', "");
      return { ...result, metadata: JSON.parse(metadata) };
    })),
  },
  "apply/conflict-without-causes": {
    description: "A conflict over a Deployment is reported without causes.",
    reason: "The message was thought to be enough.",
    breaks: "apply.conflict-names-fields",
    install: changingConflicts("Deployment", () => []),
  },
  "apply/conflicts-without-keys": {
    description: "A conflict over an item of a list names the list, and not which item.",
    reason: "The path of a field is printed without the keys of items.",
    breaks: "apply.conflict-names-fields",
    install: changingConflicts("Deployment", (causes) =>
      causes.map((cause) => ({
        ...cause,
        ...(cause.field !== undefined && { field: cause.field.replaceAll(/\[[^\]]*\]/g, "") }),
      }))),
  },
  "apply/conditions-of-last-manager": {
    description:
      "An apply to the status of a Deployment replaces the conditions that others applied.",
    reason: "Only lists in a spec have keys.",
    breaks: "apply.leaves-other-fields",
    install: changingApplies("Deployment", (merge, application) => {
      const merged = merge(application);
      const { conditions } = within(application.applied.status);
      return conditions === undefined
        ? merged
        : { ...merged, status: { ...within(merged.status), conditions } };
    }),
  },
  "apply/label-given-up-stays": {
    description: "A label that an apply to a RoleBinding leaves out stays.",
    reason: "Labels of other clients must not be lost, so none is removed.",
    breaks: "apply.unapplied-field-removed",
    install: changingApplies("RoleBinding", (merge, application) => {
      const merged = merge(application);
      const labels = application.live?.metadata.labels;
      return labels === undefined ? merged : {
        ...merged,
        metadata: {
          ...asObject(merged.metadata),
          labels: { ...labels, ...asObject(asObject(merged.metadata)?.labels) },
        },
      };
    }),
  },
  "apply/rules-never-conflict": {
    description: "An apply to a Role overrides the rules of another manager without `force`.",
    reason: "Lists without keys were assumed to have no owner.",
    breaks: "apply.conflict-reported",
    install: changingApplies(
      "Role",
      (merge, application) => merge({ ...application, force: true }),
    ),
  },
  "apply/subjects-appended": {
    description: "An apply to a ClusterRoleBinding adds its subjects to the existing ones.",
    reason: "The list is merged like a list with keys.",
    breaks: ["apply.sets-applied-fields", "apply.force-overrides", "exchanges.fields-as-written"],
    install: changingApplies("ClusterRoleBinding", (merge, application) => {
      const merged = merge(application);
      const texts = listOf(merged.subjects).map((each) => JSON.stringify(each));
      const kept = listOf(within(application.live).subjects)
        .filter((each) => !texts.includes(JSON.stringify(each)));
      const applied = listOf(application.applied.subjects);
      return applied.length === 0 || kept.length === 0
        ? merged
        : { ...merged, subjects: [...kept, ...listOf(merged.subjects)] };
    }),
  },
  "apply/containers-replaced": {
    description: "An apply to a Deployment replaces the list of containers.",
    reason: "Only maps are merged; the key of the list is not known.",
    breaks: ["apply.leaves-other-fields", "apply.shared-field-kept"],
    install: changingApplies("Deployment", (merge, application) => {
      const merged = merge(application);
      const podOf = (object: JsonObject) => {
        const spec = asObject(object.spec);
        const template = asObject(spec?.template);
        return { spec, template, pod: asObject(template?.spec) };
      };
      const names = listOf(within(podOf(application.applied).pod).containers)
        .map((each) => asObject(each)?.name);
      const { spec, template, pod } = podOf(merged);
      if (names.length === 0 || !spec || !template || !pod) return merged;
      const containers = listOf(within(pod).containers)
        .filter((each) => names.includes(asObject(each)?.name));
      return {
        ...merged,
        spec: { ...spec, template: { ...template, spec: { ...pod, containers } } },
      };
    }),
  },
  "apply/json-patch-cannot-reset": {
    description: "A JSON patch of a RoleBinding cannot reset `managedFields`.",
    reason: "The field is restored after the operations.",
    breaks: ["apply.empty-entry-clears-managed-fields", "apply.clearing-write-owns-its-changes"],
    install: wrap("steps", "trackOwners", ({ trackOwners }, write) => {
      const metadata: JsonObject = write.object.metadata;
      const kept = write.current?.object.metadata.managedFields;
      if (isWrite(write, "RoleBinding", "json-patch") && kept !== undefined) {
        metadata.managedFields = structuredClone(kept);
      }
      trackOwners(write);
    }),
  },
  "apply/strategic-patch-without-manager": {
    description: "A strategic merge patch of a ClusterRole ignores `fieldManager`.",
    reason: "The parameter is read for the patch types of the specification only.",
    breaks: "apply.manager-of-other-writes",
    install: wrap("steps", "trackOwners", ({ trackOwners }, write) => {
      const ignores = isWrite(write, "ClusterRole", "strategic-merge-patch");
      trackOwners(ignores ? { ...write, manager: "unknown" } : write);
    }),
  },
  "apply/create-without-manager": {
    description: "A create of a Secret ignores `fieldManager`.",
    reason: "A new object was assumed to have one owner, who needs no name.",
    breaks: "apply.manager-of-other-writes",
    install: wrap("steps", "trackOwners", ({ trackOwners }, write) => {
      const ignores = write.definition.kind === "Secret" && !write.current;
      trackOwners(ignores ? { ...write, manager: "unknown" } : write);
    }),
  },
  "apply/generated-name-without-manager": {
    description: "A create with `generateName` ignores `fieldManager`.",
    reason: "The name is generated by another path, which rebuilds the options.",
    breaks: "apply.manager-of-other-writes",
    install: wrap("steps", "trackOwners", ({ trackOwners }, write) => {
      const ignores = !write.current && write.object.metadata.generateName !== undefined;
      trackOwners(ignores ? { ...write, manager: "unknown" } : write);
    }),
  },
  "apply/dry-run-without-manager": {
    description: "A dry-run update or patch of a Role ignores `fieldManager`.",
    reason: "What is not stored was assumed to have no owner.",
    breaks: "apply.manager-of-other-writes",
    install: wrap("steps", "trackOwners", ({ trackOwners }, write) => {
      const ignores = write.dryRun && write.current && write.definition.kind === "Role";
      trackOwners(ignores ? { ...write, manager: "unknown" } : write);
    }),
  },
  "apply/sharer-changes-alone": {
    description: "An applier of a Secret changes a key that it shares with another, unasked.",
    reason: "What a manager owns it may change; who else owns it is not looked up.",
    breaks: "apply.conflict-reported",
    install: changingApplies("Secret", (merge, application) => {
      try {
        return merge(application);
      } catch (error) {
        const { live, applied, manager } = application;
        const own = listOf(live?.metadata.managedFields as Json).map((entry) => asObject(entry))
          .find((entry) => entry?.manager === manager && entry.operation === "Apply");
        const owned = within(own, "fieldsV1", "f:data");
        const keys = Object.keys(within(applied, "data"));
        if (keys.length === 0 || !keys.every((key) => `f:${key}` in owned)) throw error;
        return merge({ ...application, force: true });
      }
    }),
  },
});
