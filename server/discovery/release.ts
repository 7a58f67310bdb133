/**
 * The release of the interface that is served.
 *
 * @module
 */

import { minorOf, type Release } from "../api_versions/api_version.ts";

/** What `/version` says of the release. */
export const versionOf = (release: Release) => ({
  major: "1",
  minor: String(minorOf(release)),
  gitVersion: `v${release}.0+plumbline`,
});
