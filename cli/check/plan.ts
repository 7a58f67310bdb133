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
import type { ServedType } from "@plumbline/suites/client/contact";
import { planText } from "@plumbline/suites/plan/plan";
import { checksOfTypes } from "@plumbline/suites/plan/plan_of_types";
import { chooseTypes } from "@plumbline/suites/resources/discovered/selection";
import { EXIT } from "../exit_codes.ts";
import { namesTarget, reachTarget } from "../target_options.ts";
import type { Terminal } from "../terminal.ts";

/** Prints the plan of the checks with the API groups of the server's dialect. */
export async function printPlan(
  checks: readonly Check[],
  connect: ConnectOptions,
  terminal: Terminal,
): Promise<number> {
  const { dialect, types } = await findTypes(connect);
  const planned = types === undefined ? checks : checksOfTypes(checks, types, dialect);
  terminal.out(planText(planned, dialect, types));
  return EXIT.conformant;
}

/** What a plan depends on: the types are absent if they are those of the specification. */
interface Found {
  readonly dialect: Dialect;
  readonly types?: readonly ServedType[];
}

/** Asks the server for what is not given: it may reject a user without a role. */
async function findTypes(connect: ConnectOptions): Promise<Found> {
  const isGiven = connect.dialect !== undefined && connect.types === undefined;
  if (isGiven) return { dialect: DIALECTS[connect.dialect] };
  if (!namesTarget(connect)) return { dialect: DIALECTS[connect.dialect ?? "svc"] };
  try {
    const target = await reachTarget({ ...connect, readsOnly: true });
    await target.close();
    const { dialect, contact, typeSelection } = target;
    if (typeSelection === undefined) return { dialect };
    return { dialect, types: chooseTypes(contact?.types ?? [], typeSelection).chosen };
  } catch (error) {
    const expected = [CredentialsRejected, PermissionMissing, TargetUnreachable];
    if (!expected.some((type) => error instanceof type)) throw error;
    const { message } = error as Error;
    throw new UsageError(`${message}. With --dialect, the server is not asked for a plan`);
  }
}
