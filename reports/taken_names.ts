/**
 * Creates with a name that is taken: a server that accepts them replaces what others have written.
 *
 * @module
 */
import { documentsOf } from "./answered_versions.ts";
import type { Exchange, Failure } from "./events.ts";
import { membersOf } from "./json.ts";
import { demandsRejection } from "./likeness.ts";
import type { Symptom } from "./refusal_symptoms.ts";

/** Returns the symptom of a failure that shows such a create. */
export function takenName(failure: Failure): Symptom | undefined {
  const { actual, exchange } = failure;
  const writes = exchange.filter(({ method, path }) => method !== "GET" && !/dryRun=/.test(path));
  const last = writes.at(-1);
  const [status] = /^20[01]\b/.exec(actual) ?? [];
  const isAccepted = demandsRejection(failure) && status === String(last?.status);
  const areAll = /^all of \d+ requests succeeded/.test(actual);
  if (last === undefined || !isAccepted && !areAll || !isCreatedBefore(last, writes)) {
    return undefined;
  }
  return {
    id: "a taken name is accepted",
    title: "A create with a name that is taken is accepted",
  };
}

/** Returns true for a create of an object that another one created, which nothing deleted since. */
function isCreatedBefore(last: Exchange, writes: readonly Exchange[]): boolean {
  const name = createdBy(last);
  if (name === undefined) return false;
  const before = writes.slice(0, -1).findLast((one) =>
    one.method === "DELETE" || one.path.split("?")[0] === last.path.split("?")[0]
  );
  return before !== undefined && createdBy(before) === name;
}

/** Returns the name of the object that a request created, if it did. */
function createdBy({ method, status, responseBody }: Exchange): string | undefined {
  if (method !== "POST" || status >= 300) return undefined;
  const { name } = membersOf(documentsOf(responseBody)[0]?.metadata) ?? {};
  return typeof name === "string" && name !== "" ? name : undefined;
}
