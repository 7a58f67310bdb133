/**
 * The area `resource-versions`: what a resourceVersion identifies, and what reads at a resourceVersion
 * return.
 *
 * @module
 */
import { type Area, defineArea } from "../../area.ts";
import { forAnyType, inSharedNamespaces, withAllCases } from "../../check.ts";
import { requirementsById } from "../../requirement.ts";
import { ANSWERED_VERSIONS } from "./answered_versions.ts";
import { CONCURRENT_READS } from "./concurrent_reads.ts";
import { EXPIRED_VERSIONS } from "./expired_versions.ts";
import { GETS } from "./gets.ts";
import { INVALID_PARAMETERS } from "./invalid_parameters.ts";
import { LIST_TABLE } from "./list_table.ts";
import { LIST_VERSIONS } from "./list_versions.ts";
import { OBJECT_LIFE } from "./object_life.ts";
import { PAST_SELECTORS } from "./past_selectors.ts";
import { PRECONDITIONS } from "./preconditions.ts";
import { WRITE_CONFLICTS } from "./write_conflicts.ts";
import { requirements } from "./requirements.ts";

/** The area `resource-versions`. */
export const resourceVersions: Area = defineArea({
  id: "resource-versions",
  requirements: requirementsById(requirements),
  checks: withAllCases(forAnyType([
    ...inSharedNamespaces([...OBJECT_LIFE, ...GETS]),
    ...LIST_TABLE,
    ...LIST_VERSIONS,
    ...CONCURRENT_READS,
    ...ANSWERED_VERSIONS,
    ...PAST_SELECTORS,
    ...inSharedNamespaces([...PRECONDITIONS, ...WRITE_CONFLICTS, ...INVALID_PARAMETERS]),
    ...EXPIRED_VERSIONS,
  ])),
});
