/**
 * The release of the interface that is served.
 *
 * @module
 */

/** What `/version` says of itself. */
export const RELEASE = { major: "1", minor: "26", gitVersion: "v1.26.0+plumbline" };
