/**
 * A request of the access scenario.
 *
 * @module
 */
import type { JsonObject } from "@plumbline/server/api";
import type { JsonRequest } from "../../../client/send.ts";
import { createOf } from "../../../requests/writes.ts";

/** A request and, if the reference server answers differently from real ones, why and what. */
export interface AccessCase extends JsonRequest {
  readonly differs?: {
    readonly why: string;
    /** Returns the reference server's answer for the real server's. */
    readonly answer: (target: JsonObject) => JsonObject;
  };
}

/** Requests by name. */
export type Cases = Readonly<Record<string, AccessCase>>;

/** A POST of the administrator, unless `rest` names another user. */
export const post = (path: string, body: object, rest: Partial<AccessCase> = {}): AccessCase => ({
  ...createOf(path, body),
  ...rest,
});
