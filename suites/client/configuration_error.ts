/**
 * The error of whoever set a run up.
 *
 * @module
 */

/** Thrown when options or files that describe a run make no sense; the message says which. */
export class ConfigurationError extends Error {
  /** The class of the error. */
  override readonly name = "ConfigurationError";
}
