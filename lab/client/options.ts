/**
 * Options by which a command line names a server.
 *
 * @module
 */
import { path, readTextOf, text, UsageError } from "@plumbline/options";
import { ConfigurationError } from "@plumbline/suites/client/configuration";
import { readKubeconfig } from "@plumbline/suites/client/kubeconfig";
import { ADMIN_TOKEN, type Target, targetAt } from "./target.ts";

/** The options beside the URL. */
export const TARGET_OPTIONS = {
  ca: path("FILE", "file of PEM certificates to verify the server with"),
  token: text("TOKEN", `bearer token of an administrator (default ${ADMIN_TOKEN})`),
  kubeconfig: path("FILE", "kubeconfig with certificates and a token, for --ca and --token"),
};

/** What the options may give. */
export interface TargetWords {
  readonly ca?: string | undefined;
  readonly token?: string | undefined;
  readonly kubeconfig?: string | undefined;
}

/** The certificates and the token of a server. */
export interface Credentials {
  /** In PEM. */
  readonly ca?: string | undefined;
  readonly token?: string | undefined;
}

/**
 * Returns a URL without a slash at its end.
 *
 * @throws {UsageError} if it is none
 */
export function readUrl(url: string): string {
  if (/^https?:\/\/[^/]/.test(url)) return url.replace(/\/$/, "");
  throw new UsageError(`Cannot use the URL "${url}". Give a URL such as https://host:port.`);
}

/**
 * Reads the files that the options name; `--ca` and `--token` come before the kubeconfig.
 *
 * @throws {UsageError} if one cannot be read, or the kubeconfig has no current context
 */
export async function readCredentials(
  { ca, token, kubeconfig }: TargetWords,
): Promise<Credentials> {
  const known = kubeconfig ? await credentialsIn(kubeconfig) : {};
  return {
    ca: ca ? await readTextOf(ca, "the certificates") : known.ca,
    token: token ?? known.token,
  };
}

/**
 * Returns the target of a command line.
 *
 * @param tokens the tokens of all users but an administrator that the options name
 */
export async function readTarget(
  url: string,
  words: TargetWords,
  tokens: Target["tokens"] = { admin: ADMIN_TOKEN },
): Promise<Target> {
  const { ca, token } = await readCredentials(words);
  return targetAt(readUrl(url), { tokens: { ...tokens, ...(token && { admin: token }) }, ca });
}

/** Returns the certificates and the token of the current context of a kubeconfig. */
async function credentialsIn(path: string): Promise<Credentials> {
  try {
    const { caCertificate, token } = await readKubeconfig(path);
    return { ca: caCertificate, token };
  } catch (error) {
    if (error instanceof ConfigurationError) throw new UsageError(error.message);
    throw error;
  }
}
