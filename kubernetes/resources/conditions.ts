/**
 * Reads the conditions of a status.
 *
 * @module
 */
import type { ApiObject } from "@plumbline/server/api";
import { listAt } from "@plumbline/server/resources";

/** Returns true if a condition of an object has the status `True`. */
export const isTrue = (object: ApiObject, type: unknown): boolean =>
  listAt(object, "status.conditions").some((one) => one.type === type && one.status === "True");
