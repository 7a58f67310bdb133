/**
 * Fields that somebody else owns and that an apply would change.
 *
 * @module
 */
import { ApiError, type Cause } from "../api_error.ts";
import { difference, type FieldSet, isEmpty, paths } from "./field_set.ts";
import type { Manager } from "./managers.ts";
import { displayPath } from "./path_element.ts";

/** Fields of one manager that are in the way of an apply. */
export interface Conflict {
  readonly manager: Manager;
  readonly fields: FieldSet;
}

/** The conflicts without those over certain fields. */
export function withoutFields(conflicts: readonly Conflict[], fields: FieldSet): Conflict[] {
  return conflicts
    .map(({ manager, fields: all }) => ({ manager, fields: difference(all, fields) }))
    .filter(({ fields }) => !isEmpty(fields));
}

/** The refusal of an apply: 409 with a cause for each field and manager. */
export function conflictError(conflicts: readonly Conflict[]): ApiError {
  const causes = sorted(conflicts).flatMap(({ manager, fields }): Cause[] =>
    [...paths(fields)].map((path) => ({
      reason: "FieldManagerConflict",
      message: `conflict with ${displayManager(manager)}`,
      field: displayPath(path),
    }))
  );
  return new ApiError("Conflict", messageOf(causes), { causes });
}

/** Sorted as the message has it, so that equal refusals are equal texts. */
function sorted(conflicts: readonly Conflict[]): Conflict[] {
  const name = ({ manager }: Conflict) => displayManager(manager);
  return conflicts.toSorted((a, b) => name(a) < name(b) ? -1 : 1);
}

function messageOf(causes: readonly Cause[]): string {
  const [first] = causes;
  if (first && causes.length === 1) {
    return `Apply failed with 1 conflict: ${first.message}: ${first.field}`;
  }
  const lines: string[] = [];
  let heading: string | undefined;
  for (const { message, field } of causes) {
    if (message !== heading) lines.push(`${message.replace("conflict", "conflicts")}:`);
    heading = message;
    lines.push(`- ${field}`);
  }
  return `Apply failed with ${causes.length} conflicts: ${lines.join("\n")}`;
}

function displayManager({ name, operation, apiVersion, subresource }: Manager): string {
  return JSON.stringify(name) +
    (subresource ? ` with subresource ${JSON.stringify(subresource)}` : "") +
    (operation === "Update" ? ` using ${apiVersion}` : "");
}
