/**
 * `check --plan`: tells what a run would touch, and runs nothing.
 *
 * @module
 */
import { UsageError } from "../../command_line/mod.ts";
import type { Check } from "../../suites/check.ts";
import { type ConnectOptions, CredentialsRefused } from "../../suites/client/connect.ts";
import { type Dialect, DIALECTS } from "../../suites/client/dialect.ts";
import { TargetUnreachable } from "../../suites/client/http_client.ts";
import { planText } from "../../suites/plan/plan.ts";
import { EXIT } from "../exit_code.ts";
import type { Io } from "../io.ts";
import { namesTarget, reachTarget } from "../target_options.ts";

/** Writes the plan of the checks, spelt as the target spells groups. */
export async function tellPlan(
  checks: readonly Check[],
  connect: ConnectOptions,
  io: Io,
): Promise<number> {
  io.out(planText(checks, await dialectOf(connect)));
  return EXIT.conformant;
}

/** The target is asked only where nobody said; it may refuse who has no role yet. */
async function dialectOf(connect: ConnectOptions): Promise<Dialect> {
  if (connect.dialect !== undefined) return DIALECTS[connect.dialect];
  if (!namesTarget(connect)) return DIALECTS.svc;
  try {
    const target = await reachTarget(connect);
    await target.close();
    return target.dialect;
  } catch (error) {
    if (!(error instanceof CredentialsRefused || error instanceof TargetUnreachable)) throw error;
    throw new UsageError(`Cannot tell how group names are spelt, give --dialect: ${error.message}`);
  }
}
