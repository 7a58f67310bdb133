/**
 * The APIServices of the API versions that this server serves itself, as real servers list them.
 *
 * @module
 */
import type { InitialObject } from "@plumbline/server/access";
import type { JsonObject } from "@plumbline/server/api";
import type { ResourceDefinition } from "@plumbline/server/resources";
import { localCondition } from "./api_service.ts";

/** The label of an APIService that the server itself creates, and when it does so. */
export const AUTOMANAGED = "kube-aggregator.kubernetes.io/automanaged";

/** The priorities of the groups of real servers, by the part of the name before the suffix. */
const GROUPS: Readonly<Record<string, number>> = {
  "": 18_000,
  apps: 17_800,
  events: 17_750,
  authentication: 17_700,
  authorization: 17_600,
  autoscaling: 17_500,
  batch: 17_400,
  certificates: 17_300,
  networking: 17_200,
  policy: 17_100,
  "rbac.authorization": 17_000,
  storage: 16_800,
  apiextensions: 16_700,
  admissionregistration: 16_700,
  scheduling: 16_600,
  coordination: 16_500,
  node: 16_300,
  discovery: 16_200,
  "flowcontrol.apiserver": 16_100,
};

/** The priorities of versions that are not 15, or 9 for one that is not stable. */
const VERSIONS: Readonly<Record<string, number>> = {
  "/v1": 1,
  "authentication/v1alpha1": 1,
  "autoscaling/v2": 30,
  "flowcontrol.apiserver/v1beta2": 15,
  "flowcontrol.apiserver/v1beta3": 18,
};

/** The priorities of what a CustomResourceDefinition defines. */
const CUSTOM = { groupPriorityMinimum: 1_000, versionPriority: 100 };

/** The group and version of a served resource. */
type Served = Pick<ResourceDefinition, "group" | "version">;

/** Returns the APIServices of built-in versions; the group of APIServices itself has none. */
export function localApiServices(
  definitions: readonly Served[],
  suffix: string,
  time: string,
): InitialObject[] {
  return distinct(definitions).filter(({ group }) => group !== `apiregistration.${suffix}`)
    .map((served) => {
      const group = served.group.replace(`.${suffix}`, "");
      const priority = GROUPS[group];
      if (priority === undefined) return apiService(served, CUSTOM, { suffix, time });
      const stable = /^v\d+$/.test(served.version) ? 15 : 9;
      const versionPriority = VERSIONS[`${group}/${served.version}`] ?? stable;
      return apiService(
        served,
        { groupPriorityMinimum: priority, versionPriority },
        { suffix, time },
      );
    });
}

/** Returns the APIServices of the versions that CustomResourceDefinitions define. */
export const customApiServices = (
  definitions: readonly Served[],
  suffix: string,
  time: string,
): InitialObject[] =>
  distinct(definitions).map((served) => apiService(served, CUSTOM, { suffix, time, when: "true" }));

/** Returns each group and version once. */
const distinct = (definitions: readonly Served[]): Served[] => [
  ...new Map(definitions.map((served) => [`${served.group}/${served.version}`, served])).values(),
];

function apiService(
  { group, version }: Served,
  priorities: JsonObject,
  { suffix, time, when = "onstart" }: { suffix: string; time: string; when?: string },
): InitialObject {
  return {
    apiVersion: `apiregistration.${suffix}/v1`,
    kind: "APIService",
    metadata: { name: `${version}.${group}`, labels: { [AUTOMANAGED]: when } },
    spec: { ...(group && { group }), version, ...priorities },
    status: { conditions: [localCondition(time)] },
  };
}
