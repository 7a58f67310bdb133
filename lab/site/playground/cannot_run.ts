/**
 * The checks that a browser cannot run, with the reasons.
 *
 * @module
 */

/** The reasons by the ids of checks. */
export const CANNOT_RUN: Readonly<Record<string, string>> = {
  "watch/sent-in-chunks": "a browser does not show how a response was sent",
};
