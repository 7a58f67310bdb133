/**
 * Reads the address and credentials of a server from a kubeconfig file.
 *
 * @module
 */
import { parse } from "@std/yaml";
import { ConfigurationError, readText } from "./configuration.ts";

/** The server and credentials of a kubeconfig context. */
export interface KubeconfigAccess {
  readonly url: string;
  /** The user's name within the file. */
  readonly user: string;
  readonly token?: string;
  /** The authority to trust, in PEM. */
  readonly caCertificate?: string;
  readonly clientCertificate?: { readonly certificate: string; readonly key: string };
  readonly namespace?: string;
  /** The file asks for certificates not to be verified. */
  readonly insecure: boolean;
}

/** Part of a YAML document. */
type Fields = { readonly [field: string]: unknown };

/**
 * Reads a context of a kubeconfig file, by default the current one.
 *
 * @param given A token that stands in for the credentials of the file.
 * @throws {ConfigurationError} when the file or the context cannot be read, or the user
 * authenticates in a way other than a token or a client certificate
 */
export async function readKubeconfig(
  path: string,
  context?: string,
  given?: string,
): Promise<KubeconfigAccess> {
  const config = parseFile(path, await readText(path, `the kubeconfig ${path}`));
  const name = context ?? config["current-context"];
  if (typeof name !== "string" || name === "") {
    throw new ConfigurationError(`Cannot choose a context of ${path} as it has no current one`);
  }
  const { cluster: clusterName, user: userName, namespace } = entry(config, "context", name, path);
  const cluster = entry(config, "cluster", clusterName, path);
  const user = entry(config, "user", userName, path);
  if (typeof cluster.server !== "string") {
    throw new ConfigurationError(`Cannot use cluster "${clusterName}" of ${path}: no server`);
  }
  for (const [field, advice] of UNSUPPORTED) {
    const value = cluster[field];
    if (value === undefined || value === "") continue;
    throw new ConfigurationError(
      `Cannot use cluster "${clusterName}" of ${path}: its ${field} "${value}" is not supported. ${advice}`,
    );
  }
  const embedded = (fields: Fields, field: string) => embeddedText(fields, field, path);
  const token = given ?? user.token ?? await embedded(user, "tokenFile");
  const caCertificate = await embedded(cluster, "certificate-authority");
  const certificate = await embedded(user, "client-certificate");
  const key = await embedded(user, "client-key");
  if (token === undefined && (certificate === undefined || key === undefined)) {
    throw new ConfigurationError(
      `Cannot use user "${userName}" of ${path} as it has neither a token nor a client certificate. Give ` +
        "--token TOKEN, such as that of `kubectl create token`",
    );
  }
  return {
    url: cluster.server.replace(/\/+$/, ""),
    user: String(userName),
    ...(token !== undefined && { token: String(token).trim() }),
    ...(caCertificate !== undefined && { caCertificate }),
    ...(certificate !== undefined && key !== undefined &&
      { clientCertificate: { certificate, key } }),
    ...(typeof namespace === "string" && namespace !== "" && { namespace }),
    insecure: cluster["insecure-skip-tls-verify"] === true,
  };
}

/** The fields of a cluster without which its server is not reached, and what to do. */
const UNSUPPORTED = [
  ["proxy-url", "Run this where the server is reached without it"],
  ["tls-server-name", "Give the server a URL with that name"],
] as const;

function parseFile(path: string, text: string): Fields {
  try {
    const config = parse(text);
    if (isFields(config)) return config;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new ConfigurationError(`Cannot read ${path} as YAML: ${error.message}`);
  }
  throw new ConfigurationError(`Cannot read ${path} as a kubeconfig: it must be a map`);
}

/** The entry of a list such as `clusters` that has this name. */
function entry(config: Fields, kind: string, name: unknown, path: string): Fields {
  const list = config[`${kind}s`];
  const found = Array.isArray(list)
    ? list.find((one) => isFields(one) && one.name === name)
    : undefined;
  if (!isFields(found) || !isFields(found[kind])) {
    throw new ConfigurationError(`Cannot find the ${kind} "${name}" in ${path}`);
  }
  return found[kind];
}

/** A field that is either there as base64 (`…-data`) or names a file beside the kubeconfig. */
async function embeddedText(
  fields: Fields,
  field: string,
  kubeconfig: string,
): Promise<string | undefined> {
  const data = fields[`${field}-data`];
  if (typeof data === "string") {
    return new TextDecoder().decode(Uint8Array.fromBase64(data.replaceAll(/\s/g, "")));
  }
  const file = fields[field];
  if (typeof file !== "string") return undefined;
  const path = file.startsWith("/") ? file : kubeconfig.replace(/[^/]*$/, "") + file;
  return await readText(path, `the file ${path} that ${kubeconfig} names`);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
