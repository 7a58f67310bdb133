/**
 * The resources of the specification. To add one, create its file and list it here.
 *
 * @module
 */
import { perDialect } from "../dialect.ts";
import type { ResourceDefinition } from "../registry/resource.ts";
import { csiStorageCapacities } from "./csi_storage_capacity.ts";
import { deployments } from "./deployment.ts";
import { flowSchemas } from "./flow_schema.ts";
import { namespace } from "./namespace.ts";
import { priorityLevelConfigurations } from "./priority_level.ts";
import { clusterRole, clusterRoleBinding, role, roleBinding } from "./rbac.ts";
import { secret } from "./secret.ts";

/** All resources, in the order of discovery. */
export const resourceDefinitions = perDialect((dialect): readonly ResourceDefinition[] => [
  namespace,
  secret,
  deployments(),
  clusterRole(dialect),
  clusterRoleBinding(dialect),
  role(dialect),
  roleBinding(dialect),
  ...flowSchemas(dialect),
  ...priorityLevelConfigurations(dialect),
  ...csiStorageCapacities(dialect),
]);
