/**
 * The requirements of the area `negotiation`.
 *
 * @module
 */
import { ENDPOINTS, NEGOTIATION, OPERATIONS, TABLE } from "../../chapters.ts";
import type { RequirementGroup } from "../../requirement.ts";

/** The requirements, by chapter and level. */
export const requirements = [
  [NEGOTIATION.must, {
    "negotiation.json-by-default":
      "With `Accept: */*` the response is JSON, and so it is with `Accept: application/*` unless that gets 406.",
    "negotiation.json-for-every-type":
      "Every built-in resource type can be read as JSON, with the parameter `charset=utf-8` as well.",
  }, { harm: "availability" }],
  [NEGOTIATION.must, {
    "negotiation.json-content-type": "A JSON response has the `Content-Type` `application/json`.",
  }],
  [TABLE.must, {
    "negotiation.table-get": "A get can return a Table.",
    "negotiation.table-list": "A list can return a Table.",
    "negotiation.table-kind": "If a Table is requested, the response has `kind` `Table`.",
    "negotiation.table-api-version":
      "A Table has the `apiVersion` of version `v1` of the meta group.",
    "negotiation.table-default-cells":
      "The default columns show the name and the `creationTimestamp` of each object.",
  }],
  [TABLE.must, {
    "negotiation.table-columns": "Each column definition of a Table has a `name` and a `type`.",
    "negotiation.table-default-column-types":
      "Of the two default columns, `Name` has the type `string` and `Created At` the type `date`.",
    "negotiation.table-default-for-roles":
      "Roles and ClusterRoles, which define no columns of their own, have the two default columns.",
  }, { harm: "detail" }],
  [TABLE.convention, {
    "negotiation.table-rows": "A Table has one row for each object.",
    "negotiation.table-include-object":
      "A row of a Table has the metadata of its object, with `includeObject=Object` all of it and with `None` nothing; another value is rejected.",
  }],
  [TABLE.must, {
    "negotiation.table-pages": "Paging through a list as Tables returns every object.",
  }],
  [TABLE.convention, {
    "negotiation.table-cells": "Each row of a Table has one cell for each column.",
  }, { harm: "detail" }],
  [TABLE.convention, {
    "negotiation.table-watch":
      "A watch that requests Tables receives each object as a Table with one row, the first with columns.",
  }],
  [TABLE.convention, {
    "negotiation.table-watch-events":
      "A watch that requests Tables sends the events of the one that requests objects, with the same types and metadata.",
  }, { harm: "data-loss" }],
  [NEGOTIATION.must, {
    "negotiation.not-acceptable": "A request that accepts no supported media type gets 406.",
  }],
  [NEGOTIATION.convention, {
    "negotiation.documents":
      "The documents that list API versions and resource types, and `/version`, are returned as JSON if it is among the accepted types, and with 406 if no supported type is.",
  }],
  [NEGOTIATION.must, {
    "negotiation.not-acceptable-changes-nothing": "A write that gets 406 changes nothing.",
  }, { harm: "data-loss" }],
  [NEGOTIATION.must, {
    "negotiation.json-without-accept": "Without an `Accept` header the response is JSON.",
  }, { harm: "availability" }],
  [NEGOTIATION.must, {
    "negotiation.encodings-independent":
      "A request in JSON can be answered in Protobuf, for every verb and type.",
  }, { feature: "protobuf", harm: "availability" }],
  [NEGOTIATION.convention, {
    "negotiation.quality-orders":
      "Of several accepted media types the one with the highest quality value is used.",
  }, { harm: "detail" }],
  [NEGOTIATION.must, {
    "negotiation.table-parameter-order":
      "The parameters `as`, `g` and `v` of the Table media type may have any order.",
    "negotiation.table-other-version":
      "A form other than Table, or another version of it, gets 406 if nothing else is accepted.",
  }, { feature: "table", harm: "detail" }],
  [NEGOTIATION.must, {
    "negotiation.some-acceptable-type":
      "A request that accepts several media types, of which at least one is supported, gets a response in one of them.",
  }, { harm: "availability" }],
  [NEGOTIATION.convention, {
    "negotiation.first-supported-type":
      "If a request accepts several supported media types, the first one is used.",
  }, { harm: "detail" }],
  [NEGOTIATION.must, {
    "negotiation.protobuf-served": "Every built-in type can be read as Protobuf.",
    "negotiation.protobuf-envelope":
      "A Protobuf body consists of the four magic bytes and an `Unknown` message.",
  }, { feature: "protobuf", harm: "availability" }],
  [NEGOTIATION.must, {
    "negotiation.protobuf-content-type":
      "A Protobuf response has the Protobuf media type as its `Content-Type`.",
    "negotiation.protobuf-type-meta":
      "The field `typeMeta` of the Protobuf envelope has the `apiVersion` and `kind` of the object in it.",
  }, { feature: "protobuf" }],
  [NEGOTIATION.must, {
    "negotiation.protobuf-raw":
      "The field `raw` of the Protobuf envelope contains the complete object.",
    "negotiation.protobuf-type-checked":
      "A Protobuf body whose envelope has another `apiVersion` or `kind` than the resource is rejected.",
  }, { feature: "protobuf", harm: "data-loss" }],
  [NEGOTIATION.must, {
    "negotiation.protobuf-encoding":
      "The fields `contentType` and `contentEncoding` of the Protobuf envelope are unset or those of Protobuf.",
  }, { feature: "protobuf", harm: "detail" }],
  [NEGOTIATION.convention, {
    "negotiation.protobuf-magic-required":
      "A Protobuf body that does not begin with the magic bytes is rejected.",
  }, { feature: "protobuf" }],
  [NEGOTIATION.convention, {
    "negotiation.error-in-any-form":
      "An error has the same status whether the request accepts JSON, YAML or Protobuf, and a body in this form or JSON.",
  }],
  [NEGOTIATION.must, {
    "negotiation.protobuf-accepted":
      "An object that was read as Protobuf can be sent back as Protobuf with the same meaning.",
    "negotiation.protobuf-envelope-read":
      "A Protobuf body is read whether its envelope states the Protobuf `contentType` or leaves it out, and in whatever order its fields are.",
  }, { feature: "protobuf", harm: "data-loss" }],
  [NEGOTIATION.convention, {
    "negotiation.yaml-served":
      "An object or a list can be read as YAML, with the same content as JSON.",
    "negotiation.yaml-accepted": "An object can be sent as YAML.",
  }, { feature: "yaml" }],
  [NEGOTIATION.convention, {
    "negotiation.unsupported-body-type": "A request body with an unsupported media type gets 415.",
  }],
  [NEGOTIATION.must, {
    "negotiation.unsupported-body-changes-nothing":
      "A write that is rejected for the media type of its body changes nothing.",
    "negotiation.json-spellings":
      "A JSON body means the same whether characters are escaped or not, with white space between its members, and in any order of members.",
  }, { harm: "data-loss" }],
  [NEGOTIATION.must, {
    "negotiation.content-type-parameters":
      "The media type of a body may have the parameter `charset=utf-8`.",
  }, { harm: "availability" }],
  [NEGOTIATION.must, {
    "negotiation.protobuf-types-checked":
      "A Protobuf body is rejected if a field has another wire type than in the schema, or if its end is missing.",
  }, { feature: "protobuf", harm: "data-loss" }],
  [NEGOTIATION.convention, {
    "negotiation.protobuf-watch":
      "A watch can be requested as Protobuf: it is a sequence of Protobuf messages.",
  }, { feature: "protobuf" }],
  [NEGOTIATION.convention, {
    "negotiation.protobuf-watch-events":
      "A watch that is requested as Protobuf sends the events of the one in JSON, with the same types and objects.",
  }, { feature: "protobuf", harm: "data-loss" }],
  [ENDPOINTS.must, {
    "negotiation.json-without-content-type": "A body without a `Content-Type` is read as JSON.",
    "negotiation.body-in-chunks":
      "A body that is sent in chunks, without a `Content-Length`, is read as one with it.",
  }, { harm: "availability" }],
  [OPERATIONS.must, {
    "negotiation.pretty-keeps-content":
      "The parameter `pretty` is accepted and changes the formatting of a response, not its content.",
  }, { harm: "detail" }],
  [NEGOTIATION.must, {
    "negotiation.protobuf-not-for-extensions":
      "Types that extensions define cannot be read as Protobuf.",
  }, {
    unchecked:
      "it needs a type that an extension defines, and the specification has no operation to define one",
  }],
  [NEGOTIATION.must, {
    "negotiation.protobuf-for-every-operation":
      "The response to every operation, reviews and deletions included, can be requested as Protobuf.",
  }, { feature: "protobuf", harm: "availability" }],
  [NEGOTIATION.must, {
    "negotiation.protobuf-reviews":
      "A review that is requested as Protobuf has the `spec` and `status` that it has in JSON.",
  }, { feature: "protobuf", harm: "security" }],
  [NEGOTIATION.convention, {
    "negotiation.yaml-reviews":
      "A review that is requested as YAML has the `spec` and `status` that it has in JSON.",
  }, { feature: "yaml", harm: "security" }],
  [NEGOTIATION.must, {
    "negotiation.protobuf-bodies":
      "A create, update, deletion or review with a body in Protobuf does the same as with one in JSON.",
  }, { feature: "protobuf", harm: "data-loss" }],
  [NEGOTIATION.convention, {
    "negotiation.yaml-for-every-operation":
      "The response to every operation, reviews and deletions included, can be requested as YAML.",
  }, { feature: "yaml", harm: "availability" }],
  [NEGOTIATION.convention, {
    "negotiation.yaml-bodies":
      "A create, update, deletion or review with a body in YAML does the same as with one in JSON.",
  }, { feature: "yaml", harm: "data-loss" }],
] as const satisfies readonly RequirementGroup[];
