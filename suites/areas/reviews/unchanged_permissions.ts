/**
 * Steps that need the permissions of an identity to stay the same.
 *
 * @module
 */
import type { Scope } from "../../scope.ts";
import { violationsOf } from "../../verify.ts";

/** Pauses before the steps are repeated, in milliseconds. */
const PAUSES = [50, 200, 800];

/**
 * Runs steps that compare several responses to an identity. No other check of the run changes its
 * permissions meanwhile. Another run on the same server may, unless it is the current identity: then
 * a violation counts only if the steps find one each time.
 */
export async function withPermissionsOf(
  scope: Scope,
  identity: string,
  steps: () => Promise<void>,
): Promise<void> {
  if (identity === scope.target.identities[0].name) return await steps();
  await scope.hold("permissions of identities", "read");
  for (const pause of PAUSES) {
    if ((await violationsOf(steps)).length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  await steps();
}
