/**
 * Namespaces have what clusters put into each: the ServiceAccount `default`, and the ConfigMap
 * `kube-root-ca.crt`.
 *
 * @module
 */
import { fieldsOf, isEnding } from "./objects.ts";
import type { ObjectPlace, Player } from "./player.ts";

const ACCOUNT = "default";
const AUTHORITY = "kube-root-ca.crt";

/** Returns the namespace of an object, if it is the one that each namespace has. */
const namespaceOf = (wanted: string) =>
({ metadata: { name, namespace = "" } }: {
  readonly metadata: ObjectPlace;
}): readonly ObjectPlace[] => name === wanted ? [{ name: namespace }] : [];

/** The player. */
export const namespacesHaveDefaults = (): Player => ({
  name: "namespaces-have-defaults",
  for: "namespaces",
  watches: { serviceaccounts: namespaceOf(ACCOUNT), configmaps: namespaceOf(AUTHORITY) },
  async reconcile(object, server) {
    if (isEnding(fieldsOf(object))) return;
    const namespace = object.metadata.name;
    if (!await server.get("serviceaccounts", ACCOUNT, namespace)) {
      const metadata = { name: ACCOUNT, namespace };
      await server.create({ apiVersion: "v1", kind: "ServiceAccount", metadata });
    }
    if (!await server.get("configmaps", AUTHORITY, namespace)) {
      const metadata = { name: AUTHORITY, namespace };
      const data = { "ca.crt": await server.caCertificate() };
      await server.create({ apiVersion: "v1", kind: "ConfigMap", metadata, data });
    }
  },
});
