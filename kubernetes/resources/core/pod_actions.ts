/**
 * What a POST does to a Pod: a binding puts it on a node, an eviction deletes it if the budgets allow.
 *
 * @module
 */
import { ApiError, type ApiObject, conflict, type JsonObject } from "@plumbline/server/api";
import { timestamp } from "@plumbline/server/parts";
import {
  type Action,
  type ActionContext,
  asObject,
  at,
  listAt,
  numberAt,
  type ResourceDefinition,
  textAt,
} from "@plumbline/server/resources";
import { labelPredicate, requiredCause } from "@plumbline/server/rules";

const virtual = (group: string, kind: string): Omit<ResourceDefinition, "strategy"> => ({
  group,
  version: "v1",
  kind,
  resource: `${kind.toLowerCase()}s`,
  singular: kind.toLowerCase(),
  namespaced: true,
});

/** `binding`: puts a Pod on the node that its target names. */
export const binding: Action = {
  definition: {
    ...virtual("", "Binding"),
    strategy: {
      validate: (sent) => textAt(sent, "target.name") === "" ? [requiredCause("target.name")] : [],
    },
  },
  async perform(sent, context) {
    const nodeName = textAt(sent, "target.name");
    await context.change((pod) => {
      if (textAt(pod, "spec.nodeName") !== "") {
        const why = `pod ${context.name} is already assigned to node "${
          textAt(pod, "spec.nodeName")
        }"`;
        throw conflict({ group: "", resource: "pods/binding" }, context.name, why);
      }
      return bound(pod, nodeName, sent.metadata.annotations, context.now);
    });
    return undefined;
  },
};

/** The resource `bindings`: a POST puts the Pod with the name of the object on a node. */
export const bindings: ResourceDefinition = {
  ...binding.definition,
  // Never called, as the object acts on another one.
  answer: (sent) => Promise.resolve(sent),
  actsOn: { resource: "/pods", action: binding },
};

function bound(
  pod: ApiObject,
  nodeName: string,
  annotations: Readonly<Record<string, string>> | undefined,
  now: number,
): ApiObject {
  const others = listAt(pod, "status.conditions").filter(({ type }) => type !== "PodScheduled");
  const scheduled = {
    type: "PodScheduled",
    status: "True",
    lastProbeTime: null,
    lastTransitionTime: timestamp(now),
  };
  return {
    ...pod,
    metadata: {
      ...pod.metadata,
      ...(annotations && { annotations: { ...pod.metadata.annotations, ...annotations } }),
    },
    spec: { ...asObject(pod.spec), nodeName },
    status: { ...asObject(pod.status), conditions: [...others, scheduled] },
  };
}

/** `eviction`: deletes a Pod unless a PodDisruptionBudget forbids it. */
export const eviction: Action = {
  definition: { ...virtual("policy", "Eviction"), strategy: {} },
  async perform(sent, context) {
    const pod = await context.read();
    const phase = textAt(pod, "status.phase");
    const counts = !["Pending", "Succeeded", "Failed"].includes(phase) &&
      pod.metadata.deletionTimestamp === undefined;
    if (counts) await takeDisruption(pod, context);
    await context.remove(asObject(sent.deleteOptions));
    return undefined;
  },
};

/** Takes a disruption from the budget of a Pod, if it has one. */
async function takeDisruption(pod: ApiObject, context: ActionContext): Promise<void> {
  const resource = "policy/poddisruptionbudgets";
  const budgets = await context.list({ resource, namespace: context.namespace });
  const own = budgets.filter((budget) => {
    const selector = asObject(at(budget, "spec.selector"));
    return selector !== undefined && labelPredicate(selector)(pod.metadata.labels ?? {});
  });
  const [budget, ...others] = own;
  if (budget === undefined) return;
  if (others.length > 0) {
    const why =
      "This pod has more than one PodDisruptionBudget, which the eviction does not support.";
    throw new ApiError("InternalError", why);
  }
  const allowed = numberAt(budget, "status.disruptionsAllowed");
  const isObserved =
    numberAt(budget, "status.observedGeneration") >= (budget.metadata.generation ?? 0);
  if (allowed <= 0 || !isObserved) throw budgetForbids(budget);
  const status: JsonObject = {
    ...asObject(budget.status),
    disruptionsAllowed: allowed - 1,
    disruptedPods: {
      ...asObject(at(budget, "status.disruptedPods")),
      [context.name]: timestamp(context.now),
    },
  };
  const { name, namespace = "" } = budget.metadata;
  await context.replace({ resource, namespace, name }, { ...budget, status });
}

function budgetForbids(budget: ApiObject): ApiError {
  const { name } = budget.metadata;
  const needs = numberAt(budget, "status.desiredHealthy");
  const has = numberAt(budget, "status.currentHealthy");
  return new ApiError(
    "TooManyRequests",
    "Cannot evict pod as it would violate the pod's disruption budget.",
    {
      causes: [{
        reason: "DisruptionBudget",
        message:
          `The disruption budget ${name} needs ${needs} healthy pods and has ${has} currently`,
      }],
    },
  );
}
