/**
 * The players that come with the server, each in a file that is loaded with its first use.
 *
 * @module
 */
import { ConfigurationError } from "@plumbline/server/settings";
import type { Player } from "./player.ts";

/** The players that others need, or undefined; and how each is loaded. */
interface Part {
  readonly load: () => Promise<Player>;
  /** The names of players without which it has no effect. */
  readonly needs?: readonly PlayerName[];
}

/** The name of a player that comes with the server. */
export type PlayerName =
  | "claims-are-bound"
  | "daemonsets-become-ready"
  | "deployments-become-available"
  | "jobs-complete"
  | "namespaces-have-defaults"
  | "pods-run"
  | "replicasets-have-pods"
  | "services-have-endpoints"
  | "statefulsets-become-ready";

const PARTS: Readonly<Record<PlayerName, Part>> = {
  "claims-are-bound": {
    load: async () => (await import("./claims.ts")).claimsAreBound(),
  },
  "daemonsets-become-ready": {
    load: async () => (await import("./daemon_sets.ts")).daemonSetsBecomeReady(),
    needs: ["pods-run"],
  },
  "deployments-become-available": {
    load: async () => (await import("./deployments.ts")).deploymentsBecomeAvailable(),
    needs: ["replicasets-have-pods"],
  },
  "jobs-complete": {
    load: async () => (await import("./jobs.ts")).jobsComplete(),
    needs: ["pods-run"],
  },
  "namespaces-have-defaults": {
    load: async () => (await import("./namespaces.ts")).namespacesHaveDefaults(),
  },
  "pods-run": {
    load: async () => (await import("./pods.ts")).podsRun(),
  },
  "replicasets-have-pods": {
    load: async () => (await import("./replica_sets.ts")).replicaSetsHavePods(),
    needs: ["pods-run"],
  },
  "services-have-endpoints": {
    load: async () => (await import("./services.ts")).servicesHaveEndpoints(),
  },
  "statefulsets-become-ready": {
    load: async () => (await import("./stateful_sets.ts")).statefulSetsBecomeReady(),
    needs: ["pods-run", "claims-are-bound"],
  },
};

/** The names of the players. */
export const PLAYERS = Object.keys(PARTS) as readonly PlayerName[];

/**
 * Loads a player and those that it needs, which come first; or all of them.
 *
 * @throws {ConfigurationError} for an unknown name
 */
export async function loadPlayers(name: PlayerName | "all"): Promise<readonly Player[]> {
  const names = new Set<PlayerName>();
  const add = (one: PlayerName) => {
    const part = PARTS[one];
    if (!part) {
      const known = ["all", ...PLAYERS].join(", ");
      throw new ConfigurationError(`Cannot find the player "${one}". Use one of ${known}`);
    }
    for (const needed of part.needs ?? []) add(needed);
    names.add(one);
  };
  for (const one of name === "all" ? PLAYERS : [name]) add(one);
  return await Promise.all([...names].map((one) => PARTS[one].load()));
}
