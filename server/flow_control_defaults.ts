/**
 * The mandatory flow-control objects: the exemption of administrators, and the catch-all. The
 * specification does not show them; real servers have them from their start.
 *
 * @module
 */
import type { InitialObject } from "./access/bootstrap_policy.ts";
import type { Dialect } from "./dialect.ts";
import type { JsonObject } from "./object.ts";

const ANYTHING: JsonObject = {
  resourceRules: [{
    verbs: ["*"],
    apiGroups: ["*"],
    resources: ["*"],
    clusterScope: true,
    namespaces: ["*"],
  }],
  nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
};

/** Returns the objects, created at a time such as `2026-01-01T00:00:00Z`. */
export function mandatoryFlowControl({ suffix }: Dialect, time: string): InitialObject[] {
  const apiVersion = `flowcontrol.apiserver.${suffix}/v1beta3`;
  const object = (kind: string, name: string, rest: JsonObject): InitialObject => ({
    apiVersion,
    kind,
    metadata: {
      name,
      generation: 1,
      annotations: { "apf.kubernetes.io/autoupdate-spec": "true" },
    },
    ...rest,
  });
  const level = (name: string, spec: JsonObject) =>
    object("PriorityLevelConfiguration", name, { spec, status: {} });
  const schema = (name: string, groups: string[], rest: JsonObject) => {
    const subjects = groups.map((group) => ({ kind: "Group", group: { name: group } }));
    const condition = {
      type: "Dangling",
      status: "False",
      lastTransitionTime: time,
      reason: "Found",
      message: `The PriorityLevelConfiguration "${name}" that this FlowSchema names exists`,
    };
    return object("FlowSchema", name, {
      spec: {
        priorityLevelConfiguration: { name },
        ...rest,
        rules: [{ subjects, ...ANYTHING }],
      },
      status: { conditions: [condition] },
    });
  };
  return [
    level("exempt", { type: "Exempt" }),
    level("catch-all", {
      type: "Limited",
      limited: {
        nominalConcurrencyShares: 5,
        limitResponse: { type: "Reject" },
        lendablePercent: 0,
      },
    }),
    schema("exempt", ["system:masters"], { matchingPrecedence: 1 }),
    schema("catch-all", ["system:unauthenticated", "system:authenticated"], {
      matchingPrecedence: 10000,
      distinguisherMethod: { type: "ByUser" },
    }),
  ];
}
