/**
 * The refusal of content that cannot be owned field by field.
 *
 * @module
 */
import { displayPath, type PathElement } from "./path_element.ts";

/** Content does not have the structure its schema tells of. */
export class StructureError extends Error {
  override readonly name = "StructureError";

  /** Tells what is wrong at a path. */
  constructor(path: readonly PathElement[], what: string) {
    super(`${displayPath(path) || "."}: ${what}`);
  }
}
