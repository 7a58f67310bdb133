/**
 * Version of the program and its suites.
 *
 * @module
 */
import project from "../deno.json" with { type: "json" };

/** Version in `deno.json`. */
export const VERSION: string = project.version;
