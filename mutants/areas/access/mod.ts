/**
 * Faults of permissions.
 *
 * @module
 */
import type { Fault } from "../../mutant.ts";
import { changeFaults } from "./changes.ts";
import { grantFaults } from "./grants.ts";
import { identityFaults } from "./identities.ts";
import { pathFaults } from "./paths.ts";
import { reviewFaults } from "./reviews.ts";
import { refusalFaults } from "./refusals.ts";
import { selfFaults } from "./self.ts";
import { verbFaults } from "./verbs.ts";

/** The faults, file by file. */
export const accessFaults: readonly Fault[] = [
  ...grantFaults,
  ...changeFaults,
  ...identityFaults,
  ...selfFaults,
  ...verbFaults,
  ...pathFaults,
  ...reviewFaults,
  ...refusalFaults,
];
