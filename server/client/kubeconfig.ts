/**
 * Writes kubeconfig files.
 *
 * @module
 */
import { writeYaml } from "../codec/yaml.ts";

/** The server and users of a kubeconfig. */
export interface KubeconfigFacts {
  /** The URL of the server. */
  readonly url: string;
  /** The authority of its certificate, in PEM; absent without TLS. */
  readonly caCertificate?: string;
  /** The users: each has a context of its name. */
  readonly users: readonly { readonly name: string; readonly token: string }[];
  /** The user of the current context. @default {the first one} */
  readonly current?: string | undefined;
}

/** The name of the cluster. */
const CLUSTER = "plumbline";

/**
 * Returns a kubeconfig as YAML.
 *
 * @throws {RangeError} for a current user that is none of the users
 */
export function kubeconfigText({ url, caCertificate, users, current }: KubeconfigFacts): string {
  const user = current ?? users[0]?.name ?? "";
  if (!users.some(({ name }) => name === user)) {
    const names = users.map(({ name }) => name).join(", ");
    throw new RangeError(`Cannot find the user "${user}". Use one of ${names}`);
  }
  return writeYaml({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{
      name: CLUSTER,
      cluster: {
        server: url,
        ...(caCertificate !== undefined && { "certificate-authority-data": btoa(caCertificate) }),
      },
    }],
    users: users.map(({ name, token }) => ({ name, user: { token } })),
    contexts: users.map(({ name }) => ({ name, context: { cluster: CLUSTER, user: name } })),
    "current-context": user,
  });
}
