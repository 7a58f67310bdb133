/**
 * Accepts the names of custom resources: within a group, each name belongs to one resource.
 *
 * @module
 */
import type { ApiObject } from "@plumbline/server/api";
import { approvalOf } from "./approval.ts";
import {
  type Condition,
  type CustomResourceStatus,
  type Names,
  specOf,
  statusOf,
  withCondition,
} from "./custom_resource_definition.ts";
import { isTrue } from "../resources/conditions.ts";

/** The names that other CustomResourceDefinitions of the group have. */
interface TakenNames {
  readonly resources: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
}

/**
 * Returns the status of a CustomResourceDefinition: the accepted names, and the conditions
 * NamesAccepted, Established and, in a group that needs an approval, that of the approval.
 *
 * @param others all CustomResourceDefinitions, with or without this one
 * @param time the time of changed conditions, in RFC 3339
 */
export function acceptNames(
  object: ApiObject,
  others: readonly ApiObject[],
  time: string,
): CustomResourceStatus {
  const status = statusOf(object);
  const { names } = specOf(object);
  const accepted = status.acceptedNames ?? { plural: "", kind: "" };
  const { result, reason, message } = decide(names, accepted, namesTaken(object, others));
  const condition = (type: string, isMet: boolean, reason: string, message: string): Condition => ({
    type,
    status: isMet ? "True" : "False",
    lastTransitionTime: time,
    reason,
    message,
  });
  const approval = approvalOf(object);
  let conditions: readonly Condition[] = status.conditions ?? [];
  if (approval) {
    const { isApproved, reason, message } = approval;
    conditions = withCondition(conditions, condition(APPROVAL, isApproved, reason, message));
  }
  conditions = withCondition(
    conditions,
    condition("NamesAccepted", reason === NO_CONFLICTS, reason, message),
  );
  if (!isTrue(object, "Established")) {
    conditions = withCondition(
      conditions,
      reason === NO_CONFLICTS
        ? condition(
          "Established",
          true,
          "InitialNamesAccepted",
          "the initial names have been accepted",
        )
        : condition("Established", false, "NotAccepted", "not all names are accepted"),
    );
  }
  return { ...status, conditions, acceptedNames: result };
}

const NO_CONFLICTS = "NoConflicts";

/** The condition of the approval. */
const APPROVAL = "KubernetesAPIApprovalPolicyConformant";

function namesTaken({ metadata, spec }: ApiObject, others: readonly ApiObject[]): TakenNames {
  const { group } = spec as unknown as { group: string };
  const taken = others
    .filter((other) => other.metadata.name !== metadata.name && specOf(other).group === group)
    .flatMap((other) => statusOf(other).acceptedNames ?? []);
  const present = (names: readonly (string | undefined)[]) =>
    new Set(names.filter((name): name is string => Boolean(name)));
  return {
    resources: present(
      taken.flatMap(({ plural, singular, shortNames = [] }) => [plural, singular, ...shortNames]),
    ),
    kinds: present(taken.flatMap(({ kind, listKind }) => [kind, listKind])),
  };
}

function decide(
  requested: Names,
  accepted: Names,
  { resources, kinds }: TakenNames,
): { readonly result: Names; readonly reason: string; readonly message: string } {
  const result: Record<string, unknown> = { ...accepted };
  let [reason, message] = [NO_CONFLICTS, "no conflicts found"];
  const inUse = (name: string) => `${JSON.stringify(name)} is already in use`;
  const claim = (
    field: "plural" | "singular" | "kind" | "listKind",
    taken: ReadonlySet<string>,
  ) => {
    const name = requested[field];
    if (name !== undefined && name !== accepted[field] && taken.has(name)) {
      reason = `${field[0]!.toUpperCase()}${field.slice(1)}Conflict`;
      message = inUse(name);
    } else result[field] = name;
  };
  claim("plural", resources);
  claim("singular", resources);
  const short = (requested.shortNames ?? [])
    .filter((name) => !accepted.shortNames?.includes(name) && resources.has(name));
  if (short.length > 0) {
    reason = "ShortNamesConflict";
    const errors = short.map(inUse);
    message = errors.length > 1 ? `[${errors.join(", ")}]` : errors[0]!;
  } else result.shortNames = requested.shortNames;
  claim("kind", kinds);
  claim("listKind", kinds);
  result.categories = requested.categories;
  for (const [name, value] of Object.entries(result)) if (value === undefined) delete result[name];
  return { result: result as unknown as Names, reason, message };
}
