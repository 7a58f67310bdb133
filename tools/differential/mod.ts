/**
 * The differential run: the same generated requests to the reference server and to a real one, in
 * the `kubernetes` dialect; the first divergence is shrunk and printed. See `README.md`.
 *
 * @module
 */
import { runProgram, UsageError } from "../../command_line/mod.ts";
import { compare } from "./compare.ts";
import { DIFFERENTIAL_COMMAND, type Options, readOptions } from "./options.ts";
import { createNamespace, pairOf, realPeer, removeNamespace, startReference } from "./pair.ts";
import { writeRecording } from "./recording.ts";

Deno.exit(
  await runProgram(DIFFERENTIAL_COMMAND, Deno.args, (given) => differential(readOptions(given))),
);

/** Returns the exit code: 0 where all is explained, 1 where not. */
async function differential(options: Options): Promise<number> {
  const run = crypto.randomUUID().slice(0, 6);
  const namespace = `differential-${run}`;
  const real = await realPeer(options.url, options);
  const { server, peer } = await startReference();
  try {
    const pair = await pairOf(peer, real).catch((error) => {
      const why = unreachable(error);
      throw why === undefined ? error : new UsageError(`Cannot reach ${options.url}: ${why}`);
    });
    await Promise.all([createNamespace(peer, namespace), createNamespace(real, namespace)]);
    try {
      const { isEqual, agreed } = await compare(pair, options, {
        namespace,
        prefix: `s${run}`,
        say,
      });
      if (options.record) writeRecording(options.record, { pair, namespace, agreed, options });
      return isEqual ? 0 : 1;
    } finally {
      await removeNamespace(real, namespace);
    }
  } finally {
    await server.close();
    real.client?.close();
  }
}

/** Why the real server does not answer, where that is what is wrong. */
function unreachable(error: unknown): string | undefined {
  if (!(error instanceof TypeError && error.cause instanceof Error)) return undefined;
  return error.cause.message.replace(/^.*client error \([^)]*\): /, "");
}

function say(text: string): void {
  // deno-lint-ignore no-console -- a program's output
  console.log(text);
}
