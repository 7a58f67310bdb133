/**
 * Mutants of writes to the status of Deployments.
 *
 * @module
 */
import { ApiError, type JsonObject } from "@plumbline/server/api";
import { changingMergePatches, changingMerges } from "../../helpers.ts";
import { bugs } from "../../mutant.ts";
import { ofKind } from "../../vocabulary/kinds.ts";
import { on } from "../../vocabulary/on.ts";
import { within, without } from "../../vocabulary/json.ts";
import { wrapSteps } from "../../vocabulary/wrap.ts";

/** The mutants. */
export const statusWriteMutants = bugs({
  "deployments/status-needs-replicas": {
    description: "An apply of a status without `replicas` is rejected.",
    reason: "The field is written by every controller.",
    breaks: "deployments.status-fields-optional",
    install: wrapSteps(changingMerges((merge, application) => {
      const { status } = application.applied as { status?: JsonObject };
      if (status !== undefined && !("replicas" in status)) {
        throw new ApiError("BadRequest", "status.replicas is required");
      }
      return merge(application);
    })),
  },
  "deployments/first-condition-validated": {
    description: "Conditions of a Deployment behind the first one are not validated.",
    reason: "The rule was written for the condition that controllers put first.",
    breaks: "deployments.condition-status-other-rejected",
    install: ofKind("Deployment/status").ignoreCauses(({ field }) =>
      /^status\.conditions\[[1-9]/.test(field)
    ),
  },
  "deployments/list-shows-no-conditions": {
    description: "A list of Deployments shows them without `status.conditions`.",
    reason: "The conditions are only needed for a single object.",
    breaks: ["deployments.status-read-back", "exchanges.one-state-per-version"],
    install: on("list deployments").changeItems((item) => ({
      ...item,
      status: without(within(item, "status"), "conditions"),
    })),
  },
  "deployments/status-patch-scales": {
    description: "A write to the status of a Deployment changes `spec.replicas`.",
    reason: "Autoscalers write the number together with the status.",
    breaks: "deployments.status-leaves-spec",
    install: ofKind("Deployment/status").change(({ prepareForUpdate }) => ({
      prepareForUpdate(object, old) {
        const { replicas } = (object.spec ?? {}) as JsonObject;
        prepareForUpdate?.(object, old);
        const spec = object.spec as JsonObject;
        if (replicas !== undefined) object.spec = { ...spec, replicas };
      },
    })),
  },
  "deployments/status-of-deleted-takes-spec": {
    description: "A write to the status of a Deployment that is being deleted changes its spec.",
    reason: "The spec is restored where the generation is counted, which ends with the deletion.",
    breaks: "deployments.status-leaves-spec",
    install: ofKind("Deployment/status").change(({ prepareForUpdate }) => ({
      prepareForUpdate(object, old) {
        const { spec } = object;
        prepareForUpdate?.(object, old);
        if (spec !== undefined && old.metadata.deletionTimestamp) object.spec = spec;
      },
    })),
  },
  "deployments/status-writes-labels": {
    description: "A write to the `status` of a Deployment changes its labels.",
    reason: "The subresource protects the spec and forgets the metadata.",
    breaks: "deployments.status-leaves-labels",
    install: ofKind("Deployment/status").change(({ prepareForUpdate }) => ({
      prepareForUpdate(object, old) {
        const { labels } = object.metadata;
        prepareForUpdate?.(object, old);
        if (labels) object.metadata.labels = labels;
      },
    })),
  },
  "deployments/stale-status-written": {
    description: "A PUT to the `status` of a Deployment ignores `metadata.resourceVersion`.",
    reason: "Status updates were thought to have one writer only.",
    breaks: "deployments.status-stale-rejected",
    install: on("update deployments/status").withSteps(() => ({ checkExpectedVersion: () => {} })),
  },
  "deployments/create-with-status": {
    description: "A create of a Deployment stores the `status` in its body.",
    reason: "Only updates reset the fields of the subresource.",
    breaks: "deployments.create-leaves-status",
    install: ofKind("Deployment").change(() => ({ prepareForCreate: () => {} })),
  },
  "deployments/conditions-replaced": {
    description: "A strategic merge patch of conditions replaces the whole list.",
    reason: "The list has no merge key in the schema of the status.",
    breaks: "deployments.conditions-merge",
    install: wrapSteps(changingMergePatches("strategic-merge-patch", (apply, content, patch) => {
      const patched = apply(content, patch);
      const { conditions } = (patch.status ?? {}) as JsonObject;
      return conditions === undefined || patched.kind !== "Deployment"
        ? patched
        : { ...patched, status: { ...patched.status as JsonObject, conditions } };
    })),
  },
  "deployments/strategy-keeps-keys": {
    description: "A strategic merge patch ignores `$retainKeys` in the strategy of a Deployment.",
    reason: "The directive is implemented for volumes, where it was needed first.",
    breaks: "deployments.strategy-retains-keys",
    install: wrapSteps(changingMergePatches("strategic-merge-patch", (apply, content, patch) => {
      const { strategy, ...spec } = (patch.spec ?? {}) as { strategy?: JsonObject };
      if (strategy === undefined) return apply(content, patch);
      const { $retainKeys: _, ...rest } = strategy;
      const changed = { ...patch, spec: { ...spec, strategy: rest } };
      return apply(content, changed);
    })),
  },
  "deployments/offset-of-times-dropped": {
    description: "A time with an offset from UTC is stored as if it had none.",
    reason: "The parser reads the first 19 characters of a time.",
    breaks: "deployments.condition-times",
    install: on("update,patch deployments/status").changeText((text) =>
      text.replaceAll(/(T\d\d:\d\d:\d\d)[+-]\d\d:\d\d/g, "$1Z")
    ),
  },
  "deployments/days-counted-on": {
    description: "A time on 29 or 30 February is one in March.",
    reason: "The constructor of dates counts on where a month ends.",
    breaks: "deployments.condition-time-invalid-rejected",
    install: on("update,patch deployments/status").changeText((text) =>
      text.replaceAll(/-02-(29|30)T/g, (_, day) => `-03-0${day - 28}T`)
    ),
  },
  "deployments/times-as-written": {
    description: "A write of a status returns a time as the client spelled it.",
    reason: "A time is validated and stored as text.",
    breaks: "deployments.condition-times-in-utc",
    install: on("update,patch deployments/status").changeResponse(async (response, { text }) => {
      const [, written] = /"lastUpdateTime":"([^"]+)"/.exec(await text()) ?? [];
      if (written === undefined || !response.ok) return response;
      const changed = (await response.text())
        .replaceAll(/"lastUpdateTime":"[^"]+"/g, `"lastUpdateTime":"${written}"`);
      return new Response(changed, response);
    }),
  },
});
