/**
 * Runs commands of `kubectl` against a server.
 *
 * @module
 */
import { MANIFESTS } from "./manifests.ts";
import { KUBECTL_NAMESPACE } from "./commands.ts";
import { normalizeOutput } from "./normalize.ts";
import { wordsOf } from "./words.ts";

/** A server, and the folder that its commands run in. */
export interface ComparedServer {
  readonly folder: string;
  readonly url: string;
}

/** What a command did. */
export interface CommandOutcome {
  /** Exit code; 124 if it did not end in time. */
  readonly code: number;
  /** Standard output without generated values. */
  readonly output: string;
  /** Standard error without generated values. */
  readonly errors: string;
}

/** The most milliseconds that a command may take. */
const LIMIT = 30_000;

/** Returns a kubeconfig of one context. */
export const kubeconfigOf = (
  { url, ca, token, namespace }: {
    readonly url: string;
    readonly ca: string;
    readonly token: string;
    readonly namespace: string;
  },
): string =>
  JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "c", cluster: { server: url, "certificate-authority-data": btoa(ca) } }],
    users: [{ name: "admin", user: { token } }],
    contexts: [{ name: "admin", context: { cluster: "c", user: "admin", namespace } }],
    "current-context": "admin",
  });

/** Writes the files of the commands and a kubeconfig to a new folder. */
export async function prepareSide(
  server: { readonly url: string; readonly ca: string; readonly token: string },
): Promise<ComparedServer> {
  const folder = await Deno.makeTempDir({ prefix: "kubectl-" });
  const config = kubeconfigOf({ ...server, namespace: KUBECTL_NAMESPACE });
  await Deno.writeTextFile(`${folder}/kubeconfig`, config);
  for (const [name, text] of Object.entries(MANIFESTS)) {
    await Deno.writeTextFile(`${folder}/${name}`, text);
  }
  return { folder, url: server.url };
}

/** Runs one command. */
export async function runKubectl(
  program: string,
  { folder, url }: ComparedServer,
  command: string,
): Promise<CommandOutcome> {
  const signal = AbortSignal.timeout(LIMIT);
  const child = new Deno.Command(program, {
    args: wordsOf(command),
    cwd: folder,
    signal,
    env: {
      HOME: folder,
      KUBECONFIG: `${folder}/kubeconfig`,
      KUBE_EDITOR: "sed -i s/blue/green/",
    },
    stdout: "piped",
    stderr: "piped",
    stdin: "null",
  });
  const { code, stdout, stderr } = await child.output();
  const text = (bytes: Uint8Array) =>
    normalizeOutput(new TextDecoder().decode(bytes), [folder, url]);
  return { code: signal.aborted ? 124 : code, output: text(stdout), errors: text(stderr) };
}
