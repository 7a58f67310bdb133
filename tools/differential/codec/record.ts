/**
 * Keeps what a peer answered, so that a comparison holds where no peer is at hand.
 *
 * @module
 */

/** Writes items, one a line, to the file named by the option `--record`, if there is one. */
export async function record(options: readonly string[], items: readonly unknown[]): Promise<void> {
  const at = options.indexOf("--record");
  if (at < 0) return;
  const lines = items.map((item) => JSON.stringify(item));
  await Deno.writeTextFile(options[at + 1]!, `[\n${lines.join(",\n")}\n]\n`);
}

/** Says how a comparison went. */
export async function say(line: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(`${line}\n`));
}
