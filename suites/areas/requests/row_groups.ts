/**
 * Groups of rows whose requests change nothing: each group is one case, which sends them for one object.
 *
 * @module
 */
import { Discard } from "../../check.ts";
import type { HttpRequest, HttpResponse, JsonObject } from "../../client/http_client.ts";
import { metadataOf } from "../../model/object.ts";
import type { ActionName } from "../../model/outcomes/actions.ts";
import { completeRow, type PartialRow, type RequestRow } from "../../model/outcomes/facets.ts";
import { refusalOf } from "../../model/outcomes/refusals.ts";
import type { Scope } from "../../scope.ts";
import type { Objects } from "../../session/objects.ts";

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

/**
 * Judges the rows of a case in rounds, each with objects of its own.
 *
 * @param judge Judges rows until one is answered wrongly; returns those that are to be judged without what
 * that one did.
 */
export async function inRounds(
  input: RowCase,
  judge: (rows: readonly RequestRow[]) => Promise<readonly RequestRow[]>,
): Promise<void> {
  let rows: readonly RequestRow[] = partialRowsOf(input).map(completeRow);
  while (rows.length > 0) rows = await judge(rows);
}

/**
 * Removes the objects of a case, and returns the rows that were not judged for a wrong one; none if objects
 * remain, as nothing could be said of these rows.
 *
 * @param one An object in whose collection the others are.
 */
export async function forAnotherRound(
  rows: readonly RequestRow[],
  observed: readonly { readonly row: RequestRow }[],
  { objects, one }: { readonly objects: Objects; readonly one: JsonObject },
): Promise<readonly RequestRow[]> {
  const judged = new Set(observed.map(({ row }) => row));
  const rest = rows.filter((row) => !judged.has(row));
  if (rest.length === 0) return [];
  for (const each of await objects.list(one)) {
    if (metadataOf(each).finalizers !== undefined) {
      await objects.patch(each, { metadata: { finalizers: null } });
    }
    await objects.remove(each);
  }
  return (await objects.list(one)).length === 0 ? rest : [];
}

/** Returns the rows of a case. */
export function partialRowsOf({ also = [], ...first }: RowCase): readonly PartialRow[] {
  return [first, ...also];
}

/** Returns rows in the order in which they are sent: refused ones, then dry runs. */
function rowsByOutcome(rows: readonly RequestRow[]): readonly (readonly RequestRow[])[] {
  return [
    rows.filter(({ flaw }) => flaw !== "none"),
    rows.filter(({ flaw }) => flaw === "none"),
  ].filter((part) => part.length > 0);
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

/**
 * Observes the requests of rows part by part, until one violates something: what follows may be due to it.
 *
 * @param observe Sends the requests of a part, and returns what they did.
 * @returns What is judged of all parts, and of the last one.
 */
export async function observeInTurn<One>(
  rows: readonly RequestRow[],
  observe: (part: readonly RequestRow[]) => Promise<readonly One[]>,
  isViolated: (one: One) => boolean,
): Promise<{ readonly observed: readonly One[]; readonly last: readonly One[] }> {
  const observed: One[] = [];
  let last: readonly One[] = [];
  for (const part of rowsByOutcome(rows)) {
    const all = await observe(part);
    const earlier = all.slice(0, -1);
    // The last one does not show a violation by itself if those before it violate something.
    last = earlier.some(isViolated) ? earlier : all;
    observed.push(...last);
    if (last.some(isViolated)) break;
  }
  return { observed, last };
}
