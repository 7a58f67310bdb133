/**
 * The command line that reaches the same target again, without anybody's token in it.
 *
 * @module
 */
import type { ConnectOptions } from "../../suites/client/connect.ts";

/** `deno task check` with the options that say where the target is and who asks. */
export function targetCommand(options: ConnectOptions, faults: readonly string[] = []): string {
  const { url, dialect, token, kubeconfig, context, ca, insecure, identities, namespace } = options;
  const words = ["deno task check"];
  if (url !== undefined) words.push(word(url));
  if (dialect !== undefined) words.push(`--dialect ${dialect}`);
  if (kubeconfig !== undefined) words.push(`--kubeconfig ${word(kubeconfig)}`);
  if (context !== undefined) words.push(`--context ${word(context)}`);
  if (ca !== undefined) words.push(`--ca ${word(ca)}`);
  if (insecure) words.push("--insecure");
  if (namespace !== undefined) words.push(`--namespace ${word(namespace)}`);
  if (options.defaultConfiguration) words.push("--default-configuration");
  if (token !== undefined) words.push('--token "$TOKEN"');
  for (const { name } of identities ?? []) words.push(`--identity "${name}=$${variable(name)}"`);
  words.push(...faults.map((id) => `--fault ${id}`));
  return words.join(" ");
}

function variable(name: string): string {
  return `TOKEN_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_")}`;
}

/** The text as one word of a shell, in quotes only where it needs them. */
function word(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
