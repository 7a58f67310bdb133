/**
 * Formats the kubeconfig of a server.
 *
 * @module
 */
import { stringify } from "@std/yaml";
import type { RunningServer } from "../../server/mod.ts";

/** Returns a kubeconfig with a context per identity; the first one is the current context. */
export function kubeconfigText(
  { url, identities, caCertificate }: Pick<RunningServer, "url" | "identities" | "caCertificate">,
): string {
  const cluster = "plumbline";
  return stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{
      name: cluster,
      cluster: {
        server: url,
        ...(caCertificate !== undefined && { "certificate-authority-data": btoa(caCertificate) }),
      },
    }],
    users: identities.map(({ name, token }) => ({ name, user: { token } })),
    contexts: identities.map(({ name }) => ({ name, context: { cluster, user: name } })),
    "current-context": identities[0].name,
  });
}
