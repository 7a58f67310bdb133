/**
 * The kinds of the specification in its own dialect, each in each API version, with valid objects.
 *
 * @module
 */
import type { JsonObject } from "@plumbline/server/api";
import { pathOf, type ResourceKind } from "../requests/kinds/kind.ts";
import { SPECIFICATION } from "../requests/kinds/specification.ts";

/** A valid object of a kind in one API version. */
export interface Kind {
  /** The path of its collection. */
  readonly path: string;
  /** A valid object, named `a` if it has a name. */
  readonly object: JsonObject;
  /** True if the only verb is create. */
  readonly isReview: boolean;
}

/** Returns a value with the API groups and the Protobuf type of the specification. */
export const specified = <Value>(value: Value): Value =>
  JSON.parse(
    JSON.stringify(value).replaceAll(".k8s.io", ".svc.io").replaceAll("vnd.kubernetes", "vnd.svc"),
  );

const objectsOf = (kind: ResourceKind): readonly Kind[] =>
  (kind.full ?? [kind.body]).map(({ metadata, ...rest }) => ({
    path: specified(pathOf(kind)),
    object: kind.isReview
      ? specified(rest)
      : specified({ metadata: { name: "a", ...metadata as JsonObject }, ...rest }),
    isReview: kind.isReview ?? false,
  }));

/** All kinds. */
export const KINDS: readonly Kind[] = SPECIFICATION.flatMap(objectsOf);
