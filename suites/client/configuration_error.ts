/**
 * The error for invalid configuration.
 *
 * @module
 */

/** Thrown when options or files that describe a run make no sense; the message says which. */
export class ConfigurationError extends Error {
  /** The class of the error. */
  override readonly name = "ConfigurationError";
}
