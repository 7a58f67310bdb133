/**
 * The requirements of the area `negotiation`.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const NEGOTIATION = "Content negotiation";
const TABLE = "Table representation";

/** The requirements by id. */
export const requirements = {
  "negotiation.json-by-default": {
    chapter: NEGOTIATION,
    statement: "With `Accept: */*` the response is JSON.",
    level: "must",
  },
  "negotiation.json-for-every-type": {
    chapter: NEGOTIATION,
    statement: "Every built-in resource type can be read as JSON.",
    level: "must",
  },
  "negotiation.json-content-type": {
    chapter: NEGOTIATION,
    statement: "A JSON response has the `Content-Type` `application/json`.",
    level: "must",
  },
  "negotiation.table-get": {
    chapter: TABLE,
    statement: "A get can return a Table.",
    level: "must",
    feature: "table",
  },
  "negotiation.table-list": {
    chapter: TABLE,
    statement: "A list can return a Table.",
    level: "must",
    feature: "table",
  },
  "negotiation.table-kind": {
    chapter: TABLE,
    statement: "If a Table is requested, the response has `kind` `Table`.",
    level: "must",
    feature: "table",
  },
  "negotiation.table-api-version": {
    chapter: TABLE,
    statement: "A Table has the `apiVersion` of version `v1` of the meta group.",
    level: "must",
    feature: "table",
  },
  "negotiation.table-columns": {
    chapter: TABLE,
    statement: "Each column definition of a Table has a `name` and a `type`.",
    level: "must",
    feature: "table",
  },
  "negotiation.table-default-column-types": {
    chapter: TABLE,
    statement:
      "Of the two default columns, `Name` has the type `string` and `Created At` the type `date`.",
    level: "must",
    feature: "table",
  },
  "negotiation.table-default-cells": {
    chapter: TABLE,
    statement: "The default columns show the name and the `creationTimestamp` of each object.",
    level: "must",
    feature: "table",
  },
  "negotiation.table-default-for-roles": {
    chapter: TABLE,
    statement:
      "Roles and ClusterRoles, which define no columns of their own, have the two default columns.",
    level: "must",
    feature: "table",
  },
  "negotiation.table-rows": {
    chapter: TABLE,
    statement: "A Table has one row for each object.",
    level: "convention",
    feature: "table",
  },
  "negotiation.table-include-object": {
    chapter: TABLE,
    statement:
      "A row of a Table has the metadata of its object, with `includeObject=Object` all of it and with `None` nothing; another value is rejected.",
    level: "convention",
    feature: "table",
  },
  "negotiation.table-pages": {
    chapter: TABLE,
    statement: "Paging through a list as Tables returns every object.",
    level: "must",
    feature: "table",
  },
  "negotiation.table-cells": {
    chapter: TABLE,
    statement: "Each row of a Table has one cell for each column.",
    level: "convention",
    feature: "table",
  },
  "negotiation.table-watch": {
    chapter: TABLE,
    statement:
      "A watch that requests Tables receives each object as a Table with one row, the first with columns.",
    level: "convention",
    feature: "table",
  },
  "negotiation.not-acceptable": {
    chapter: NEGOTIATION,
    statement: "A request that accepts no supported media type gets 406.",
    level: "must",
  },
  "negotiation.documents": {
    chapter: NEGOTIATION,
    statement:
      "The documents that list API versions and resource types, and `/version`, are returned as JSON if it is among the accepted types, and with 406 if no supported type is.",
    level: "convention",
  },
  "negotiation.not-acceptable-changes-nothing": {
    chapter: NEGOTIATION,
    statement: "A write that gets 406 changes nothing.",
    level: "must",
  },
  "negotiation.json-without-accept": {
    chapter: NEGOTIATION,
    statement: "Without an `Accept` header the response is JSON.",
    level: "must",
  },
  "negotiation.encodings-independent": {
    chapter: NEGOTIATION,
    statement: "A request in JSON can be answered in Protobuf, for every verb and type.",
    level: "must",
    feature: "protobuf",
  },
  "negotiation.quality-orders": {
    chapter: NEGOTIATION,
    statement: "Of several accepted media types the one with the highest quality value is used.",
    level: "convention",
  },
  "negotiation.table-parameter-order": {
    chapter: NEGOTIATION,
    statement: "The parameters `as`, `g` and `v` of the Table media type may have any order.",
    level: "must",
    feature: "table",
  },
  "negotiation.table-other-version": {
    chapter: NEGOTIATION,
    statement:
      "A form other than Table, or another version of it, gets 406 if nothing else is accepted.",
    level: "must",
    feature: "table",
  },
  "negotiation.some-acceptable-type": {
    chapter: NEGOTIATION,
    statement:
      "A request that accepts several media types, of which at least one is supported, gets a response in one of them.",
    level: "must",
  },
  "negotiation.first-supported-type": {
    chapter: NEGOTIATION,
    statement: "If a request accepts several supported media types, the first one is used.",
    level: "convention",
  },
  "negotiation.protobuf-served": {
    chapter: NEGOTIATION,
    statement: "Every built-in type can be read as Protobuf.",
    level: "must",
    feature: "protobuf",
  },
  "negotiation.protobuf-content-type": {
    chapter: NEGOTIATION,
    statement: "A Protobuf response has the Protobuf media type as its `Content-Type`.",
    level: "must",
    feature: "protobuf",
  },
  "negotiation.protobuf-envelope": {
    chapter: NEGOTIATION,
    statement: "A Protobuf body consists of the four magic bytes and an `Unknown` message.",
    level: "must",
    feature: "protobuf",
  },
  "negotiation.protobuf-type-meta": {
    chapter: NEGOTIATION,
    statement:
      "The field `typeMeta` of the Protobuf envelope has the `apiVersion` and `kind` of the object in it.",
    level: "must",
    feature: "protobuf",
  },
  "negotiation.protobuf-raw": {
    chapter: NEGOTIATION,
    statement: "The field `raw` of the Protobuf envelope contains the complete object.",
    level: "must",
    feature: "protobuf",
  },
  "negotiation.protobuf-encoding": {
    chapter: NEGOTIATION,
    statement:
      "The fields `contentType` and `contentEncoding` of the Protobuf envelope are unset or those of Protobuf.",
    level: "must",
    feature: "protobuf",
  },
  "negotiation.protobuf-type-checked": {
    chapter: NEGOTIATION,
    statement:
      "A Protobuf body whose envelope has another `apiVersion` or `kind` than the resource is rejected.",
    level: "must",
    feature: "protobuf",
  },
  "negotiation.protobuf-magic-required": {
    chapter: NEGOTIATION,
    statement: "A Protobuf body that does not begin with the magic bytes is rejected.",
    level: "convention",
    feature: "protobuf",
  },
  "negotiation.error-in-any-form": {
    chapter: NEGOTIATION,
    statement:
      "An error has the same status whether the request accepts JSON, YAML or Protobuf, and a body in this form or JSON.",
    level: "convention",
  },
  "negotiation.protobuf-accepted": {
    chapter: NEGOTIATION,
    statement:
      "An object that was read as Protobuf can be sent back as Protobuf with the same meaning.",
    level: "must",
    feature: "protobuf",
  },
  "negotiation.yaml-served": {
    chapter: NEGOTIATION,
    statement: "An object or a list can be read as YAML, with the same content as JSON.",
    level: "convention",
    feature: "yaml",
  },
  "negotiation.yaml-accepted": {
    chapter: NEGOTIATION,
    statement: "An object can be sent as YAML.",
    level: "convention",
    feature: "yaml",
  },
  "negotiation.unsupported-body-type": {
    chapter: NEGOTIATION,
    statement: "A request body with an unsupported media type gets 415.",
    level: "convention",
  },
  "negotiation.unsupported-body-changes-nothing": {
    chapter: NEGOTIATION,
    statement: "A write that is rejected for the media type of its body changes nothing.",
    level: "must",
  },
  "negotiation.content-type-parameters": {
    chapter: NEGOTIATION,
    statement: "The media type of a body may have the parameter `charset=utf-8`.",
    level: "must",
  },
  "negotiation.json-spellings": {
    chapter: NEGOTIATION,
    statement:
      "A JSON body means the same whether characters are escaped or not, with white space between its members, and in any order of members.",
    level: "must",
  },
  "negotiation.protobuf-types-checked": {
    chapter: NEGOTIATION,
    statement:
      "A Protobuf body is rejected if a field has another wire type than in the schema, or if its end is missing.",
    level: "must",
    feature: "protobuf",
  },
  "negotiation.protobuf-watch": {
    chapter: NEGOTIATION,
    statement: "A watch can be requested as Protobuf: it is a sequence of Protobuf messages.",
    level: "convention",
    feature: "protobuf",
  },
  "negotiation.json-without-content-type": {
    chapter: "Endpoints",
    statement: "A body without a `Content-Type` is read as JSON.",
    level: "must",
  },
  "negotiation.pretty-keeps-content": {
    chapter: "Operation templates",
    statement:
      "The parameter `pretty` is accepted and changes the formatting of a response, not its content.",
    level: "must",
  },
  "negotiation.protobuf-not-for-extensions": {
    chapter: NEGOTIATION,
    statement: "Types that extensions define cannot be read as Protobuf.",
    level: "must",
    unchecked:
      "it needs a type that an extension defines, and the specification has no operation to define one",
  },
} as const satisfies Record<string, Requirement>;
