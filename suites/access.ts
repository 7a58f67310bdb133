/**
 * The checks of the area `access`.
 *
 * @module
 */
import { AGGREGATION } from "./access/aggregation.ts";
import { CHANGES } from "./access/changes.ts";
import { ESCALATION } from "./access/escalation.ts";
import { FORBIDDEN } from "./access/forbidden.ts";
import { IDENTITIES } from "./access/identities.ts";
import { OWN_IDENTITY } from "./access/own_identity.ts";
import { PATHS } from "./access/paths.ts";
import { POLICIES } from "./access/policies.ts";
import { RULES_REVIEWS } from "./access/rules_reviews.ts";
import { STARS } from "./access/stars.ts";
import { SINGLE_VERBS } from "./access/verbs.ts";
import { WRITES_DECIDED } from "./access/writes.ts";
import type { Check } from "./check.ts";

/** All checks of the area. */
export const accessChecks: readonly Check[] = [
  ...POLICIES,
  ...SINGLE_VERBS,
  ...WRITES_DECIDED,
  ...CHANGES,
  ...PATHS,
  ...STARS,
  ...RULES_REVIEWS,
  ...FORBIDDEN,
  ...IDENTITIES,
  ...OWN_IDENTITY,
  ...ESCALATION,
  ...AGGREGATION,
];
