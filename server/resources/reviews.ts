/**
 * The reviews: virtual resources that tell what somebody may do, or who somebody is (interface,
 * "Access-review resources").
 *
 * @module
 */
import type { Authorizer } from "../access/authorization.ts";
import type { Dialect } from "../dialect.ts";
import type { ResourceDefinition } from "../registry/resource.ts";
import type { Clock } from "../sources.ts";
import {
  answerAccess,
  answerOwnAccess,
  defaultToNamespace,
  validateAccess,
  validateLocalAccess,
  validateOwnAccess,
} from "./reviews_access.ts";
import { answerIdentity } from "./reviews_identity.ts";
import { answerRules } from "./reviews_rules.ts";

/** What the reviews ask. */
export interface ReviewSources {
  readonly authorizer: Authorizer;
  readonly clock: Pick<Clock, "now">;
}

/** All reviews, in the order discovery lists them. */
export function reviewDefinitions(
  { suffix }: Dialect,
  { authorizer, clock }: ReviewSources,
): readonly ResourceDefinition[] {
  const authorization = { group: `authorization.${suffix}`, version: "v1" };
  return [
    {
      ...authorization,
      ...names("LocalSubjectAccessReview"),
      namespaced: true,
      strategy: { applyDefaults: defaultToNamespace, validate: validateLocalAccess },
      answer: answerAccess(authorizer),
    },
    {
      ...authorization,
      ...names("SelfSubjectAccessReview"),
      namespaced: false,
      strategy: { validate: validateOwnAccess },
      answer: answerOwnAccess(authorizer),
    },
    {
      ...authorization,
      ...names("SelfSubjectRulesReview"),
      namespaced: false,
      strategy: {},
      answer: answerRules(authorizer),
    },
    {
      ...authorization,
      ...names("SubjectAccessReview"),
      namespaced: false,
      strategy: { validate: validateAccess },
      answer: answerAccess(authorizer),
    },
    {
      group: `authentication.${suffix}`,
      version: "v1alpha1",
      ...names("SelfSubjectReview"),
      namespaced: false,
      strategy: {},
      answer: answerIdentity(clock),
    },
  ];
}

const names = (kind: string) => ({
  kind,
  resource: `${kind.toLowerCase()}s`,
  singular: kind.toLowerCase(),
});
