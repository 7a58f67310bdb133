/**
 * The requirements of the area `secrets`.
 *
 * @module
 */
import { LIMITS, SECRET } from "../../chapters.ts";
import type { RequirementGroup } from "../../requirement.ts";

/** The requirements, by chapter and level. */
export const requirements = [
  [SECRET.must, {
    "secrets.data-kept": "Values of `data` are arbitrary bytes and are returned as they were sent.",
    "secrets.data-is-base64": "A value of `data` that is not valid base64 is rejected.",
    "secrets.data-array-rejected":
      "A value of `data` that is a JSON array, empty or of numbers, is rejected.",
  }, { harm: "data-loss" }],
  [SECRET.convention, {
    "secrets.data-encoding":
      "A value of `data` is returned without bits beyond its last byte and without line breaks.",
  }, { harm: "detail" }],
  [SECRET.must, {
    "secrets.key-alphanumerics": "A key of `data` may consist of letters and digits.",
    "secrets.key-dash": "A key of `data` may contain `-`.",
    "secrets.key-underscore": "A key of `data` may contain `_`.",
    "secrets.key-dot": "A key of `data` may contain `.`.",
  }, { harm: "availability" }],
  [SECRET.must, {
    "secrets.key-other-rejected": "A key of `data` that contains any other character is rejected.",
    "secrets.string-data-key-other-rejected":
      "A key of `stringData` that contains a character not permitted in keys of `data` is rejected.",
  }],
  [SECRET.convention, {
    "secrets.key-empty-rejected": "An empty key of `data` is rejected.",
  }],
  [SECRET.must, {
    "secrets.string-data-merged":
      "A string of `stringData` is stored in `data` as its UTF-8 bytes in base64.",
    "secrets.string-data-overwrites":
      "A string of `stringData` overwrites the value of `data` with the same key.",
    "secrets.string-data-leaves-others":
      "Writing `stringData` keeps the values of `data` with other keys.",
  }, { harm: "data-loss" }],
  [SECRET.convention, {
    "secrets.string-data-not-in-write-responses":
      "The response to a write does not contain `stringData`.",
  }],
  [SECRET.must, {
    "secrets.string-data-not-in-reads":
      "The responses of get and list do not contain `stringData`.",
    "secrets.string-data-not-in-watch-events": "Watch events do not contain `stringData`.",
    "secrets.immutable-default-unset": "If `immutable` is not given, the secret does not have it.",
  }],
  [SECRET.must, {
    "secrets.immutable-kept": "The value given for `immutable` is returned.",
    "secrets.immutable-rejects-update":
      "An update that changes the `data` of an immutable secret is rejected.",
    "secrets.immutable-rejects-patch":
      "A patch that changes the `data` of an immutable secret is rejected.",
    "secrets.immutable-rejects-string-data":
      "A write of `stringData` that changes the `data` of an immutable secret is rejected.",
    "secrets.immutable-data-unchanged":
      "A rejected write leaves the `data` of an immutable secret unchanged.",
    "secrets.immutable-cannot-be-unset":
      "Unsetting `immutable` or setting it to false is rejected.",
    "secrets.immutable-type-fixed":
      "A write that changes the `type` of an immutable secret is rejected.",
  }, { harm: "data-loss" }],
  [SECRET.must, {
    "secrets.immutable-metadata-updatable": "The metadata of an immutable secret can be updated.",
  }, { harm: "availability" }],
  [SECRET.convention, {
    "secrets.immutable-may-be-deleted": "An immutable secret can be deleted.",
  }, { harm: "availability" }],
  [SECRET.must, {
    "secrets.update-replaces-data": "An update replaces `data`: a key that it leaves out is gone.",
    "secrets.type-kept": "Any string given as `type` is returned.",
  }, { harm: "data-loss" }],
  [SECRET.must, {
    "secrets.mutable-data-updated": "While `immutable` is unset or false, `data` can be updated.",
  }, { harm: "availability" }],
  [SECRET.convention, {
    "secrets.type-default-opaque": "The default of `type` is `Opaque`.",
  }, { harm: "detail" }],
  [SECRET.convention, {
    "secrets.type-fixed": "An update that changes `type` is rejected.",
  }],
  [LIMITS.must, {
    "secrets.size-bounded": "There is a maximum size: values of `data` of 32 MiB are rejected.",
    "secrets.size-limit-of-growth":
      "An update or patch after which `data` would have a size that a create rejects as invalid is rejected.",
    "secrets.size-limit-applies-to-total":
      "A create is rejected if the values of `data` have more in total than one value that is rejected as invalid.",
  }, { harm: "availability" }],
  [LIMITS.convention, {
    "secrets.size-limit": "Values of `data` of more than 1 MiB in total are rejected.",
  }],
  [LIMITS.convention, {
    "secrets.size-below-limit-accepted":
      "Values of `data` of less than 1 MiB in total are accepted.",
  }, { harm: "availability" }],
  [SECRET.must, {
    "secrets.list-kind":
      "A list of secrets is a `SecretList` with `metadata` and an array of `items`.",
  }],
] as const satisfies readonly RequirementGroup[];
