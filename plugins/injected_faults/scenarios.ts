/**
 * The states of scenarios, which rules of injected faults read and change.
 *
 * @module
 */
import type { ScenarioStep } from "./rule.ts";

/** The state in which a scenario begins. */
const STARTED = "started";

/** The states of all scenarios, by name. */
export class Scenarios {
  readonly #states = new Map<string, string>();

  /** Returns the states of the scenarios that left their first one. */
  states(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#states);
  }

  /** Returns the state of a scenario. */
  stateOf(name: string): string {
    return this.#states.get(name) ?? STARTED;
  }

  /** Sets the state of a scenario. */
  set(name: string, state: string): void {
    this.#states.set(name, state);
  }

  /** True if a rule with this place in a scenario, or with none, applies now. */
  permits(step: ScenarioStep | undefined): boolean {
    return step?.in === undefined || step.in === this.stateOf(step.name);
  }

  /** Takes the step of a rule that affected a request. */
  move(step: ScenarioStep | undefined): void {
    if (step?.to !== undefined) this.set(step.name, step.to);
  }

  /** Returns all scenarios to their first state. */
  clear(): void {
    this.#states.clear();
  }
}
