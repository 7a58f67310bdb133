/**
 * The requirements of the area `secrets`.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const SECRET = "Secret (core group, version `v1`)";
const LIMITS = "Limits";

/** The requirements by id. */
export const requirements = {
  "secrets.data-kept": {
    chapter: SECRET,
    statement: "Values of `data` are arbitrary bytes and are returned as they were sent.",
    level: "must",
  },
  "secrets.data-is-base64": {
    chapter: SECRET,
    statement: "A value of `data` that is not valid base64 is rejected.",
    level: "must",
  },
  "secrets.data-array-rejected": {
    chapter: SECRET,
    statement: "A value of `data` that is a JSON array, empty or of numbers, is rejected.",
    level: "must",
  },
  "secrets.key-alphanumerics": {
    chapter: SECRET,
    statement: "A key of `data` may consist of letters and digits.",
    level: "must",
  },
  "secrets.key-dash": {
    chapter: SECRET,
    statement: "A key of `data` may contain `-`.",
    level: "must",
  },
  "secrets.key-underscore": {
    chapter: SECRET,
    statement: "A key of `data` may contain `_`.",
    level: "must",
  },
  "secrets.key-dot": {
    chapter: SECRET,
    statement: "A key of `data` may contain `.`.",
    level: "must",
  },
  "secrets.key-other-rejected": {
    chapter: SECRET,
    statement: "A key of `data` that contains any other character is rejected.",
    level: "must",
  },
  "secrets.string-data-key-other-rejected": {
    chapter: SECRET,
    statement:
      "A key of `stringData` that contains a character not permitted in keys of `data` is rejected.",
    level: "must",
  },
  "secrets.key-empty-rejected": {
    chapter: SECRET,
    statement: "An empty key of `data` is rejected.",
    level: "convention",
  },
  "secrets.string-data-merged": {
    chapter: SECRET,
    statement: "A string of `stringData` is stored in `data` as its UTF-8 bytes in base64.",
    level: "must",
  },
  "secrets.string-data-overwrites": {
    chapter: SECRET,
    statement: "A string of `stringData` overwrites the value of `data` with the same key.",
    level: "must",
  },
  "secrets.string-data-leaves-others": {
    chapter: SECRET,
    statement: "Writing `stringData` keeps the values of `data` with other keys.",
    level: "must",
  },
  "secrets.string-data-not-in-write-responses": {
    chapter: SECRET,
    statement: "The response to a write does not contain `stringData`.",
    level: "convention",
  },
  "secrets.string-data-not-in-reads": {
    chapter: SECRET,
    statement: "The responses of get and list do not contain `stringData`.",
    level: "must",
  },
  "secrets.string-data-not-in-watch-events": {
    chapter: SECRET,
    statement: "Watch events do not contain `stringData`.",
    level: "must",
  },
  "secrets.immutable-default-unset": {
    chapter: SECRET,
    statement: "If `immutable` is not given, the secret does not have it.",
    level: "must",
  },
  "secrets.immutable-kept": {
    chapter: SECRET,
    statement: "The value given for `immutable` is returned.",
    level: "must",
  },
  "secrets.immutable-rejects-update": {
    chapter: SECRET,
    statement: "An update that changes the `data` of an immutable secret is rejected.",
    level: "must",
  },
  "secrets.immutable-rejects-patch": {
    chapter: SECRET,
    statement: "A patch that changes the `data` of an immutable secret is rejected.",
    level: "must",
  },
  "secrets.immutable-rejects-string-data": {
    chapter: SECRET,
    statement:
      "A write of `stringData` that changes the `data` of an immutable secret is rejected.",
    level: "must",
  },
  "secrets.immutable-data-unchanged": {
    chapter: SECRET,
    statement: "A rejected write leaves the `data` of an immutable secret unchanged.",
    level: "must",
  },
  "secrets.immutable-metadata-updatable": {
    chapter: SECRET,
    statement: "The metadata of an immutable secret can be updated.",
    level: "must",
  },
  "secrets.immutable-cannot-be-unset": {
    chapter: SECRET,
    statement: "Unsetting `immutable` or setting it to false is rejected.",
    level: "must",
  },
  "secrets.immutable-type-fixed": {
    chapter: SECRET,
    statement: "A write that changes the `type` of an immutable secret is rejected.",
    level: "must",
  },
  "secrets.immutable-may-be-deleted": {
    chapter: SECRET,
    statement: "An immutable secret can be deleted.",
    level: "convention",
  },
  "secrets.update-replaces-data": {
    chapter: SECRET,
    statement: "An update replaces `data`: a key that it leaves out is gone.",
    level: "must",
  },
  "secrets.mutable-data-updated": {
    chapter: SECRET,
    statement: "While `immutable` is unset or false, `data` can be updated.",
    level: "must",
  },
  "secrets.type-kept": {
    chapter: SECRET,
    statement: "Any string given as `type` is returned.",
    level: "must",
  },
  "secrets.type-default-opaque": {
    chapter: SECRET,
    statement: "The default of `type` is `Opaque`.",
    level: "convention",
  },
  "secrets.type-fixed": {
    chapter: SECRET,
    statement: "An update that changes `type` is rejected.",
    level: "convention",
  },
  "secrets.size-bounded": {
    chapter: LIMITS,
    statement: "There is a maximum size: values of `data` of 32 MiB are rejected.",
    level: "must",
  },
  "secrets.size-limit": {
    chapter: LIMITS,
    statement: "Values of `data` of more than 1 MiB in total are rejected.",
    level: "convention",
  },
  "secrets.size-limit-applies-to-total": {
    chapter: LIMITS,
    statement: "The size limit applies to the total of all values of `data`, not to each value.",
    level: "convention",
  },
  "secrets.size-below-limit-accepted": {
    chapter: LIMITS,
    statement: "Values of `data` of 512 KiB in total are accepted.",
    level: "convention",
  },
  "secrets.list-kind": {
    chapter: SECRET,
    statement: "A list of secrets is a `SecretList` with `metadata` and an array of `items`.",
    level: "must",
  },
} as const satisfies Readonly<Record<string, Requirement>>;
