/**
 * Mutants of responses to requests for Deployments, and of their validation.
 *
 * @module
 */
import type { Cause } from "../../../server/api_error.ts";
import type { ApiObject, JsonObject } from "../../../server/object.ts";
import type { VerbRequest } from "../../../server/registry/contracts.ts";
import { asObject } from "../../../server/registry/resource.ts";
import { bugs } from "../../mutant.ts";
import { changingJson, ignoringCauses, strategyOf, subresourceOf } from "../../helpers.ts";

const isOfStatus = ({ context, definition }: VerbRequest): boolean =>
  definition.kind === "Deployment" && context.info.subresource === "status";

const conditionsOf = (object: unknown): JsonObject[] => {
  const conditions = asObject(asObject(object)?.status)?.conditions;
  return Array.isArray(conditions) ? conditions.map((each) => asObject(each) ?? {}) : [];
};

/** Changes the status strategy to reject some conditions. */
const rejectingConditions = (isRejected: (condition: JsonObject, status: JsonObject) => boolean) =>
  subresourceOf("Deployment", "status", ({ validate }) => ({
    validate(object: ApiObject): Cause[] {
      const status = asObject(object.status) ?? {};
      const wrong = conditionsOf(object).some((condition) => isRejected(condition, status));
      const cause = {
        reason: "FieldValueInvalid",
        field: "status.conditions",
        message: "Invalid value: this cannot be so",
      } as const;
      return [...validate?.(object) ?? [], ...(wrong ? [cause] : [])];
    },
  }));

export const requestMutants = bugs({
  "deployments/selected-list-of-kind-list": {
    description: "A list of Deployments with `labelSelector` has the kind `List`.",
    reason: "The filter builds a new list of the generic kind.",
    breaks: "deployments.list-kind",
    install(parts) {
      changingJson(
        parts,
        ({ pathname, searchParams }) =>
          pathname.endsWith("/deployments") && searchParams.has("labelSelector"),
        (body) => body.kind === "DeploymentList" ? { ...body, kind: "List" } : body,
      );
    },
  },
  "deployments/status-kind": {
    description: "A GET of `/status` returns an object of kind `DeploymentStatus`.",
    reason: "The name of the schema of the status is used as the kind.",
    breaks: "deployments.status-get",
    install({ verbs }) {
      verbs(({ get }) => ({
        async get(registry, request) {
          const result = await get(registry, request);
          if (result.kind !== "object" || !isOfStatus(request)) return result;
          const object = { ...result.version.object, kind: "DeploymentStatus" };
          return { ...result, version: { ...result.version, object, encodings: new Map() } };
        },
      }));
    },
  },
  "deployments/status-put-needs-version": {
    description: "A PUT to `/status` without `resourceVersion` is rejected.",
    reason: "Controllers always send a resourceVersion, so it was made required.",
    breaks: "deployments.status-update",
    install({ verbs }) {
      verbs(({ update }) => ({
        update: (registry, request) =>
          update(
            registry,
            isOfStatus(request)
              ? { ...request, definition: { ...request.definition, needsVersion: true } }
              : request,
          ),
      }));
    },
  },
  "deployments/status-patch-accepted": {
    description: "A PATCH of `/status` is answered with 202.",
    reason: "Clients process a status later, so the write was considered asynchronous.",
    breaks: "deployments.status-patch",
    install({ verbs }) {
      verbs(({ patch }) => ({
        async patch(registry, request) {
          const result = await patch(registry, request);
          return result.kind === "object" && isOfStatus(request)
            ? { ...result, status: 202 }
            : result;
        },
      }));
    },
  },
  "deployments/available-needs-replicas": {
    description:
      "The condition `Available` with status `True` is rejected while `availableReplicas` is 0.",
    reason: "The two fields were required to agree, but a Deployment with 0 replicas is available.",
    breaks: "deployments.condition-true-accepted",
    install({ resource }) {
      resource(
        rejectingConditions(({ type, status }, { availableReplicas }) =>
          type === "Available" && status === "True" && !availableReplicas
        ),
      );
    },
  },
  "deployments/false-failure-rejected": {
    description: "The condition `ReplicaFailure` with status `False` is rejected.",
    reason: "The condition was expected to be removed when there is no failure.",
    breaks: "deployments.condition-false-accepted",
    install({ resource }) {
      resource(
        rejectingConditions(({ type, status }) => type === "ReplicaFailure" && status === "False"),
      );
    },
  },
  "deployments/condition-status-case-insensitive": {
    description: "A condition status is accepted in any case, such as `true` or `TRUE`.",
    reason: "Values are compared without case, as header fields are.",
    breaks: "deployments.condition-status-other-rejected",
    install({ resource }) {
      const words = ["true", "false", "unknown"];
      const isWord = (object: unknown, index: number) =>
        words.includes(String(conditionsOf(object)[index]?.status).toLowerCase());
      resource(subresourceOf(
        "Deployment",
        "status",
        ignoringCauses(({ field }, object) =>
          isWord(object, Number(/\[(\d+)\]\.status$/.exec(field)?.[1]))
        ),
      ));
    },
  },
  "deployments/single-condition-without-type": {
    description: "A condition without `type` is accepted if it is the only condition.",
    reason: "The type was considered necessary only to distinguish conditions.",
    breaks: "deployments.condition-type-required",
    install({ writer }) {
      writer(({ missingFields }) => ({
        missingFields: (object, schema) =>
          missingFields(object, schema).filter(({ field }) =>
            field !== "status.conditions[0].type" || conditionsOf(object).length > 1
          ),
      }));
    },
  },
  "deployments/condition-unknown-by-default": {
    description: "A condition without `status` gets the status `Unknown`.",
    reason: "An unspecified status was considered unknown.",
    breaks: "deployments.condition-status-required",
    install({ writer }) {
      writer(({ setDefaults }) => ({
        setDefaults(value, schema, context) {
          if (asObject(value)?.kind === "Deployment") {
            for (const condition of conditionsOf(value)) condition.status ??= "Unknown";
          }
          return setDefaults(value, schema, context);
        },
      }));
    },
  },
  "deployments/recreate-gets-bounds": {
    description: "`rollingUpdate` gets its defaults with strategy type `Recreate`, too.",
    reason: "Defaults are applied to the whole tree without looking at `type`.",
    breaks: [
      "deployments.rolling-update-with-its-type-only",
      "deployments.rolling-update-with-recreate-rejected",
    ],
    install({ resource, writer }) {
      writer(({ setDefaults }) => ({
        setDefaults(value, schema, context) {
          const object = asObject(value);
          const strategy = asObject(asObject(object?.spec)?.strategy);
          if (object?.kind === "Deployment" && strategy) strategy.rollingUpdate ??= {};
          return setDefaults(value, schema, context);
        },
      }));
      resource(strategyOf(
        "Deployment",
        ignoringCauses(({ field }) => field === "spec.strategy.rollingUpdate"),
      ));
    },
  },
  "deployments/paused-with-both-zero": {
    description: "A paused Deployment may have `maxSurge` and `maxUnavailable` both 0.",
    reason: "A paused rollout makes no progress anyway.",
    breaks: ["deployments.both-zero-rejected", "deployments.both-zero-percent-rejected"],
    install({ resource }) {
      resource(strategyOf(
        "Deployment",
        ignoringCauses(({ message }, object) =>
          message.includes("0 when") && asObject(object.spec)?.paused === true
        ),
      ));
    },
  },
});
