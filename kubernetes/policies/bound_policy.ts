/**
 * A ValidatingAdmissionPolicy that has an effect.
 *
 * @module
 */
import type { ApiObject } from "@plumbline/server/api";

/** A policy with its bindings. */
export interface BoundPolicy {
  readonly policy: ApiObject;
  readonly bindings: readonly ApiObject[];
}
