/**
 * What two servers must have in common in their answers.
 *
 * @module
 */
import { equal } from "../../../server/json_equal.ts";
import type { Json, JsonObject } from "../../../server/object.ts";
import { causesOf, comparable, differentCauses } from "./judge.ts";
import type { Answer } from "./peer.ts";

/** The metadata that servers make up, or count by rules of their own. */
const GENERATED = ["resourceVersion", "uid", "creationTimestamp", "generation"];

/** What is different in two answers; undefined when nothing is that matters. */
export function differenceOf(mine: Answer, real: Answer): string | undefined {
  if (mine.status !== real.status) return `status: ${mine.status} for ${real.status}`;
  if (real.status === 409) return differentCauses(causesOf(mine), causesOf(real));
  const [left, right] = [essence(mine), essence(real)];
  if (equal(left, right)) return undefined;
  return `answered ${JSON.stringify(left)}\nexpected ${JSON.stringify(right)}`;
}

/** What two servers must have in common. */
function essence({ status, body }: Answer): Json {
  if (status >= 300) return null;
  const { managedFields, ...metadata } = body.metadata as JsonObject;
  for (const field of GENERATED) delete metadata[field];
  const object = { ...body, metadata: { ...metadata, managedFields: comparable(managedFields) } };
  return JSON.parse(JSON.stringify(object, (_, value) => value ?? undefined));
}
