/**
 * Judges what became of the objects of a collection that was deleted.
 *
 * @module
 */
import type { HttpResponse, JsonObject, WatchDocument } from "../../client/http_client.ts";
import { contentOf } from "../content.ts";
import { type Discrepancy, discrepancy } from "../discrepancy.ts";
import { labelsOf, metadataOf, nameOf } from "../object.ts";
import type { RequestRow } from "./facets.ts";
import { judgeRefusal } from "./outcome.ts";
import { refusalOf } from "./refusals.ts";

/** The facts about a request that was sent. */
export interface ObservedCollection {
  readonly row: RequestRow;
  /** The objects before the request. */
  readonly before: readonly JsonObject[];
  /** The name that the field selector gives. */
  readonly name: string;
  readonly response: HttpResponse;
  /** The objects in a list afterwards. */
  readonly after: readonly JsonObject[];
  /** The events since, if a watch was open. */
  readonly events: readonly WatchDocument[] | undefined;
}

/** Returns how the outcome of a request differs from what the API allows. */
export function judgeCollection(observed: ObservedCollection): Discrepancy[] {
  const { row, before, response, after, events } = observed;
  const refusal = refusalOf("deletecollection", row);
  const changed = before.filter((object) => stateOf(object, after) !== "as before").map(nameOf);
  const seen = [...new Set((events ?? []).map(({ object }) => nameOf(object)))];
  const unchanged = (id: Discrepancy["requirement"]) => [
    ...changed.map((name) => discrepancy(id, `${name} unchanged`, "changed or deleted")),
    ...seen.map((name) => discrepancy("requests.watch-silent", `no event of ${name}`, "an event")),
  ];
  if (response.status >= 300) {
    return [
      ...judgeRefusal({ action: "deletecollection", row, response }, refusal),
      ...unchanged("requests.refused-changes-nothing"),
    ];
  }
  if (refusal !== undefined) {
    const expected = `an error, because of: ${row.flaw}`;
    return [discrepancy(refusal.requirement, expected, `${response.status}`)];
  }
  if (row.dryRun === "All") return unchanged("requests.dry-run-changes-nothing");
  return [...judgeDeleted(observed, changed), ...judgeEvents(observed, changed, seen)];
}

function judgeDeleted(
  { row, before, name, response, after }: ObservedCollection,
  deleted: readonly string[],
): Discrepancy[] {
  const found: Discrepancy[] = [];
  const selected = before.filter((object) => isSelected(row, object, name)).map(nameOf);
  for (const each of deleted.filter((each) => !selected.includes(each))) {
    found.push(discrepancy("requests.collection-spares-others", `${each} unchanged`, "deleted"));
  }
  const limit = row.limit === "none" ? Infinity : Number(row.limit);
  if (deleted.length > limit) {
    const actual = `${deleted.length} deleted`;
    found.push(discrepancy("requests.collection-limit", `at most ${limit} deleted`, actual));
  }
  const left = selected.filter((each) => !deleted.includes(each));
  // A deletion that is only accepted may take place later.
  if (limit === Infinity && left.length > 0 && response.status === 200) {
    const expected = `${selected.join()} deleted`;
    found.push(
      discrepancy("requests.collection-deletes-selected", expected, `${left.join()} left`),
    );
  }
  for (const object of before.filter((each) => deleted.includes(nameOf(each)))) {
    const { finalizers } = metadataOf(object);
    const held = Array.isArray(finalizers) && finalizers.length > 0;
    if (held && stateOf(object, after) === "removed") {
      found.push(discrepancy("requests.delete-waits", `${nameOf(object)}, being deleted`, "404"));
    }
  }
  return found;
}

function judgeEvents(
  { events }: ObservedCollection,
  deleted: readonly string[],
  seen: readonly string[],
): Discrepancy[] {
  if (events === undefined) return [];
  return [
    ...deleted.filter((name) => !seen.includes(name))
      .map((name) => discrepancy("requests.watch-shows-change", `an event of ${name}`, "none")),
    ...seen.filter((name) => !deleted.includes(name))
      .map((name) => discrepancy("requests.watch-silent", `no event of ${name}`, "an event")),
  ];
}

function isSelected({ selector }: RequestRow, object: JsonObject, name: string): boolean {
  const byLabel = selector === "label" || selector === "both";
  const byField = selector === "field" || selector === "both";
  return (!byLabel || labelsOf(object).written === "first") &&
    (!byField || nameOf(object) === name);
}

function stateOf(
  object: JsonObject,
  after: readonly JsonObject[],
): "as before" | "changed" | "removed" {
  const found = after.find((each) => nameOf(each) === nameOf(object));
  if (found === undefined) return "removed";
  const { status: _found, ...rest } = found;
  const { status: _status, ...own } = object;
  if (contentOf(found) === contentOf(object)) return "as before";
  // A controller may have changed the status.
  const isControlled = found.status !== undefined &&
    metadataOf(found).deletionTimestamp === undefined;
  return isControlled && contentOf(rest) === contentOf({ ...own, metadata: metadataOf(rest) })
    ? "as before"
    : "changed";
}
