/**
 * What this server looks at to tell whether it is well.
 *
 * @module
 */
import type { Registry } from "../registry/contracts.ts";
import { type ResourceDefinition, storageKey } from "../registry/resource.ts";
import type { HealthCheck } from "./checks.ts";

/** Where there are namespaces, one of them is there from the start. */
const NAMESPACES = "/namespaces";

/**
 * The checks, in the order they are told.
 *
 * @param definitions the resources that are served when somebody asks
 */
export function healthChecks(
  { storage, stopped }: Pick<Registry, "storage" | "stopped">,
  definitions: () => readonly ResourceDefinition[],
): readonly HealthCheck[] {
  const hasNamespaces = () =>
    definitions().some((definition) => storageKey(definition) === NAMESPACES);
  return [
    { name: "ping", fault: () => undefined },
    {
      name: "storage",
      fault: () => storage.currentRevision() >= 1 ? undefined : "there is no revision",
    },
    {
      name: "poststarthook/initial-objects",
      fault: () =>
        storage.lastChange(NAMESPACES) === 0 && hasNamespaces()
          ? "they were not created"
          : undefined,
    },
    {
      name: "shutdown",
      readinessOnly: true,
      fault: () => stopped.aborted ? "the server is ending" : undefined,
    },
  ];
}
