/**
 * The seeded bugs of the playground, loaded when they are asked for.
 *
 * @module
 */
import { mutants, mutantSwitch } from "@plumbline/mutants";

/** The switch of the server's bugs, which is also their plugin. */
export const bugs = mutantSwitch();

/** The bugs that can be switched on: not those that need several replicas. */
export const known = mutants.filter(({ replicas = 1 }) => replicas === 1)
  .map(({ id, area, description, reason, breaks }) => ({
    ...{ id, area, description, reason, breaks },
  }));
