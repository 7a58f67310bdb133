import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { parseCommandLine } from "@plumbline/options";
import type { ServerOptions } from "@plumbline/reference";
import { compare, type ComparisonResult } from "./compare.ts";
import { DIFFERENTIAL_COMMAND, type Options, readOptions } from "../options.ts";
import { createNamespace, pairOf, startReference } from "../servers.ts";
import { ACTIONS } from "../../requests/sequences/step.ts";

/** All actions but watches, which take a second each. */
const QUICK = ["--actions", ACTIONS.filter((action) => action !== "watch").join()];

/** Compares the reference server with another reference server. */
async function compareWith(
  other: ServerOptions,
  args: readonly string[],
): Promise<ComparisonResult & { readonly lines: readonly string[]; readonly options: Options }> {
  const [{ server, target }, real] = [await startReference(), await startReference(other)];
  const lines: string[] = [];
  try {
    const options = readOptions(
      parseCommandLine(DIFFERENTIAL_COMMAND, [real.server.url, ...QUICK, ...args]),
    );
    const namespace = "differential-test";
    for (const one of [target, real.target]) await createNamespace(one, namespace);
    const pair = await pairOf(target, real.target);
    const surroundings = { namespace, prefix: "s", say: (line: string) => void lines.push(line) };
    return { ...await compare(pair, options, surroundings), lines, options };
  } finally {
    await Promise.all([server.close(), real.server.close()]);
  }
}

Deno.test("two reference servers do not differ for any generated request", async () => {
  const { isEqual, requests, lines } = await compareWith({}, ["--requests", "250", "--seed", "1"]);
  assertEquals(lines.filter((line) => /^ +explained/.test(line)), []);
  assert(isEqual, lines.join("\n"));
  assert(requests >= 250);
});

/** A server that drops unknown fields without a warning. */
const SILENT: ServerOptions = { featureGates: { ServerSideFieldValidation: false } };

Deno.test("a difference is shrunk and printed with the command that reproduces it", async () => {
  const { isEqual, lines, options } = await compareWith(SILENT, ["--seed", "1"]);
  assert(!isEqual);
  const shown = lines.slice(lines.indexOf("the servers differ:") + 1, -1);
  assertEquals(shown.filter((line) => /^ +[A-Z]+ \//.test(line)).length, 1, shown.join("\n"));
  const command = lines.at(-1)!;
  assertStringIncludes(command, `to reproduce: deno task differential ${options.url}`);

  const [, path = ""] = / --seed 1 --path (\S+)$/.exec(command) ?? [];
  const again = await compareWith(SILENT, ["--seed", "1", "--path", path]);
  assert(!again.isEqual);
  assertEquals(again.requests, 0, "the first sequence reveals it");
});

Deno.test("a survey continues after a difference and prints one of each class", async () => {
  const args = ["--requests", "200", "--seed", "1", "--survey"];
  const { isEqual, requests, lines } = await compareWith(SILENT, args);
  assert(!isEqual);
  assert(requests >= 200);
  assert(lines.filter((line) => /^\d+ times: \w+ /.test(line)).length > 1);
});

Deno.test("ignored keys are not compared", async () => {
  const drawn = ["--kinds", "Secret", "--actions", "create,list", "--seed", "1"];
  const args = [...drawn, "--requests", "150", "--survey"];
  const uncounted: ServerOptions = { featureGates: { RemainingItemCount: false } };
  const counted = await compareWith(uncounted, args);
  assert(!counted.isEqual, counted.lines.join("\n"));
  const ignored = await compareWith(uncounted, [...args, "--ignore", "remainingItemCount"]);
  assert(ignored.isEqual, ignored.lines.join("\n"));
});
