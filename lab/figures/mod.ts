/**
 * The program behind `deno task figures`: writes the numbers and lists that documents take from the
 * code into their marked places.
 *
 * @module
 */
import { documents } from "./figures.ts";

if (import.meta.main) {
  const stale = (await documents()).filter(({ actual, expected }) => actual !== expected);
  for (const { path, expected } of stale) {
    await Deno.writeTextFile(new URL(`../../${path}`, import.meta.url), expected);
  }
  const lines = stale.length === 0
    ? ["All figures are up to date."]
    : stale.map(({ path }) => `updated ${path}`);
  Deno.stdout.writeSync(new TextEncoder().encode(`${lines.join("\n")}\n`));
}
