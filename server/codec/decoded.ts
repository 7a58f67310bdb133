/**
 * The result of decoding a body.
 *
 * @module
 */
import type { JsonObject } from "../object.ts";

/** A decoded object and the fields of the body that it does not have. */
export interface Decoded {
  readonly object: JsonObject;
  /** The fields that are not in the schema, for example `spec.template.foo`. */
  readonly unknown: readonly string[];
  /** The known fields that occur more than once in their object. */
  readonly duplicates: readonly string[];
  /** True if the metadata had another form than the decoded one, which no read shows. */
  readonly isReformed?: boolean;
}
