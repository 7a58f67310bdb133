/**
 * Compares the answers of two servers to one write.
 *
 * @module
 */
import { equal, type Json, type JsonObject } from "@plumbline/server/api";
import { type Answered, answeredCauses, comparable, differentCauses } from "./prediction.ts";

/** Metadata that each server generates. */
const GENERATED = ["resourceVersion", "uid", "creationTimestamp", "generation"];

/** Returns how two answers differ, undefined if they agree. */
export function differenceOf(mine: Answered, real: Answered): string | undefined {
  if (mine.status !== real.status) return `status: ${mine.status} for ${real.status}`;
  if (real.status === 409) return differentCauses(answeredCauses(mine), answeredCauses(real));
  const [left, right] = [essence(mine), essence(real)];
  if (equal(left, right)) return undefined;
  return `answered ${JSON.stringify(left)}\nexpected ${JSON.stringify(right)}`;
}

/** Returns the part of an answer in which two servers must agree. */
function essence({ status, body }: Answered): Json {
  if (status >= 300) return null;
  const { managedFields, ...metadata } = body.metadata as JsonObject;
  for (const field of GENERATED) delete metadata[field];
  const object = { ...body, metadata: { ...metadata, managedFields: comparable(managedFields) } };
  return JSON.parse(JSON.stringify(object, (_, value) => value ?? undefined));
}
