/**
 * The objects in the rows of Tables, which `includeObject` selects.
 *
 * @module
 */
import { enumerated } from "../../arbitraries/combinations.ts";
import { type Check, property } from "../../check.ts";
import type { Json } from "../../client/http_client.ts";
import { asObject, nameOf } from "../../model/object.ts";
import { describeResponse, expectError } from "../../session/violation.ts";
import { createObject, everyRead, mediaTypes, type ReadCase } from "./requests.ts";
import { verify } from "../../verify.ts";

/** Kinds of the objects in rows by `includeObject`; `whole` is the kind of the type. */
const KINDS: readonly (readonly [includeObject: string | undefined, kind: string | undefined])[] = [
  [undefined, "PartialObjectMetadata"],
  ["Metadata", "PartialObjectMetadata"],
  ["Object", "whole"],
  ["None", undefined],
];

/** Checks of the objects in rows. */
export const TABLE_OBJECTS: readonly Check[] = [
  property<ReadCase>({
    id: "negotiation/table-objects",
    title: "`includeObject` selects what the rows of a Table have of their objects",
    requirements: ["negotiation.table-include-object"],
    features: ["table"],
    ...enumerated(everyRead),
    run: async (scope, what) => {
      const requirement = "negotiation.table-include-object";
      const { type, object, read } = await createObject(scope, what);
      const headers = { accept: mediaTypes(scope.target.dialect).table };
      for (const [includeObject, kind] of KINDS) {
        const query = { ...read.query, ...(includeObject !== undefined && { includeObject }) };
        const response = await scope.send({ ...read, query, headers });
        const rows = asObject(response.json)?.rows;
        const shown = (Array.isArray(rows) ? rows : []).map((row) => asObject(row)?.object ?? null);
        const expected = kind === "whole" ? type.kind : kind;
        const isRight = (each: Json) =>
          expected === undefined
            ? each === null
            : asObject(each)?.kind === expected && nameOf(asObject(each)!) === nameOf(object);
        verify(requirement, {
          holds: response.status === 200 && shown.length === 1 && shown.every(isRight),
          expected: `one row with ${expected ?? "no object"} for includeObject=${includeObject}`,
          actual: `${describeResponse(response).slice(0, 100)}, rows with ${
            JSON.stringify(shown).slice(0, 300)
          }`,
        });
      }
      const query = { ...read.query, includeObject: "Plumbline" };
      expectError(requirement, await scope.send({ ...read, query, headers }));
    },
  }),
];
