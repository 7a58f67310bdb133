/**
 * The requirements of the area `secrets`.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const SECRET = "Secret (core group, version `v1`)";
const LIMITS = "Limits";

/** Statements by id. */
export const secrets = {
  "secrets.data-kept": {
    chapter: SECRET,
    statement: "The values of data are bytes: any of them come back as they were sent.",
    level: "must",
  },
  "secrets.data-is-base64": {
    chapter: SECRET,
    statement: "A value of data that is no base64 is refused.",
    level: "must",
  },
  "secrets.data-array-refused": {
    chapter: SECRET,
    statement: "A value of data that is an array, of no or of some numbers, is refused.",
    level: "must",
  },
  "secrets.key-alphanumerics": {
    chapter: SECRET,
    statement: "A key of data may be of letters and digits.",
    level: "must",
  },
  "secrets.key-dash": {
    chapter: SECRET,
    statement: "A key of data may have a dash in it.",
    level: "must",
  },
  "secrets.key-underscore": {
    chapter: SECRET,
    statement: "A key of data may have an underscore in it.",
    level: "must",
  },
  "secrets.key-dot": {
    chapter: SECRET,
    statement: "A key of data may have a dot in it.",
    level: "must",
  },
  "secrets.key-other-refused": {
    chapter: SECRET,
    statement: "A key of data with any other character in it is refused.",
    level: "must",
  },
  "secrets.string-data-key-other-refused": {
    chapter: SECRET,
    statement: "A key of stringData with a character that data's keys may not have is refused.",
    level: "must",
  },
  "secrets.key-empty-refused": {
    chapter: SECRET,
    statement: "An empty key of data is refused.",
    level: "convention",
  },
  "secrets.string-data-merged": {
    chapter: SECRET,
    statement: "Each text of stringData becomes a value of data: its bytes in UTF-8.",
    level: "must",
  },
  "secrets.string-data-overwrites": {
    chapter: SECRET,
    statement: "A text of stringData takes the place of data's value under the same key.",
    level: "must",
  },
  "secrets.string-data-leaves-others": {
    chapter: SECRET,
    statement: "The values of data under other keys than those of stringData stay.",
    level: "must",
  },
  "secrets.string-data-never-answered": {
    chapter: SECRET,
    statement: "No answer to a write shows stringData.",
    level: "convention",
  },
  "secrets.string-data-never-returned": {
    chapter: SECRET,
    statement: "No get and no list shows stringData.",
    level: "must",
  },
  "secrets.string-data-never-watched": {
    chapter: SECRET,
    statement: "No watch shows stringData.",
    level: "must",
  },
  "secrets.immutable-default-unset": {
    chapter: SECRET,
    statement: "Where immutable was not given, a secret does not show it.",
    level: "must",
  },
  "secrets.immutable-kept": {
    chapter: SECRET,
    statement: "The value that was given for immutable comes back.",
    level: "must",
  },
  "secrets.immutable-holds-update": {
    chapter: SECRET,
    statement: "An update that changes an immutable secret's data is refused.",
    level: "must",
  },
  "secrets.immutable-holds-patch": {
    chapter: SECRET,
    statement: "A patch that changes an immutable secret's data is refused.",
    level: "must",
  },
  "secrets.immutable-holds-string-data": {
    chapter: SECRET,
    statement: "A write of stringData that changes an immutable secret's data is refused.",
    level: "must",
  },
  "secrets.immutable-data-stays": {
    chapter: SECRET,
    statement: "An immutable secret's data is the same after every write that was to change it.",
    level: "must",
  },
  "secrets.immutable-metadata-free": {
    chapter: SECRET,
    statement: "The metadata of an immutable secret can be updated.",
    level: "must",
  },
  "secrets.immutable-for-good": {
    chapter: SECRET,
    statement: "An immutable secret cannot be made mutable again.",
    level: "must",
  },
  "secrets.immutable-may-be-deleted": {
    chapter: SECRET,
    statement: "An immutable secret can be deleted.",
    level: "convention",
  },
  "secrets.mutable-data-updated": {
    chapter: SECRET,
    statement: "While immutable is unset or false, data can be updated.",
    level: "must",
  },
  "secrets.type-kept": {
    chapter: SECRET,
    statement: "A type of any words that was given comes back.",
    level: "must",
  },
  "secrets.type-default-opaque": {
    chapter: SECRET,
    statement: "A secret without a type is of the type Opaque.",
    level: "convention",
  },
  "secrets.type-fixed": {
    chapter: SECRET,
    statement: "A change of a secret's type is refused.",
    level: "convention",
  },
  "secrets.size-bounded": {
    chapter: LIMITS,
    statement: "Values of data that total more than 1 MiB are refused.",
    level: "convention",
  },
  "secrets.size-is-of-the-total": {
    chapter: LIMITS,
    statement: "It is the total of data's values that is bounded, not each of them.",
    level: "convention",
  },
  "secrets.size-room": {
    chapter: LIMITS,
    statement: "Values of data that total 512 KiB are accepted.",
    level: "convention",
  },
  "secrets.list-kind": {
    chapter: SECRET,
    statement: "A list of secrets is a SecretList with metadata and an array of items.",
    level: "must",
  },
} as const satisfies Readonly<Record<string, Requirement>>;
