/**
 * Violations of requirements on every exchange.
 *
 * @module
 */
import type { Harm } from "@plumbline/reports/harm";
import type { RequirementId } from "../../catalogue.ts";

/** The expected and the observed behaviour. */
export interface ViolationFacts {
  readonly expected: string;
  readonly actual: string;
  /** The numbers of the exchanges that violate it, if they have any. */
  readonly exchanges?: readonly number[];
  /** What it does to users, if that is less than the requirement states. */
  readonly harm?: Harm;
}

/** A requirement that an exchange violates. */
export interface ExchangeViolation extends ViolationFacts {
  readonly requirement: RequirementId;
}

/** Creates a violation of a requirement. */
export const violation = (
  requirement: RequirementId,
  facts: ViolationFacts,
): ExchangeViolation => ({ requirement, ...facts });
