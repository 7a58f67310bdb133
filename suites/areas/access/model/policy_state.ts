/**
 * The state of a small policy with an aggregated ClusterRole, and what it permits to two users.
 *
 * @module
 */

/** The resources whose lists rules permit. */
export const LISTED = ["secrets", "deployments", "rolebindings"] as const;

/** ClusterRoles whose rules the aggregated one may contain. */
const SOURCES = ["pipes", "taps", "drains"] as const;

/**
 * The objects: sources, the ClusterRole `whole` that aggregates them, the Role `own`, bindings of
 * these two to Ann, and a RoleBinding of `whole` to Cat.
 */
export const MEMBERS = [
  ...SOURCES,
  "whole",
  "own",
  "binding of whole",
  "binding of own",
  "binding here of whole",
] as const;

/** The users: what a RoleBinding permits shows only where no other binding permits it. */
export const USERS = ["ann", "cat"] as const;

/** The name of a user. */
export type User = typeof USERS[number];

/** The name of an object. */
export type Member = typeof MEMBERS[number];

/** What a write sets; an object has the parts that its kind has. */
export interface Content {
  /** The resources that its rules permit to list. */
  readonly resources: readonly string[];
  /** The value of the label that selectors match. */
  readonly label: string;
  /** The values of the label that the aggregation selects. */
  readonly selectors: readonly string[];
  /** True if one selector with an expression selects them. */
  readonly byExpression: boolean;
  /** True if the user is the subject of a binding. */
  readonly isBound: boolean;
}

/** The objects that exist. */
export type MemberContents = { readonly [Name in Member]?: Content | undefined };

/** Returns true for a ClusterRole whose rules may be aggregated. */
export const isSource = (member: Member): boolean => SOURCES.some((source) => source === member);

/**
 * Returns the resources that a user may list in the namespace of the Role and the RoleBindings.
 *
 * @param options.user Ann by default.
 * @param options.aggregates False if `whole` has rules of its own, as no server aggregates any.
 */
export function allowedBy(
  policy: MemberContents,
  { aggregates, user = "ann" }: { readonly aggregates: boolean; readonly user?: User },
): readonly string[] {
  const { whole, own } = policy;
  const [ofWhole, ofOwn] = [policy["binding of whole"], policy["binding of own"]];
  const aggregated = SOURCES.flatMap((source) => {
    const { label, resources } = policy[source] ?? {};
    return label !== undefined && whole?.selectors.includes(label) ? resources! : [];
  });
  const rules = whole === undefined ? [] : aggregates ? aggregated : whole.resources;
  if (user === "cat") return policy["binding here of whole"]?.isBound ? rules : [];
  return [
    ...(ofWhole?.isBound ? rules : []),
    ...(ofOwn?.isBound ? own?.resources ?? [] : []),
  ];
}
