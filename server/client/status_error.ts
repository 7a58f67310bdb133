/**
 * The error of a request that the server rejected.
 *
 * @module
 */
import type { JsonObject } from "../object.ts";

/** A request that the server rejected; the message ends with that of the Status. */
export class StatusError extends Error {
  /** The name of the error class. */
  override readonly name = "StatusError";
  /** The HTTP status, for example 404. */
  readonly code: number;
  /** The reason of the Status, for example `NotFound`. */
  readonly reason: string;
  /** The Status. */
  readonly status: Readonly<Record<string, unknown>>;

  /** Creates the error of a response; `action` is what failed, for example `create Secret "a"`. */
  constructor(action: string, code: number, status: JsonObject) {
    super(`Cannot ${action}: ${status.message ?? `the server answered ${code}`}`);
    this.code = code;
    this.reason = String(status.reason ?? "");
    this.status = status;
  }
}
