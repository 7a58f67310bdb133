/**
 * The reviews: virtual types, of which a POST performs an operation.
 *
 * @module
 */
import type { Target } from "../client/target.ts";

/** A type of reviews. */
export interface ReviewType {
  /** The name in the URL. */
  readonly resource: string;
  readonly kind: string;
  /** The first label of its group. */
  readonly group: "authorization" | "authentication";
  readonly version: string;
  /** True if its path has a namespace. */
  readonly namespaced: boolean;
}

/** Returns the identity of the caller: an alpha version, off by default. It has no `spec`. */
export const IDENTITY_REVIEW: ReviewType = {
  resource: "selfsubjectreviews",
  kind: "SelfSubjectReview",
  group: "authentication",
  version: "v1alpha1",
  namespaced: false,
};

const authorization = (kind: string, namespaced = false): ReviewType => ({
  resource: `${kind.toLowerCase()}s`,
  kind,
  group: "authorization",
  version: "v1",
  namespaced,
});

/** All reviews. */
export const REVIEW_TYPES: readonly ReviewType[] = [
  authorization("LocalSubjectAccessReview", true),
  authorization("SelfSubjectAccessReview"),
  authorization("SelfSubjectRulesReview"),
  authorization("SubjectAccessReview"),
  IDENTITY_REVIEW,
];

/** The kinds of the reviews of access by their names in the URL. */
export const REVIEW_KINDS: Readonly<Record<string, string>> = Object.fromEntries(
  REVIEW_TYPES.filter((each) => each !== IDENTITY_REVIEW).map((
    { resource, kind },
  ) => [resource, kind]),
);

/**
 * Returns the reviews that a target is expected to serve: none if it was found to lack reviews.
 * SelfSubjectReview is expected only where discovery lists it; beside chosen types, every review
 * that discovery lists, or all others if it lists none.
 */
export function reviewsOf(
  { lacks, types, served = [] }: Pick<Target, "lacks" | "types" | "served">,
): readonly ReviewType[] {
  if (lacks?.includes("reviews")) return [];
  const discovered = REVIEW_TYPES.filter(({ resource, group, version }) =>
    served.some(({ apiVersion, name }) =>
      name === resource && apiVersion.startsWith(`${group}.`) && apiVersion.endsWith(`/${version}`)
    )
  );
  if (types !== undefined && discovered.length > 0) return discovered;
  return REVIEW_TYPES.filter((each) => each !== IDENTITY_REVIEW || discovered.includes(each));
}

/**
 * Returns the review with this name in the URL.
 *
 * @throws {RangeError} if there is none
 */
export function reviewNamed(resource: string): ReviewType {
  const found = REVIEW_TYPES.find((each) => each.resource === resource);
  if (found === undefined) throw new RangeError(`Cannot find the review "${resource}"`);
  return found;
}
