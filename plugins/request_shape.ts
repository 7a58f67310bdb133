/**
 * The words by which rules and expectations name requests.
 *
 * @module
 */
import { oneWord, type Shape, shape } from "@plumbline/server/shape";

/** The verbs of the API, and the methods of requests that are about no resource. */
const VERBS = [
  ...["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"],
  ...["post", "put", "head", "options", "trace", "connect"],
];

/** A verb. */
export const VERB: Shape = oneWord(VERBS);

/** A resource in one of the forms that name it, empty for none. */
export const RESOURCE: Shape = shape(
  "a plural name in lower case, as pods, deployments.apps or pods/status",
  (value) => typeof value === "string" && /^[a-z0-9./-]*$/.test(value),
);
