/**
 * Configurations that make no sense.
 *
 * @module
 */

/** Thrown for a configuration the server cannot start with; the message says what to change. */
export class ConfigurationError extends Error {
  /** Tells this error from others. */
  override readonly name = "ConfigurationError";
}
