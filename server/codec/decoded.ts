/**
 * The result of decoding a body.
 *
 * @module
 */
import type { ApiError } from "../api_error.ts";
import type { JsonObject } from "../object.ts";

/** A value with the wrong format, or out of range. */
export interface MalformedValue {
  /** The field of the object that it is in, such as `spec`. */
  readonly field: string;
  readonly error: ApiError;
}

/** A decoded object and the fields of the body that it does not have. */
export interface Decoded {
  readonly object: JsonObject;
  /** The fields that are not in the schema, for example `spec.template.foo`. */
  readonly unknown: readonly string[];
  /** The known fields that occur more than once in their object. */
  readonly duplicates: readonly string[];
  /**
   * Values that no object can have, of a document whose formats are ignored; the first one of each
   * field of the object.
   */
  readonly malformed?: readonly MalformedValue[];
  /** True if the metadata had another form than the decoded one, which no read shows. */
  readonly isReformed?: boolean;
}
