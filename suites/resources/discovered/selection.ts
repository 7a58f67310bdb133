/**
 * Chooses the types that a run is about from those that discovery lists.
 *
 * @module
 */
import type { ServedType } from "../../client/contact.ts";
import type { Example, TypeSelection } from "../../client/type_selection.ts";
import { reasonForCaution } from "./caution.ts";
import { groupedName, isNamed } from "./discovery.ts";

/** The types of a selection, and what is left out of it. */
export interface ChosenTypes {
  readonly chosen: readonly ServedType[];
  readonly left: readonly { readonly type: ServedType; readonly reason: string }[];
  /** The names that discovery does not list. */
  readonly unknown: readonly string[];
}

/** Returns the types to use, of those that discovery lists. */
export function chooseTypes(
  listed: readonly ServedType[],
  { names, examples = [] }: TypeSelection,
): ChosenTypes {
  // A server that lists no verb of a type says nothing of them.
  const stored = listed.filter(({ verbs }) => verbs.includes("list") || verbs.length === 0);
  const find = (name: string) => stored.find((type) => isNamed(type, name));
  const others = listed.filter((type) => !stored.includes(type));
  const unlisted = names === "all"
    // Beside types that are stored, the others are as usual: an operation, such as a review.
    ? stored.length > 0 ? [] : others
    : names.flatMap((name) => find(name) ? [] : others.find((type) => isNamed(type, name)) ?? []);
  const candidates = names === "all"
    ? stored.filter((type) => type === versionOfAll(stored, type))
    : names.flatMap((name) => find(name) ?? []);
  const chosen: ServedType[] = [];
  const left = unlisted.map((type) => ({
    type,
    reason: `discovery does not list the verb list of it, only ${type.verbs.join(", ")}`,
  }));
  for (const type of new Set(candidates)) {
    // Who gives an example of a type has chosen objects that do no harm.
    const isChosen = names !== "all" || examples.some((example) => isOf(example, type));
    const reason = reasonToLeaveOut(type, isChosen, chosen);
    if (reason === undefined) chosen.push(type);
    else left.push({ type, reason });
  }
  const unknown = names === "all"
    ? []
    : names.filter((name) => ![...stored, ...unlisted].some((type) => isNamed(type, name)));
  return { chosen, left, unknown };
}

/** Returns a type in the version its group prefers, or the first one that has it. */
function versionOfAll(stored: readonly ServedType[], type: ServedType): ServedType | undefined {
  const versions = stored.filter(({ group, resource }) =>
    group === type.group && resource === type.resource
  );
  return versions.find(({ preferred }) => preferred) ?? versions[0];
}

function reasonToLeaveOut(
  type: ServedType,
  isChosen: boolean,
  chosen: readonly ServedType[],
): string | undefined {
  const isSame = chosen.some(({ resource, group }) =>
    resource === type.resource && group === type.group
  );
  if (isSame) return "it is checked in another version";
  const caution = isChosen ? undefined : reasonForCaution(type);
  return caution && `${caution}; an example or --type ${groupedName(type)} checks it`;
}

/** Returns true if an example is of a type. */
export function isOf(
  { apiVersion, kind }: Pick<Example, "apiVersion" | "kind">,
  type: ServedType,
): boolean {
  const { group, version } = type;
  return kind === type.kind && apiVersion === (group === "" ? version : `${group}/${version}`);
}
