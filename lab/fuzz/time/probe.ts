/**
 * What the measurement of time sends: kinds of requests of any size.
 *
 * @module
 */

/** A request to measure. */
export interface ProbeRequest {
  readonly method: string;
  /** The path and query. */
  readonly path: string;
  readonly body?: string;
  /** The Content-Type. @default {"application/json"} */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The bearer token. @default {the administrator's} */
  readonly token?: string;
}

/** A kind of request that can be as large as one wants. */
export interface Probe {
  readonly name: string;
  /** The size to start at. @default {1000} */
  readonly from?: number;
  /** The largest size that means something, in whatever unit. @default {the limit of bodies} */
  readonly to?: number;
  /** Requests to send before, which are not measured. */
  readonly before?: (size: number) => readonly ProbeRequest[];
  /** Returns the request of a size. */
  readonly request: (size: number) => ProbeRequest;
}

/** The largest body that the server reads, in bytes. */
export const BODY_LIMIT = 3 * 1024 * 1024;

/** Returns a text of parts with their numbers, joined. */
export const joined = (size: number, part: (at: number) => string, separator = ","): string =>
  Array.from({ length: size }, (_, at) => part(at)).join(separator);
