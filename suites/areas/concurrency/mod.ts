/**
 * The area `concurrency`: several clients write one object at the same time.
 *
 * @module
 */
import { type Area, defineArea } from "../../area.ts";
import { forAnyType, inSharedNamespaces } from "../../check.ts";
import { requirementsById } from "../../requirement.ts";
import { HISTORIES } from "./histories.ts";
import { LATE_READS } from "./late_reads.ts";
import { RACES } from "./races.ts";
import { requirements } from "./requirements.ts";

/** The area `concurrency`. */
export const concurrency: Area = defineArea({
  id: "concurrency",
  requirements: requirementsById(requirements),
  checks: inSharedNamespaces(forAnyType([...LATE_READS, ...HISTORIES, ...RACES])),
});
