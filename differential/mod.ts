/**
 * The differential run: the same generated requests to the reference server and to a real one, in
 * the `kubernetes` dialect; the first divergence is shrunk and printed. See `README.md`.
 *
 * @module
 */
import { compare } from "./compare.ts";
import { type Options, readOptions, USAGE } from "./options.ts";
import { createNamespace, pairOf, realPeer, removeNamespace, startReference } from "./pair.ts";
import { writeRecording } from "./recording.ts";

Deno.exit(await main(Deno.args));

/** Returns the exit code: 0 where all is explained, 1 where not, 2 for wrong usage. */
async function main(args: readonly string[]): Promise<number> {
  let options: Options;
  try {
    options = readOptions(args);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    say(`${error.message}\n${USAGE}`);
    return 2;
  }
  const run = crypto.randomUUID().slice(0, 6);
  const namespace = `differential-${run}`;
  const { server, peer } = await startReference();
  const real = realPeer(options.url, options);
  try {
    const pair = await pairOf(peer, real);
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

function say(text: string): void {
  // deno-lint-ignore no-console -- a program's output
  console.log(text);
}
