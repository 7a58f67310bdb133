/**
 * Faults of what a deployment's requests are answered, and of what is refused.
 *
 * @module
 */
import type { Cause } from "../../../server/api_error.ts";
import type { ApiObject, JsonObject } from "../../../server/object.ts";
import type { VerbRequest } from "../../../server/registry/registry.ts";
import { asObject } from "../../../server/registry/resource.ts";
import type { Mutant } from "../../mutant.ts";
import { answering, lenient, strategyOf, subresourceOf } from "../../changes.ts";

const isOfStatus = ({ context, definition }: VerbRequest): boolean =>
  definition.kind === "Deployment" && context.info.subresource === "status";

const conditionsOf = (object: unknown): JsonObject[] => {
  const conditions = asObject(asObject(object)?.status)?.conditions;
  return Array.isArray(conditions) ? conditions.map((each) => asObject(each) ?? {}) : [];
};

/** A status strategy that refuses some conditions. */
const asBadRequest = (refused: (condition: JsonObject, status: JsonObject) => boolean) =>
  subresourceOf("Deployment", "status", ({ validate }) => ({
    validate(object: ApiObject): Cause[] {
      const status = asObject(object.status) ?? {};
      const wrong = conditionsOf(object).some((condition) => refused(condition, status));
      const cause = {
        reason: "FieldValueInvalid",
        field: "status.conditions",
        message: "Invalid value: this cannot be so",
      } as const;
      return [...validate?.(object) ?? [], ...(wrong ? [cause] : [])];
    },
  }));

/** The faults. */
export const requestMutants: readonly Mutant[] = [
  {
    id: "deployments/selected-in-a-plain-list",
    area: "deployments",
    description: "A list of deployments by labels is of the kind List.",
    reason: "The filter makes a list of its own, of a kind that fits everything.",
    breaks: ["deployments.list-kind"],
    install(seams) {
      answering(
        seams,
        ({ pathname, searchParams }) =>
          pathname.endsWith("/deployments") && searchParams.has("labelSelector"),
        (body) => body.kind === "DeploymentList" ? { ...body, kind: "List" } : body,
      );
    },
  },
  {
    id: "deployments/status-is-a-kind",
    area: "deployments",
    description: "A GET of the status answers with an object of the kind DeploymentStatus.",
    reason: "The definitions have such a type, and its name was taken for that of the kind.",
    breaks: ["deployments.status-get"],
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
  {
    id: "deployments/status-put-needs-version",
    area: "deployments",
    description: "A PUT of the status without a resourceVersion is refused.",
    reason: "Controllers always know the version, so it was asked for.",
    breaks: ["deployments.status-update"],
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
  {
    id: "deployments/status-patch-accepted",
    area: "deployments",
    description: "A patch of the status is answered 202.",
    reason: "A status is taken up later by whoever watches, so it was thought to be under way.",
    breaks: ["deployments.status-patch"],
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
  {
    id: "deployments/available-needs-a-pod",
    area: "deployments",
    description: "A condition Available that is True is refused while no replica is available.",
    reason:
      "The two fields were held to agree, which a deployment of no replicas shows they need not.",
    breaks: ["deployments.condition-true-accepted"],
    install({ resource }) {
      resource(
        asBadRequest(({ type, status }, { availableReplicas }) =>
          type === "Available" && status === "True" && !availableReplicas
        ),
      );
    },
  },
  {
    id: "deployments/no-failure-no-condition",
    area: "deployments",
    description: "A condition ReplicaFailure that is False is refused.",
    reason: "The condition is there as long as there is a failure; that it may linger was missed.",
    breaks: ["deployments.condition-false-accepted"],
    install({ resource }) {
      resource(asBadRequest(({ type, status }) => type === "ReplicaFailure" && status === "False"));
    },
  },
  {
    id: "deployments/condition-words-in-any-case",
    area: "deployments",
    description: "A condition's status may be written `true` or `TRUE` too.",
    reason: "The words were compared as header fields are, without regard to case.",
    breaks: ["deployments.condition-status-other-refused"],
    install({ resource }) {
      const words = ["true", "false", "unknown"];
      const isWord = (object: unknown, index: number) =>
        words.includes(String(conditionsOf(object)[index]?.status).toLowerCase());
      resource(subresourceOf(
        "Deployment",
        "status",
        lenient(({ field }, object) =>
          isWord(object, Number(/\[(\d+)\]\.status$/.exec(field)?.[1]))
        ),
      ));
    },
  },
  {
    id: "deployments/lone-condition-needs-no-type",
    area: "deployments",
    description: "A condition without a type is accepted where it is the only one.",
    reason: "The type was thought to be there to tell conditions apart.",
    breaks: ["deployments.condition-type-required"],
    install({ steps }) {
      steps(({ missingFields }) => ({
        missingFields: (object, schema) =>
          missingFields(object, schema).filter(({ field }) =>
            field !== "status.conditions[0].type" || conditionsOf(object).length > 1
          ),
      }));
    },
  },
  {
    id: "deployments/condition-unknown-by-default",
    area: "deployments",
    description: "A condition without a status gets the status Unknown.",
    reason: "Of what nothing is said nothing is known.",
    breaks: ["deployments.condition-status-required"],
    install({ steps }) {
      steps(({ setDefaults }) => ({
        setDefaults(value, schema, context) {
          if (asObject(value)?.kind === "Deployment") {
            for (const condition of conditionsOf(value)) condition.status ??= "Unknown";
          }
          return setDefaults(value, schema, context);
        },
      }));
    },
  },
  {
    id: "deployments/recreate-gets-bounds",
    area: "deployments",
    description: "The bounds of a rolling update are filled in for the type Recreate too.",
    reason: "Defaults were filled in down the tree, whatever the type beside them says.",
    breaks: [
      "deployments.rolling-update-with-its-type-only",
      "deployments.rolling-update-with-recreate-refused",
    ],
    install({ resource, steps }) {
      steps(({ setDefaults }) => ({
        setDefaults(value, schema, context) {
          const object = asObject(value);
          const strategy = asObject(asObject(object?.spec)?.strategy);
          if (object?.kind === "Deployment" && strategy) strategy.rollingUpdate ??= {};
          return setDefaults(value, schema, context);
        },
      }));
      resource(strategyOf(
        "Deployment",
        lenient(({ field }) => field === "spec.strategy.rollingUpdate"),
      ));
    },
  },
  {
    id: "deployments/paused-may-be-stuck",
    area: "deployments",
    description: "While a deployment is paused its bounds may both be zero.",
    reason: "What does not move cannot be stuck; that it goes on some day was not thought of.",
    breaks: ["deployments.both-zero-refused", "deployments.both-zero-percent-refused"],
    install({ resource }) {
      resource(strategyOf(
        "Deployment",
        lenient(({ message }, object) =>
          message.includes("0 when") && asObject(object.spec)?.paused === true
        ),
      ));
    },
  },
];
