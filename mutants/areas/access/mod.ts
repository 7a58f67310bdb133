/**
 * Mutants of authorization.
 *
 * @module
 */
import { detailMutants } from "./details.ts";
import { forbiddenMutants } from "./forbidden.ts";
import { grantMutants } from "./grants.ts";
import { identityMutants } from "./identities.ts";
import { longListMutants } from "./long_lists.ts";
import { permissionMutants } from "./permissions.ts";
import { policyChangeMutants } from "./policy_changes.ts";
import { policyHistoryMutants } from "./policy_histories.ts";
import { reviewMutants } from "./reviews.ts";
import { roleChangeMutants } from "./role_changes.ts";

export const accessMutants = [
  ...grantMutants,
  ...roleChangeMutants,
  ...policyChangeMutants,
  ...identityMutants,
  ...permissionMutants,
  ...policyHistoryMutants,
  ...reviewMutants,
  ...forbiddenMutants,
  ...detailMutants,
  ...longListMutants,
];
