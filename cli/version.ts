/**
 * The version of this program and its suites.
 *
 * @module
 */
import project from "../deno.json" with { type: "json" };

/** As `deno.json` says. */
export const VERSION: string = project.version;
