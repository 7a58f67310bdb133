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
    statement: "Who accepts anything is answered in JSON.",
    level: "must",
  },
  "negotiation.json-for-every-type": {
    chapter: NEGOTIATION,
    statement: "Every resource type of the interface can be read as JSON.",
    level: "must",
  },
  "negotiation.json-content-type": {
    chapter: NEGOTIATION,
    statement: "An answer in JSON says so in its Content-Type.",
    level: "must",
  },
  "negotiation.table-get": {
    chapter: TABLE,
    statement: "A get can be answered with a Table.",
    level: "must",
    feature: "table",
  },
  "negotiation.table-list": {
    chapter: TABLE,
    statement: "A list can be answered with a Table.",
    level: "must",
    feature: "table",
  },
  "negotiation.table-kind": {
    chapter: TABLE,
    statement: "What is asked for as a Table has kind Table.",
    level: "must",
    feature: "table",
  },
  "negotiation.table-api-version": {
    chapter: TABLE,
    statement: "A Table has version v1 of the meta group as its apiVersion.",
    level: "must",
    feature: "table",
  },
  "negotiation.table-columns": {
    chapter: TABLE,
    statement: "Each column definition of a Table has a name and a type.",
    level: "must",
    feature: "table",
  },
  "negotiation.table-default-column-types": {
    chapter: TABLE,
    statement: "Of the two default columns, Name is a string and Created At a date.",
    level: "must",
    feature: "table",
  },
  "negotiation.table-default-cells": {
    chapter: TABLE,
    statement: "The default columns show each object's name and creationTimestamp.",
    level: "must",
    feature: "table",
  },
  "negotiation.table-default-for-roles": {
    chapter: TABLE,
    statement:
      "Roles and ClusterRoles, which define no columns, are shown in the two default ones.",
    level: "convention",
    feature: "table",
  },
  "negotiation.table-rows": {
    chapter: TABLE,
    statement: "A Table has one row for each object.",
    level: "convention",
    feature: "table",
  },
  "negotiation.table-pages": {
    chapter: TABLE,
    statement: "The pages of a list come to all of it when they are asked for as Tables.",
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
    statement: "A watch that asks for Tables is sent each object as a Table of one row.",
    level: "convention",
    feature: "table",
  },
  "negotiation.not-acceptable": {
    chapter: NEGOTIATION,
    statement: "Who accepts no media type that is supported is answered 406.",
    level: "must",
  },
  "negotiation.some-acceptable-type": {
    chapter: NEGOTIATION,
    statement: "Who accepts several types, one of them supported, is answered in one of them.",
    level: "must",
  },
  "negotiation.first-supported-type": {
    chapter: NEGOTIATION,
    statement: "Of several supported types the one named first is answered.",
    level: "convention",
  },
  "negotiation.protobuf-served": {
    chapter: NEGOTIATION,
    statement: "Every built-in type can be read in the Protobuf form.",
    level: "must",
    feature: "protobuf",
  },
  "negotiation.protobuf-content-type": {
    chapter: NEGOTIATION,
    statement: "An answer in the Protobuf form says so in its Content-Type.",
    level: "must",
    feature: "protobuf",
  },
  "negotiation.protobuf-envelope": {
    chapter: NEGOTIATION,
    statement: "The Protobuf form is the four magic bytes and an Unknown message behind them.",
    level: "must",
    feature: "protobuf",
  },
  "negotiation.protobuf-type-meta": {
    chapter: NEGOTIATION,
    statement: "The typeMeta of a Protobuf envelope bears apiVersion and kind of what it holds.",
    level: "must",
    feature: "protobuf",
  },
  "negotiation.protobuf-raw": {
    chapter: NEGOTIATION,
    statement: "The raw bytes of a Protobuf envelope are the complete object.",
    level: "must",
    feature: "protobuf",
  },
  "negotiation.protobuf-encoding": {
    chapter: NEGOTIATION,
    statement: "The envelope's content type and encoding are unset or those of the Protobuf form.",
    level: "must",
    feature: "protobuf",
  },
  "negotiation.protobuf-accepted": {
    chapter: NEGOTIATION,
    statement: "What was read in the Protobuf form can be sent back so, and means the same.",
    level: "must",
    feature: "protobuf",
  },
  "negotiation.yaml-served": {
    chapter: NEGOTIATION,
    statement: "What can be read as JSON can be read as YAML, and says the same.",
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
    statement: "A body of a media type that is not supported is answered 415.",
    level: "convention",
  },
  "negotiation.pretty-changes-no-content": {
    chapter: "Operation templates",
    statement: "The parameter pretty is taken, and changes how an answer looks, not what it says.",
    level: "must",
  },
  "negotiation.protobuf-not-for-extensions": {
    chapter: NEGOTIATION,
    statement: "Types that extensions define have no Protobuf form.",
    level: "must",
    unchecked:
      "it takes a type that an extension defines, and the interface has no operation that defines one",
  },
} as const satisfies Record<string, Requirement>;
