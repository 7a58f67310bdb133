/**
 * A request of the access scenario.
 *
 * @module
 */
import type { JsonObject } from "../../../../server/object.ts";
import type { JsonRequest } from "../../../client/send.ts";

/** A request and, if the reference server answers differently from real ones, why and what. */
export interface Case extends JsonRequest {
  readonly name: string;
  readonly differs?: {
    readonly why: string;
    /** Returns the reference server's answer for the real server's. */
    readonly answer: (target: JsonObject) => JsonObject;
  };
}

/** A POST of the administrator, unless `rest` names another user. */
export const post = (name: string, path: string, body: object, rest: Partial<Case> = {}): Case => ({
  name,
  method: "POST",
  path,
  body,
  ...rest,
});
