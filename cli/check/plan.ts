/**
 * `check --plan`: prints what a run accesses, and runs nothing.
 *
 * @module
 */
import { UsageError } from "@plumbline/options";
import type { Check } from "@plumbline/suites/check";
import type { ConnectOptions } from "@plumbline/suites/connect";
import { CredentialsRejected, PermissionMissing } from "@plumbline/suites/connect/rejections";
import { type Dialect, DIALECTS } from "@plumbline/suites/client/dialect";
import { TargetUnreachable } from "@plumbline/suites/client/http_client";
import { planText } from "@plumbline/suites/plan/plan";
import { EXIT } from "../exit_codes.ts";
import { namesTarget, reachTarget } from "../target_options.ts";
import type { Terminal } from "../terminal.ts";

/** Prints the plan of the checks with the API groups of the server's dialect. */
export async function printPlan(
  checks: readonly Check[],
  connect: ConnectOptions,
  terminal: Terminal,
): Promise<number> {
  terminal.out(planText(checks, await dialectOf(connect)));
  return EXIT.conformant;
}

/** Detects the dialect only if it is not given: the server may reject a user without a role. */
async function dialectOf(connect: ConnectOptions): Promise<Dialect> {
  if (connect.dialect !== undefined) return DIALECTS[connect.dialect];
  if (!namesTarget(connect)) return DIALECTS.svc;
  try {
    const target = await reachTarget({ ...connect, readsOnly: true });
    await target.close();
    return target.dialect;
  } catch (error) {
    const expected = [CredentialsRejected, PermissionMissing, TargetUnreachable];
    if (!expected.some((type) => error instanceof type)) throw error;
    throw new UsageError(`Cannot detect the dialect. Give --dialect. ${(error as Error).message}`);
  }
}
