/**
 * Requests and answers as they are on the wire.
 *
 * @module
 */

/** A request as it goes over the wire. */
export interface WireRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly user: string;
  readonly accept: string;
  readonly contentType?: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** An answer as it came. */
export interface WireAnswer {
  readonly status: number;
  /** The media type without parameters, empty where there is none. */
  readonly mediaType: string;
  /** The body; what is Protobuf as the JSON text that says the same. */
  readonly text: string;
  /** The texts of the Warning header's items. */
  readonly warnings: readonly string[];
}
