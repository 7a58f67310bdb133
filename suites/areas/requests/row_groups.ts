/**
 * Groups of rows whose requests change nothing: each group is one case, which sends them for one object.
 *
 * @module
 */
import { Discard } from "../../check.ts";
import type { HttpRequest, HttpResponse } from "../../client/http_client.ts";
import type { ActionName } from "../../model/outcomes/actions.ts";
import { completeRow, type PartialRow, type RequestRow } from "../../model/outcomes/facets.ts";
import { refusalOf } from "../../model/outcomes/refusals.ts";
import type { Scope } from "../../scope.ts";

/** One case: a row, and others for the same object, which like it change nothing. */
export interface RowCase extends PartialRow {
  readonly also?: readonly PartialRow[];
}

/** The rows of one case, at most: a report is to be read. */
const MOST_ROWS = 6;

/** Returns the cases for these rows, those of single rows first. */
export function groupRows(action: ActionName, rows: readonly PartialRow[]): readonly RowCase[] {
  const groups = Map.groupBy(
    rows.filter((row) => changesNothing(action, row)),
    // Where a version is to be stale, the object is written twice.
    ({ resource, state, flaw }) => `${resource} ${state} ${flaw === "stale version"}`,
  );
  return [
    ...rows.filter((row) => !changesNothing(action, row)),
    ...[...groups.values()].flatMap(casesOf),
  ];
}

/** Returns the cases of rows for the same object. */
function casesOf(rows: readonly PartialRow[]): readonly RowCase[] {
  const [first, ...others] = rows.slice(0, MOST_ROWS);
  if (first === undefined) return [];
  return [
    { ...first, ...(others.length > 0 && { also: others }) },
    ...casesOf(rows.slice(MOST_ROWS)),
  ];
}

/** Returns the rows of a case. */
export function partialRowsOf({ also = [], ...first }: RowCase): readonly PartialRow[] {
  return [first, ...also];
}

/** Returns rows in the order in which they are sent: refused ones, then dry runs. */
export function rowsByOutcome(
  rows: readonly RequestRow[],
): readonly [RequestRow, ...RequestRow[]][] {
  const parts = [
    rows.filter(({ flaw }) => flaw !== "none"),
    rows.filter(({ flaw }) => flaw === "none"),
  ];
  return parts.filter((part): part is [RequestRow, ...RequestRow[]] => part.length > 0);
}

/** True for a row whose request leaves the objects as they are, whatever the server permits. */
function changesNothing(action: ActionName, partial: PartialRow): boolean {
  const row = completeRow(partial);
  const refusal = refusalOf(action, row);
  return refusal === undefined ? row.dryRun === "All" : refusal.optional !== true;
}

/** A row whose request was sent. */
type Sent<Plan> = Plan & { readonly row: RequestRow; readonly response: HttpResponse };

/**
 * Sends the requests of rows one after the other, until one is accepted or refused against its row.
 *
 * @returns Those that were sent; the last one alone if it is accepted, as what it did hides what those
 * before it did.
 * @throws {Discard} if none can be sent
 */
export async function sendRows<Plan extends { readonly request: HttpRequest }>(
  scope: Scope,
  action: ActionName,
  rows: readonly RequestRow[],
  plan: (row: RequestRow) => Plan,
): Promise<readonly Sent<Plan>[]> {
  const sent: Sent<Plan>[] = [];
  let discard: Discard | undefined;
  for (const row of rows) {
    try {
      const planned = plan(row);
      const response = await scope.send(planned.request);
      const isAccepted = response.status < 300;
      scope.note(isAccepted ? "accepted" : "refused");
      const last = { ...planned, row, response };
      const isPermitted = refusalOf(action, row) === undefined;
      if (isAccepted && !isPermitted) return [last];
      sent.push(last);
      if (isAccepted !== isPermitted) break;
    } catch (error) {
      if (!(error instanceof Discard)) throw error;
      discard = error;
    }
  }
  if (sent.length === 0 && discard !== undefined) throw discard;
  return sent;
}

/** Returns what shows a violation by itself: the last one does not if those before it violate something. */
export function withoutConsequence<One>(
  sent: readonly One[],
  isViolated: (one: One) => boolean,
): readonly One[] {
  const earlier = sent.slice(0, -1);
  return earlier.some(isViolated) ? earlier : sent;
}
