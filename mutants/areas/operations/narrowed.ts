/**
 * Mutants of what an operation takes in one place or at one bound: below a subresource, where a selector
 * leaves one namespace or object, and of integers at the ends of their ranges.
 *
 * @module
 */
import { ApiError, badRequest } from "@plumbline/server/api";
import { bugs } from "../../mutant.ts";
import { on, onRequests } from "../../vocabulary/on.ts";
import { conditionOf } from "../../vocabulary/target.ts";

/** The value that a field selector requires of a field; undefined for another selector. */
const selected = (query: URLSearchParams, field: string): string | undefined =>
  query.get("fieldSelector")?.match(new RegExp(String.raw`^metadata\.${field}==?([^,]+)$`))?.[1];

const BELOW_STATUS = /(\/deployments\/[^/]+\/status)\/.+$/;

export const narrowedMutants = bugs({
  "operations/get-below-status": {
    description: "A get of any path below the `status` of a Deployment returns the Deployment.",
    reason: "The router takes the first segment behind the name, and ignores what follows.",
    breaks: "operations.subresources-listed-only",
    install: onRequests(({ request, info }) =>
      request.method === "GET" && BELOW_STATUS.test(info.path)
    ).handle(({ url, next }) => next({ path: url.pathname.replace(BELOW_STATUS, "$1") })),
  },
  "operations/patch-below-status": {
    description:
      "A merge patch of a path below the `status` of a Deployment patches the Deployment.",
    reason: "What follows the name and is no subresource is dropped.",
    breaks: "operations.subresources-listed-only",
    install: onRequests(({ request, info }) =>
      request.headers.get("content-type") === "application/merge-patch+json" &&
      BELOW_STATUS.test(info.path)
    ).handle(({ url, next }) => next({ path: url.pathname.replace(/\/status\/.+$/, "") })),
  },
  "operations/roles-of-selected-namespace-deleted": {
    description: "A deletecollection of the Roles of all namespaces with a field selector of one " +
      "namespace deletes those.",
    reason: "The path is read as that of the one namespace which the selector leaves.",
    breaks: ["operations.all-namespaces-list-only", "lifecycle.all-namespaces-list-only"],
    install: onRequests(({ request, info, query }) =>
      request.method === "DELETE" && info.resource === "roles" && info.namespace === "" &&
      selected(query, "namespace") !== undefined
    ).handle(({ url, query, next }) =>
      next({
        path: url.pathname.replace(/roles$/, `namespaces/${selected(query, "namespace")}/roles`),
        query: { fieldSelector: undefined },
      })
    ),
  },
  "operations/collection-patched-by-name": {
    description: "A JSON patch of the collection of Secrets with a field selector of one name " +
      "patches this Secret.",
    reason: "The name is taken from the selector where the path has none.",
    breaks: "operations.one-object-verbs",
    install: onRequests((asked) =>
      asked.info.name === "" && selected(asked.query, "name") !== undefined &&
      conditionOf("json-patch secrets")(asked)
    ).handle(({ url, query, next }) =>
      next({
        path: `${url.pathname}/${selected(query, "name")}`,
        query: { fieldSelector: undefined },
      })
    ),
  },
  "operations/list-timeout-of-zero": {
    description: "A list with `timeoutSeconds=0` is answered with a timeout.",
    reason: "A timeout of no seconds is over at once.",
    breaks: "operations.list-parameters",
    install: on("list", { timeoutSeconds: "0" }).reject(
      new ApiError("Timeout", "the list took longer than 0 seconds"),
    ),
  },
  "operations/grace-period-of-32-bits": {
    description: "A delete with a `gracePeriodSeconds` beyond 32 bits is rejected.",
    reason: "All integers of the API are parsed as int32.",
    breaks: "operations.delete-parameters",
    install: on("delete", { gracePeriodSeconds: true }).where(({ query }) =>
      Number(query.get("gracePeriodSeconds")) > 2 ** 31
    ).reject(badRequest("gracePeriodSeconds is out of range")),
  },
});
