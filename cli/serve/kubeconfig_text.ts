/**
 * Writes the kubeconfig of a server.
 *
 * @module
 */
import { stringify } from "@std/yaml";
import type { Server } from "../../server/mod.ts";

/** A kubeconfig with a context for everybody the server knows; the first one's is the current. */
export function kubeconfigText(
  { url, identities, caCertificate }: Pick<Server, "url" | "identities" | "caCertificate">,
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
