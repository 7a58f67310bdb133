/**
 * Behaviours that a target shows nearly everywhere. Once several checks have failed for one, the others
 * run without it: else it would hide all other violations.
 *
 * @module
 */
import type { PassingRefusal } from "../../client/retrying_client.ts";
import type { Behaviour, Seen } from "./behaviour.ts";
import { type FailedCase, passesWithout, type RepeatOptions } from "./repeat.ts";
import { BEHAVIOURS } from "./table.ts";

/** Checks that fail for a behaviour before the others run without it. */
const REPORTING = 4;

/** The part of the failing checks that fail for it. */
const PART = 0.5;

/** Counts the checks that fail for a behaviour. */
export class CommonBehaviours {
  readonly #behaviours = BEHAVIOURS.filter(({ relieve, isSlow }) =>
    relieve !== undefined && !isSlow
  );
  readonly #counts = new Map<Behaviour, number>();
  readonly #common = new Set<Behaviour>();
  /** Those that showed before the checks: one check that fails for one is enough. */
  readonly #suspected = new Set<Behaviour>();
  #failed = 0;

  /** Returns the behaviours without which checks run from now on. */
  get common(): readonly Behaviour[] {
    return [...this.#common];
  }

  /** Adds what requests showed that no check judges: refusals, and what no right server answers. */
  suspect(refusals: readonly PassingRefusal[], seen: readonly Seen[]): void {
    for (const each of this.#behaviours) {
      const isRefusal = each.refusal !== undefined && refusals.includes(each.refusal);
      const isShown = each.isEvident === true && each.shows(seen).length > 0;
      if (isRefusal || isShown) this.#suspected.add(each);
    }
  }

  /** True if it is to be found out whether the checks fail for what showed before them. */
  get isSuspicious(): boolean {
    return this.#suspected.size > 0 && this.#failed < REPORTING;
  }

  /** Returns true if one of the requirements says that the target does not behave as is suspected. */
  areSuspected(requirements: readonly string[]): boolean {
    return [...this.#suspected].some(({ states }) =>
      states !== undefined && requirements.some((id) => states.test(id))
    );
  }

  /** Tries which behaviour explains the first failure of a check. */
  async add([failed]: readonly FailedCase[], options: RepeatOptions): Promise<void> {
    if (failed === undefined || failed.check.alone) return;
    this.#failed++;
    const { seen } = failed;
    for (const behaviour of this.#behaviours) {
      if (this.#common.has(behaviour) || behaviour.shows(seen).length === 0) continue;
      // Without one that is evident, the case may fail for another.
      if (!behaviour.isEvident && !await passesWithout(behaviour, failed, options)) continue;
      const count = (this.#counts.get(behaviour) ?? 0) + 1;
      this.#counts.set(behaviour, count);
      const isCommon = count >= REPORTING && count >= PART * this.#failed;
      if (isCommon || this.#suspected.delete(behaviour)) this.#common.add(behaviour);
    }
  }
}
