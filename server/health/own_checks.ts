/**
 * What this server looks at to tell whether it is well.
 *
 * @module
 */
import type { Registry } from "../registry/registry.ts";
import { storageKey } from "../registry/resource.ts";
import type { HealthCheck } from "./checks.ts";

/** Where there are namespaces, one of them is there from the start. */
const NAMESPACES = "/namespaces";

/** The checks, in the order they are told. */
export function healthChecks(
  { storage, stopped, definitions }: Pick<Registry, "storage" | "stopped" | "definitions">,
): readonly HealthCheck[] {
  const hasNamespaces = definitions.some((definition) => storageKey(definition) === NAMESPACES);
  return [
    { name: "ping", fault: () => undefined },
    {
      name: "storage",
      fault: () => storage.currentRevision() >= 1 ? undefined : "there is no revision",
    },
    {
      name: "poststarthook/initial-objects",
      fault: () =>
        hasNamespaces && storage.lastChange(NAMESPACES) === 0 ? "they were not created" : undefined,
    },
    {
      name: "shutdown",
      readinessOnly: true,
      fault: () => stopped.aborted ? "the server is ending" : undefined,
    },
  ];
}
