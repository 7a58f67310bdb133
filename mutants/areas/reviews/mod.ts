/**
 * Mutants of reviews.
 *
 * @module
 */
import { accessReviewMutants } from "./access_reviews.ts";
import { reviewEndpointMutants } from "./endpoints.ts";
import { identityReviewMutants } from "./identity.ts";
import { rulesReviewMutants } from "./rules_reviews.ts";

export const reviewsMutants = [
  ...accessReviewMutants,
  ...rulesReviewMutants,
  ...reviewEndpointMutants,
  ...identityReviewMutants,
];
