/**
 * The resources of the release that the specification does not describe.
 *
 * @module
 */
import { bindings } from "./core/pod_actions.ts";
import { apiServiceResource } from "./api_service.ts";
import { componentStatuses } from "./core/component_status.ts";
import { admissionPolicyResources } from "./admission_policies.ts";
import type { IssuedTokens } from "../access/issued_tokens.ts";
import { type Dialect, perDialect, type User } from "@plumbline/server/api";
import type { ResourceDefinition } from "@plumbline/server/resources";
import { controllerRevisions } from "./apps/controller_revision.ts";
import { daemonSets, replicaSets, statefulSets } from "./apps/workloads.ts";
import { horizontalPodAutoscalers } from "./autoscaling/horizontal_pod_autoscaler.ts";
import { cronJobs } from "./batch/cron_job.ts";
import { devices } from "./devices.ts";
import { jobs } from "./batch/job.ts";
import { certificateSigningRequests } from "./certificates.ts";
import { configMaps } from "./core/config_map.ts";
import { endpoints } from "./core/endpoints.ts";
import { coreEvents, groupEvents } from "./core/event.ts";
import { limitRanges, resourceQuotas } from "./core/limits.ts";
import { nodes } from "./core/node.ts";
import { pods } from "./core/pod.ts";
import { podTemplates, replicationControllers } from "./core/pod_template.ts";
import { serviceAccounts } from "./core/service_account.ts";
import { services } from "./core/service.ts";
import { persistentVolumeClaims, persistentVolumes } from "./core/volumes.ts";
import { withoutDisabledFields } from "./disabled_fields.ts";
import { networking } from "./networking.ts";
import { otherKinds } from "./other_kinds.ts";
import { podDisruptionBudgets } from "./policy.ts";
import { storage } from "./storage.ts";
import { tokenReviews } from "./token_review.ts";
import { withWarnings } from "./warnings.ts";

/** The built-in kinds to serve: all of the release, or those that the specification describes. */
export type Kinds = "all" | "specification";

/** The values of `Kinds`. */
export const KINDS: readonly Kinds[] = ["all", "specification"];

/** What knows the tokens of users. */
export interface TokenSources {
  /** The tokens of service accounts. */
  readonly tokens: IssuedTokens;
  /** Returns the user of a token, undefined for an unknown one. */
  userOf(token: string): User | undefined;
}

/** Returns the resources of the release beside those of the specification, in discovery's order. */
export const releaseDefinitions = (
  dialect: Dialect,
  { tokens, userOf }: TokenSources,
): readonly ResourceDefinition[] => [
  ...untilAccounts(dialect),
  serviceAccounts(dialect, tokens),
  ...afterAccounts(dialect),
  tokenReviews(dialect, userOf),
];

/** Returns definitions that know no tokens: all servers of a program share them. */
const shared = (definitions: (dialect: Dialect) => readonly ResourceDefinition[]) =>
  perDialect((dialect) =>
    withWarnings(
      definitions(dialect).map((definition) => withoutDisabledFields(definition, dialect)),
      dialect,
    )
  );

const untilAccounts = shared((dialect) => [
  bindings,
  componentStatuses,
  configMaps,
  endpoints,
  coreEvents,
  limitRanges,
  nodes(dialect),
  persistentVolumeClaims(dialect),
  persistentVolumes(dialect),
  pods(dialect),
  podTemplates,
  replicationControllers,
  resourceQuotas(dialect),
]);

const afterAccounts = shared((dialect) => [
  services(dialect),
  controllerRevisions,
  daemonSets,
  replicaSets,
  statefulSets(dialect),
  groupEvents(dialect),
  ...horizontalPodAutoscalers(dialect),
  cronJobs(dialect),
  jobs(dialect),
  certificateSigningRequests(dialect),
  ...networking(dialect),
  podDisruptionBudgets,
  ...storage(dialect),
  ...otherKinds(dialect),
  ...admissionPolicyResources(dialect),
  ...devices(dialect),
  apiServiceResource(dialect),
]);
