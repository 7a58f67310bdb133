/**
 * Mutants of authorization.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { changeMutants } from "./changes.ts";
import { grantMutants } from "./grants.ts";
import { identityMutants } from "./identities.ts";
import { pathMutants } from "./paths.ts";
import { reviewMutants } from "./reviews.ts";
import { refusalMutants } from "./refusals.ts";
import { selfMutants } from "./self.ts";
import { verbMutants } from "./verbs.ts";

export const accessMutants: readonly Mutant[] = [
  ...grantMutants,
  ...changeMutants,
  ...identityMutants,
  ...selfMutants,
  ...verbMutants,
  ...pathMutants,
  ...reviewMutants,
  ...refusalMutants,
];
