/**
 * Prints the walk of a server-side apply: the modules of `server` that it goes through, and from how
 * many functions of other modules each is entered.
 *
 * ```sh
 * deno run -P=program lab/walk/mod.ts             # with --callers: from which
 * ```
 *
 * @module
 */
import { print } from "../program/output.ts";
import { walkOfApply } from "./walk.ts";

const { places, words, rules } = await walkOfApply();
const isVerbose = Deno.args.includes("--callers");
for (const [file, callers] of [...places].sort(([, a], [, b]) => b.size - a.size)) {
  print(`${String(callers.size).padStart(3)} ${file}`);
  if (isVerbose) { for (const caller of callers) print(`      from ${caller}`); }
}
const listed = (files: ReadonlySet<string>) => `${files.size}: ${[...files].sort().join(", ")}`;
print(`modules that go on to others: ${places.size}`);
print(`modules that only answer: ${listed(words)}`);
print(`modules of the kind's rules: ${listed(rules)}`);
