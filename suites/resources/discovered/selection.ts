/**
 * Chooses the types that a run is about from those that discovery lists.
 *
 * @module
 */
import type { TypeSelection } from "../../client/type_selection.ts";
import { reasonForCaution } from "./caution.ts";
import { isNamed, type ListedType, nameOf } from "./discovery.ts";

/** The types of a selection, and what is left out of it. */
export interface ChosenTypes {
  readonly chosen: readonly ListedType[];
  readonly left: readonly { readonly type: ListedType; readonly reason: string }[];
  /** The names that discovery does not list. */
  readonly unknown: readonly string[];
}

/** The verbs that the checks need of a type. */
const VERBS = ["create", "delete", "get", "list", "patch", "update", "watch"];

/** Returns the types to use, of those that discovery lists. */
export function chooseTypes(
  listed: readonly ListedType[],
  names: TypeSelection["names"],
): ChosenTypes {
  const stored = listed.filter(({ verbs }) => verbs.includes("list"));
  const find = (name: string) => stored.find((type) => isNamed(type, name));
  const candidates = names === "all"
    ? stored.filter((type) => type === versionOfAll(stored, type))
    : names.flatMap((name) => find(name) ?? []);
  const chosen: ListedType[] = [];
  const left: { type: ListedType; reason: string }[] = [];
  for (const type of new Set(candidates)) {
    const reason = reasonToLeaveOut(type, names, chosen);
    if (reason === undefined) chosen.push(type);
    else left.push({ type, reason });
  }
  const unknown = names === "all" ? [] : names.filter((name) => find(name) === undefined);
  return { chosen, left, unknown };
}

/** Returns a type in the version its group prefers, or the first one that has it. */
function versionOfAll(stored: readonly ListedType[], type: ListedType): ListedType | undefined {
  const versions = stored.filter(({ group, resource }) =>
    group === type.group && resource === type.resource
  );
  return versions.find(({ preferred }) => preferred) ?? versions[0];
}

function reasonToLeaveOut(
  type: ListedType,
  names: TypeSelection["names"],
  chosen: readonly ListedType[],
): string | undefined {
  const caution = names === "all" ? reasonForCaution(type) : undefined;
  if (caution !== undefined) return `${caution}; --type ${nameOf(type)} checks it`;
  const missing = VERBS.filter((verb) => !type.verbs.includes(verb));
  if (missing.length > 0) return `discovery lists no ${missing.join(", ")}`;
  // Generated inputs name a type by its plural name.
  const same = chosen.find(({ resource }) => resource === type.resource);
  return same && `${nameOf(same)} has the same plural name; --type ${nameOf(type)} checks it`;
}
