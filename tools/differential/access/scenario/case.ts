/**
 * A request of the scenario, and what stands beside it.
 *
 * @module
 */
import type { JsonObject } from "../../../../server/object.ts";
import type { JsonRequest } from "../../client.ts";

/** A request and, where the answer differs from the peer's, why, and what it is. */
export interface Case extends JsonRequest {
  readonly name: string;
  readonly differs?: {
    readonly why: string;
    /** Plumbline's answer, made of the peer's. */
    readonly answer: (peer: JsonObject) => JsonObject;
  };
}

/** A POST by the administrator, unless the rest says otherwise. */
export const post = (name: string, path: string, body: object, rest: Partial<Case> = {}): Case => ({
  name,
  method: "POST",
  path,
  body,
  ...rest,
});
