/**
 * The rules about texts for people.
 *
 * @module
 */
import { inFiles } from "./rule.ts";

/** Texts for people. That they are there, and name objects and fields, is checked elsewhere. */
export const MESSAGES = inFiles({
  "access/authentication.ts": ["badRequest(0)", "unauthorized(0)"],
  "access/authorization.ts": ["demand.why", "describeRequest", "reason"],
  "access/policy.ts": [
    "describeGrant",
    "unresolved",
    "subjectWarning",
    "label",
    "subjectErrors.push",
  ],
  "access/policy_rule.ts": ["describeRule"],
  "admission/namespace_lifecycle.ts": ["forbidden(2)", "why"],
  "admission/rbac_escalation.ts": ["lines", "unresolved", "forbidden(2)"],
  "api_error.ts": [
    "ApiError(1)",
    "conflict(2)",
    "TYPES",
    "withType",
    "invalid.errors",
    "invalid.list",
  ],
  "api_versions/api_version.ts": ["deprecationOf"],
  "apply/apply.ts": ["badRequest(0)", "conflict(2)", "message", "displayManager"],
  "codec/decode.ts": [
    ...[
      "wrongType.badRequest(0)",
      "wrongType.field",
      "formatError",
      "shown",
      "jsonTypeOf",
      "goTypeOf",
    ],
  ],
  "codec/json.ts": ["badRequest(0)"],
  "codec/patch.ts": ["badRequest(0)", "ApiError(1)", "Inapplicable(0)"],
  "codec/scalar.ts": ["describe", "NAMES", "badRequest(0)"],
  "codec/strategic_merge_patch.ts": ["mergeValue(3)"],
  "http/negotiation.ts": ["ApiError(1)"],
  "http/response.ts": ["badRequest(0)", "ApiError(1)"],
  "pipeline.ts": ["badRequest(0)"],
  "registry/continue_token.ts": ["badRequest(0)", "expired(0)"],
  "registry/delete.ts": ["conflict(2)"],
  "registry/list_options.ts": [
    "badRequest(0)",
    "invalidOption(2)",
    "message",
    "refusal.why",
    "misplaced",
  ],
  "registry/object_meta.ts": [
    ...["badRequest(0)", "conflict(2)", "cause(2)", "why", "namesOf"],
    ...["DNS_LABEL_MESSAGE", "DNS_SUBDOMAIN_MESSAGE", "QUALIFIED_NAME_MESSAGE"],
    ...["LABEL_VALUE_MESSAGE"],
  ],
  "registry/selector.ts": ["badRequest(0)"],
  "registry/storage_error.ts": ["expired(0)", "conflict(2)"],
  "registry/verbs.ts": ["badRequest(0)", "why"],
  "registry/write/content_steps.ts": ["badRequest(0)", "conflict(2)", "why", "message"],
  "registry/write/document.ts": ["ApiError(1)"],
  "registry/write/patches.ts": ["badRequest(0)"],
  "registry/write/sent_steps.ts": ["badRequest(0)", "rejected", "message", "unrecognized"],
  "registry/write/store_steps.ts": ["badRequest(0)"],
  "registry/write_options.ts": [
    ...["badRequest(0)", "ApiError(1)", "message", "check(2)"],
    "validateFieldValidation.words",
  ],
  "resources/deployment.ts": ["invalidCause(2)", "requiredCause(1)", "forbiddenCause(1)", "why"],
  "resources/field_causes.ts": ["message"],
  "kubernetes/resources/workload_rules.ts": ["invalidCause(2)", "requiredCause(1)", "why"],
  "resources/rbac.ts": ["message", "why", "wrong(1)", "wrong(2)"],
  "resources/reviews.ts": ["badRequest(0)", "message", "why", "except", "wrong(2)"],
  "resources/secret.ts": ["message", "unchangeable(1)"],
  "storage/memory_storage.ts": ["StorageError(1)"],
}, {
  kind: "allowed",
  reason: "The wording of a message for people is left open.",
});
