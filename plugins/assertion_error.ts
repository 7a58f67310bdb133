/**
 * The error of an expectation that is not met.
 *
 * @module
 */

/** An expectation about requests that is not met. */
export class AssertionError extends Error {
  override readonly name = "AssertionError";
}
