/**
 * Mutants of reviews.
 *
 * @module
 */
import type { Mutant } from "../../mutant.ts";
import { accessReviewMutants } from "./access_reviews.ts";
import { reviewEndpointMutants } from "./endpoints.ts";
import { rulesReviewMutants } from "./rules_reviews.ts";

export const reviewsMutants: readonly Mutant[] = [
  ...accessReviewMutants,
  ...rulesReviewMutants,
  ...reviewEndpointMutants,
];
