/**
 * Loaded before every test file by the test task: the properties of the tests draw the same cases in
 * every run, so that a change fails or lands for its own sake. `PLUMBLINE_TEST_SEED` selects other cases.
 *
 * @module
 */
import fc from "fast-check";

const asked = Deno.env.get("PLUMBLINE_TEST_SEED");
fc.configureGlobal({ seed: asked === undefined ? 1 : Number(asked) });
