/**
 * Mutants of details of the `Accept` header, each of one resource type.
 *
 * @module
 */
import { ApiError, type RequestContext } from "@plumbline/server/api";
import { bugs } from "../../mutant.ts";
import { type Install, on, onRequests } from "../../vocabulary/on.ts";
import { wrap } from "../../vocabulary/wrap.ts";
import { accepts } from "../../vocabulary/target.ts";

/** Negotiates with another `Accept` header for one kind. */
const withAcceptOf = (
  kind: string,
  change: (accept: string | null, context: RequestContext) => string | null,
): Install =>
  wrap("exchange", "appearanceOf", ({ appearanceOf }, context, expectation) => {
    if (expectation.definition?.kind !== kind) return appearanceOf(context, expectation);
    const accept = change(context.request.headers.get("accept"), context);
    const headers = accept === null ? new Headers() : new Headers({ accept });
    const request = new Request(context.request.url, { headers });
    return appearanceOf({ ...context, request }, expectation);
  });

/** The mutants. */
export const acceptDetailMutants = bugs({
  "negotiation/role-patched-before-406": {
    description: "A patch of a Role that gets 406 is stored.",
    reason: "The media type is chosen when the response is written.",
    breaks: "negotiation.not-acceptable-changes-nothing",
    install: on("patch roles").replace(406, async (response, { next }) => {
      await next({ accept: "application/json" });
      return response;
    }),
  },
  "negotiation/yaml-without-accept": {
    description: "ClusterRoles are returned as YAML to a request without `Accept`.",
    reason: "A request without the header was taken for one by a person.",
    breaks: "negotiation.json-without-accept",
    install: withAcceptOf("ClusterRole", (accept) => accept ?? "application/yaml"),
  },
  "negotiation/patched-binding-is-json": {
    description: "A patch of a RoleBinding is answered in JSON although Protobuf is accepted.",
    reason: "The response has the encoding of the request.",
    breaks: ["negotiation.encodings-independent", "exchanges.media-type"],
    install: withAcceptOf(
      "RoleBinding",
      (accept, { info }) => info.verb === "patch" ? "application/json" : accept,
    ),
  },
  "negotiation/quality-ignored": {
    description: "Quality values are ignored for ClusterRoleBindings.",
    reason: "The header is split at commas, and everything unknown in an item is dropped.",
    breaks: "negotiation.quality-orders",
    install: withAcceptOf(
      "ClusterRoleBinding",
      (accept) => accept?.replaceAll(/;q=[\d.]+/g, "") ?? null,
    ),
  },
  "negotiation/form-is-first-parameter": {
    description: "A Table of Secrets is served only if `as` is the first parameter.",
    reason: "The media type is compared as text.",
    breaks: "negotiation.table-parameter-order",
    install: withAcceptOf(
      "Secret",
      (accept) => /;as=/.test(accept ?? "") && !/^\w+\/\w+;as=/.test(accept!) ? "a/b" : accept,
    ),
  },
  "negotiation/any-table-version": {
    description: "A Table of Deployments in any version is answered with one of `v1`.",
    reason: "There is only one version, so the parameter is not read.",
    breaks: "negotiation.table-other-version",
    install: withAcceptOf(
      "Deployment",
      (accept) => accept?.replaceAll(/;v=v\d+/g, ";v=v1") ?? null,
    ),
  },
  "negotiation/status-patch-in-json-only": {
    description: "A patch of the `status` of a Deployment is answered 406 to `Accept` of Protobuf.",
    reason: "The media types of subresources are registered apart, and one was forgotten.",
    breaks: "negotiation.encodings-independent",
    install: on("patch */status")
      .where(accepts("protobuf"))
      .handle(({ next }) => next({ accept: "a/b" })),
  },
  "negotiation/applied-before-406": {
    description: "An apply of a new Secret that gets 406 is stored.",
    reason: "The media type is chosen when the response is written.",
    breaks: "negotiation.not-acceptable-changes-nothing",
    install: on("apply secrets").replace(406, async (response, { next }) => {
      await next({ accept: "application/json" });
      return response;
    }),
  },
  "negotiation/documents-in-one-type": {
    description: "A document about the API is answered 406 if `Accept` lists several types.",
    reason: "The header is compared with the media type as a whole.",
    breaks: "negotiation.documents",
    install: onRequests(({ request, info }) =>
      request.method === "GET" && /^\/api(s|\/v1|s\/apps\/v1)?$/.test(info.path) &&
      (request.headers.get("accept")?.includes(",") ?? false)
    ).handle(({ next }) => next({ accept: "a/b" })),
  },
  "negotiation/watch-reads-first-type": {
    description: "A watch whose first accepted media type is unknown gets 406.",
    reason: "Streams choose their encoder by a header value of their own, with one media type.",
    breaks: "negotiation.some-acceptable-type",
    install: on("watch").where(({ request }) => {
      const types = (request.headers.get("accept") ?? "").split(",");
      return types.length > 1 && !/^ *(\*|application\/(json|vnd|yaml))/.test(types[0]!);
    }).reject(new ApiError("NotAcceptable", "only the first media type is read")),
  },
  "negotiation/status-never-as-table": {
    description: "A get of `status` that accepts a Table only returns the Deployment.",
    reason: "The parameters of the media type are read by the handler of objects alone.",
    breaks: "negotiation.some-acceptable-type",
    install: on("get deployments/status").where(accepts("as=Table")).handle((request) =>
      request.next({ accept: "application/json" })
    ),
  },
  "negotiation/pretty-is-plain-json": {
    description: "A read with `pretty=true` that accepts a Table gets the object or the list.",
    reason: "Indented output is written by an encoder of its own, which has JSON alone.",
    breaks: "negotiation.pretty-keeps-content",
    install: on("get,list", { pretty: "true" }).where(accepts("as=Table")).handle((request) =>
      request.next({ accept: "application/json" })
    ),
  },
});
