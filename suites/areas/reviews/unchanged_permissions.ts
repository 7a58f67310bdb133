/**
 * Steps that need the permissions of an identity to stay the same.
 *
 * @module
 */
import { Violation } from "../../check.ts";
import type { Scope } from "../../scope.ts";

/** Pauses before the steps are repeated, in milliseconds. */
const PAUSES = [50, 200, 800];

/**
 * Runs steps that compare several responses to an identity. No other check of the run changes its
 * permissions meanwhile. Another run on the same server may, unless it is the current identity: then
 * a violation counts only if the steps find it each time.
 *
 * @throws {Violation} if the steps do
 */
export async function withPermissionsOf(
  scope: Scope,
  identity: string,
  steps: () => Promise<void>,
): Promise<void> {
  if (identity === scope.target.identities[0].name) return await steps();
  await scope.hold("permissions of identities", "read");
  for (const pause of PAUSES) {
    try {
      return await steps();
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  await steps();
}
