/**
 * One falsehood and the check that must find it, as a test.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { CHECKS } from "../areas/mod.ts";
import { type RequirementId, REQUIREMENTS } from "../catalogue.ts";
import type { Corruption } from "./client.ts";
import { type CorruptedRunOptions, runCorrupted } from "./run.ts";

/** A corruption, the check that is to find it, and what it is to say. */
export interface CorruptionCase {
  /** What is wrong with the target. */
  readonly title: string;
  /** The id of the check. */
  readonly check: string;
  /** What it has to tell: one of these. */
  readonly requirement: RequirementId | readonly RequirementId[];
  /** Made anew for each test. */
  corruption(): Corruption;
  /** How the check is run. */
  readonly options?: CorruptedRunOptions;
}

/** Tests that the check fails, or warns where it is no must, and names what is broken. */
export function testCorruption(
  { title, check: id, requirement, corruption, options }: CorruptionCase,
): void {
  Deno.test(`${title}: found by ${id}`, async () => {
    const check = CHECKS.find((each) => each.id === id)!;
    const result = await runCorrupted(check, corruption(), options);
    const due: readonly string[] = [requirement].flat();
    const { verdict, reason, failure } = result;
    const told = `${verdict}, ${failure?.requirement ?? reason}, where due was ${due.join(" or ")}`;
    assert(failure !== undefined && due.includes(failure.requirement), told);
    const { level } = REQUIREMENTS[failure.requirement as RequirementId];
    assertEquals(verdict, level === "must" ? "fail" : "warn");
  });
}
