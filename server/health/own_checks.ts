/**
 * What this server looks at to tell whether it is well.
 *
 * @module
 */
import type { Registry } from "../registry/registry.ts";
import type { HealthCheck } from "./checks.ts";

/** The checks, in the order they are told. */
export function healthChecks(
  { storage, stopped }: Pick<Registry, "storage" | "stopped">,
): readonly HealthCheck[] {
  return [
    { name: "ping", fault: () => undefined },
    {
      name: "storage",
      fault: () => storage.currentRevision() >= 1 ? undefined : "there is no revision",
    },
    {
      name: "poststarthook/initial-objects",
      fault: () => storage.lastChange("/namespaces") > 0 ? undefined : "they were not created",
    },
    {
      name: "shutdown",
      readinessOnly: true,
      fault: () => stopped.aborted ? "the server is ending" : undefined,
    },
  ];
}
