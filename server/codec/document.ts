/**
 * A body that was read, whatever its format: the value, and what the text said besides.
 *
 * @module
 */
import { badRequest } from "../api_error.ts";
import type { Json } from "../object.ts";
import type { FieldPath } from "./field_path.ts";

/** A value with what was noticed while it was read. */
export interface ParsedDocument {
  /** The value; of a field that occurs twice it has the last. */
  readonly value: Json;
  /** Each field that occurs more than once in its object. */
  readonly duplicates: readonly FieldPath[];
  /** Whole numbers written with a fraction or an exponent: they are no integers. */
  readonly decimals: readonly FieldPath[];
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of a body. @throws {ApiError} BadRequest when it is not UTF-8 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw badRequest("Cannot read the body as it is not valid UTF-8");
  }
}
