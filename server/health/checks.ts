/**
 * The health checks of a server, and switches that make them fail.
 *
 * @module
 */
import type { Registry } from "../registry/contracts.ts";
import { type ResourceDefinition, storageKey } from "../registry/resource.ts";

/** One thing that can be well or not. */
export interface HealthCheck {
  readonly name: string;
  /** True for a check of readiness that is not one of liveness. */
  readonly readinessOnly?: boolean;
  /**
   * Returns the reason of a failure; undefined if the check passes. An error thrown counts as a
   * reason.
   */
  failure(): string | undefined;
}

/** Switches for tests of clients that look at a server's health. */
export interface HealthSwitches {
  /** The names of the checks there are. */
  readonly names: readonly string[];
  /**
   * Makes a check fail until it recovers.
   *
   * @param name one of the names
   * @param why what the verbose form says of it
   * @throws {RangeError} where there is no such check
   */
  fail(name: string, why: string): void;
  /**
   * Makes a check pass again.
   *
   * @throws {RangeError} for an unknown check
   */
  recover(name: string): void;
}

/** Checks that can be made to fail. */
export class HealthChecks implements HealthSwitches {
  readonly #checks: readonly HealthCheck[];
  readonly #failures = new Map<string, string>();

  /** All checks, in the order of the response. */
  constructor(checks: readonly HealthCheck[]) {
    this.#checks = checks;
  }

  /** The names of the checks there are. */
  get names(): readonly string[] {
    return this.#checks.map(({ name }) => name);
  }

  /** The checks that count for readiness, or for life. */
  of(concern: "readiness" | "life"): readonly HealthCheck[] {
    return this.#checks.filter(({ readinessOnly }) => concern === "readiness" || !readinessOnly);
  }

  /** Why a check is not well; undefined when it is. */
  failureOf(check: HealthCheck): string | undefined {
    const forced = this.#failures.get(check.name);
    if (forced !== undefined) return forced;
    try {
      return check.failure();
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Creates a check fail until it recovers. */
  fail(name: string, why: string): void {
    this.#demand(name);
    this.#failures.set(name, why);
  }

  /** Makes a check pass again. */
  recover(name: string): void {
    this.#demand(name);
    this.#failures.delete(name);
  }

  #demand(name: string): void {
    if (this.names.includes(name)) return;
    throw new RangeError(
      `Cannot switch the health check "${name}" as there is none: use one of ${
        this.names.join(", ")
      }`,
    );
  }
}

/** Where there are namespaces, one of them is there from the start. */
const NAMESPACES = "/namespaces";

/**
 * Returns the checks, in the order of the response.
 *
 * @param definitions returns the served resources
 */
export function healthChecks(
  { storage, stopped }: Pick<Registry, "storage" | "stopped">,
  definitions: () => readonly ResourceDefinition[],
): readonly HealthCheck[] {
  const hasNamespaces = () =>
    definitions().some((definition) => storageKey(definition) === NAMESPACES);
  return [
    { name: "ping", failure: () => undefined },
    {
      name: "storage",
      failure: () =>
        storage.currentRevision() >= 1 ? storage.durability?.failure : "there is no revision",
    },
    {
      name: "poststarthook/initial-objects",
      failure: () =>
        storage.lastChange(NAMESPACES) === 0 && hasNamespaces()
          ? "they were not created"
          : undefined,
    },
    {
      name: "shutdown",
      readinessOnly: true,
      failure: () => stopped.aborted ? "the server is ending" : undefined,
    },
  ];
}
