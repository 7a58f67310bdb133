/**
 * A test of one corruption of responses and the check that must fail for it.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { isFailure, withHarm } from "@plumbline/reports/harm";
import { CHECKS } from "../areas/mod.ts";
import { type RequirementId, REQUIREMENTS } from "../catalogue.ts";
import type { Corruption } from "./client.ts";
import { type CorruptedRunOptions, runCorrupted } from "./run.ts";

/** A corruption, the check that must fail for it, and the requirement it must report. */
export interface CorruptionCase {
  /** The corrupted behaviour. */
  readonly title: string;
  /** The id of the check. */
  readonly check: string;
  /** The requirement to report; one of these. */
  readonly requirement: RequirementId | readonly RequirementId[];
  /** Returns a new corruption for each test. */
  corruption(): Corruption;
  /** Options of the run. */
  readonly options?: CorruptedRunOptions;
}

/** Registers a test that the check fails, or warns, and reports the requirement. */
export function testCorruption(
  { title, check: id, requirement, corruption, options }: CorruptionCase,
): void {
  Deno.test(`${title}: ${id} fails`, async () => {
    const check = CHECKS.find((each) => each.id === id)!;
    const result = await runCorrupted(check, corruption(), options);
    const expected: readonly string[] = [requirement].flat();
    const { verdict, reason, failures } = result;
    const found = failures.map((failure) => failure.requirement).join(", ") || reason;
    const failure = failures.find((each) => expected.includes(each.requirement));
    assert(failure !== undefined, `${verdict}, ${found}, expected ${expected.join(" or ")}`);
    const stated = REQUIREMENTS[failure.requirement as RequirementId];
    const isGrave = isFailure(withHarm(stated, failure.harm));
    assertEquals(failure.verdict, isGrave ? "fail" : "warn");
    assertEquals(verdict, failures[0]!.verdict);
  });
}
