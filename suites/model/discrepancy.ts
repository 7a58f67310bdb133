/**
 * Discrepancies: what oracles return. Oracles are pure; their callers record.
 *
 * @module
 */
import type { Harm } from "@plumbline/reports/harm";
import type { RequirementId } from "../catalogue.ts";
import type { MissingEvent } from "../check.ts";
import type { HttpResponse, JsonObject } from "../client/http_client.ts";
import { keyOf, resourceVersionOf } from "./object.ts";

/** A violated requirement, with the expected and the observed behaviour. */
export interface Discrepancy {
  readonly requirement: RequirementId;
  readonly expected: string;
  readonly actual: string;
  /** The numbers of the requests whose responses contradict each other, as far as known. */
  readonly exchanges?: readonly number[];
  /** The resourceVersions of the events that are wrong or missing, if it is about such. */
  readonly versions?: readonly string[];
  /** The events that are missing, if it is about such. */
  readonly missing?: readonly MissingEvent[];
  /** What it does to users, if that is less than the requirement states. */
  readonly harm?: Harm;
}

/**
 * A request that is rejected, if with another status or body, did nothing: that only misleads. A 5xx
 * status leaves open what it did, but lets nobody in and shows nothing.
 */
export function harmOfRejection(
  { status }: Pick<HttpResponse, "status">,
): { readonly harm?: Harm } {
  if (status >= 500) return { harm: "availability" };
  return status >= 400 ? { harm: "misleading" } : {};
}

/** Returns an event of an object that is missing. */
export function missingEvent(type: string, object: JsonObject): MissingEvent {
  const version = resourceVersionOf(object);
  return {
    type,
    name: keyOf(object).split("/").at(-1)!,
    ...(version !== undefined && { version }),
  };
}

/** Creates a discrepancy. */
export function discrepancy(
  requirement: RequirementId,
  expected: string,
  actual: string,
): Discrepancy {
  return { requirement, expected, actual };
}

/** Creates a discrepancy about events of these objects. */
export function discrepancyOf(
  objects: readonly JsonObject[],
  ...facts: Parameters<typeof discrepancy>
): Discrepancy {
  const versions = objects.flatMap((object) => resourceVersionOf(object) ?? []);
  return { ...discrepancy(...facts), versions };
}

/** Returns discrepancies that also refer to these requests. */
export function withExchanges(
  discrepancies: readonly Discrepancy[],
  ...exchanges: readonly (number | undefined)[]
): Discrepancy[] {
  const known = exchanges.filter((each) => each !== undefined);
  return discrepancies.map((each) => ({
    ...each,
    exchanges: [...new Set([...each.exchanges ?? [], ...known])],
  }));
}
