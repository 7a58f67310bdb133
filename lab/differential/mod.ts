/**
 * The differential program: compares the reference server with a real server of the same API, in
 * the `kubernetes` dialect. See `README.md`.
 *
 * @module
 */
import { runTool, UsageError } from "@plumbline/options";
import { print } from "../program/output.ts";
import { recordText } from "./comparison.ts";
import { COMPARISONS } from "./comparisons.ts";
import { DIFFERENTIAL_COMMAND, type Options, readOptions } from "./options.ts";
import { definitions } from "../requests/kinds/definitions.ts";
import { KIND_EXPLANATIONS } from "./kinds/explained.ts";
import { DEFINITION_EXPLANATIONS } from "./kinds/explained_definitions.ts";
import { kindsOfRelease } from "../requests/kinds/release.ts";
import { compare } from "./requests/compare.ts";
import { writeRecording } from "./requests/recording.ts";
import type { Pair } from "./requests/run.ts";
import { createNamespace, pairOf, realPeer, removeNamespace, startReference } from "./servers.ts";

Deno.exit(
  await runTool(DIFFERENTIAL_COMMAND, Deno.args, (given) => differential(readOptions(given))),
);

/** Returns the exit code: 0 if every difference is explained, 1 otherwise. */
async function differential(options: Options): Promise<number> {
  const real = await realPeer(options.url, options);
  const { server, target } = await startReference();
  try {
    const pair = await pairOf(target, real).catch((error) => {
      const why = unreachable(error);
      throw why === undefined ? error : new UsageError(`Cannot reach ${options.url}: ${why}`);
    });
    let isEqual = !options.compare.includes("requests") || await compareRequests(pair, options);
    if (options.compare.includes("kinds")) {
      const all = {
        ...pair,
        types: await kindsOfRelease(real, pair.types),
        together: 1,
        explanations: KIND_EXPLANATIONS,
      };
      isEqual = await compareRequests(all, options) && isEqual;
    }
    if (options.compare.includes("definitions")) {
      const made = await definitions([target, real], options.seed, print);
      try {
        const explanations = [...KIND_EXPLANATIONS, ...DEFINITION_EXPLANATIONS]
          .filter(({ id }) => id !== "owners-of-what-has-no-type");
        const all = { ...pair, types: made.types, together: 1, explanations };
        isEqual = await compareRequests(all, options) && isEqual;
      } finally {
        await made.remove();
      }
    }
    return await compareCases(pair, options) && isEqual ? 0 : 1;
  } finally {
    await server.close();
    real.client?.close();
  }
}

/** Compares sequences of requests. */
async function compareRequests(pair: Pair, options: Options): Promise<boolean> {
  const run = crypto.randomUUID().slice(0, 6);
  const namespace = `differential-${run}`;
  const { reference, real } = pair;
  await Promise.all([createNamespace(reference, namespace), createNamespace(real, namespace)]);
  try {
    const surroundings = { namespace, prefix: `s${run}`, say: print };
    const { isEqual, agreed } = await compare(pair, options, surroundings);
    if (options.record) writeRecording(options.record, { pair, namespace, agreed, options });
    return isEqual;
  } finally {
    await removeNamespace(real, namespace);
  }
}

/** Runs the other comparisons that were asked for; a difference ends one, not all. */
async function compareCases({ reference, real }: Pair, options: Options): Promise<boolean> {
  const { compare: names, seed, runs, kinds, record } = options;
  let isEqual = true;
  for (const { name, run } of COMPARISONS.filter(({ name }) => names.includes(name))) {
    try {
      print(`${name}: seed ${seed}`);
      const context = { reference, real, seed, report: print };
      const items = await run({ ...context, ...(runs && { runs }), ...(kinds && { kinds }) });
      if (!record) continue;
      await Deno.mkdir(record, { recursive: true });
      await Deno.writeTextFile(`${record}/${name}.json`, recordText(items));
    } catch (error) {
      print(`${name}: the servers differ: ${error instanceof Error ? error.message : error}`);
      isEqual = false;
    }
  }
  return isEqual;
}

/** Returns why a server does not answer, undefined if that is not the cause of the error. */
function unreachable(error: unknown): string | undefined {
  if (!(error instanceof TypeError && error.cause instanceof Error)) return undefined;
  return error.cause.message.replace(/^.*client error \([^)]*\): /, "");
}
