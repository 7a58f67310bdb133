/**
 * Mutants of the endpoints of reviews: their paths, query parameters and bodies.
 *
 * @module
 */
import { bugs } from "../../mutant.ts";
import { on } from "../../vocabulary/on.ts";
import { within, without } from "../../vocabulary/json.ts";
import { rewriteJson } from "../../vocabulary/exchange.ts";

export const reviewEndpointMutants = bugs({
  "reviews/local-without-group": {
    description: "The response to a LocalSubjectAccessReview has the `apiVersion` `v1`.",
    reason: "The response is encoded by a serializer of the core group.",
    breaks: "reviews.api-version-returned",
    install: on("create localsubjectaccessreviews").change((body) => ({
      ...body,
      apiVersion: "v1",
    })),
  },
  "reviews/type-of-untyped-reviews-missing": {
    description: "A review that is sent without a type is answered without one.",
    reason: "The answer is the object that was sent, with a status.",
    breaks: "reviews.api-version-returned",
    install(parts) {
      parts.wire(({ answer }) => ({
        async answer(request) {
          const isReview = request.method === "POST" &&
            /reviews$/.test(new URL(request.url).pathname);
          const sent = isReview ? await request.clone().json().catch(() => ({})) : { kind: "" };
          const response = await answer(request);
          if ("kind" in sent || response.status >= 300) return response;
          const { apiVersion: _, kind: __, ...body } = await response.json();
          return Response.json(body, { status: response.status, headers: response.headers });
        },
      }));
    },
  },
  "reviews/dry-rules-empty": {
    description: "A dry-run SelfSubjectRulesReview lists no rules.",
    reason: "The evaluation is skipped in a dry run, as it were a side effect.",
    breaks: "reviews.parameters-accepted",
    install: on("create selfsubjectrulesreviews", { dryRun: "All" }).changeBody(() => ({})),
  },
  "reviews/rules-metadata-required": {
    description: "A SelfSubjectRulesReview without `metadata` is rejected.",
    reason: "Metadata is validated before it is defaulted.",
    breaks: "reviews.metadata-optional",
    install: on("create selfsubjectrulesreviews").changeBody((body) =>
      body.metadata === undefined ? {} : body
    ),
  },
  "reviews/rules-without-body": {
    description: "A SelfSubjectRulesReview without a body is answered for the namespace `default`.",
    reason: "Every field has a default.",
    breaks: "reviews.body-required",
    install: on("create selfsubjectrulesreviews").handle(async ({ info, text, next }) => {
      if (await text() !== "") return await next();
      const apiVersion = `${info.group}/${info.version}`;
      const spec = { namespace: "default" };
      const body = JSON.stringify({ apiVersion, kind: "SelfSubjectRulesReview", spec });
      return await next({ body });
    }),
  },
  "reviews/self-of-any-kind": {
    description: "A SelfSubjectAccessReview is read from a SubjectAccessReview, too.",
    reason: "Both have the same attributes, and the kind is not compared.",
    breaks: "reviews.body-of-its-kind",
    install: on("create selfsubjectaccessreviews").changeBody((body) =>
      body.kind === "SubjectAccessReview"
        ? {
          ...body,
          kind: "SelfSubjectAccessReview",
          spec: without(within(body, "spec"), "user", "groups"),
        }
        : body
    ),
  },
  "reviews/local-in-default-namespace": {
    description: "LocalSubjectAccessReviews are also served on a path without a namespace.",
    reason: "The route without a namespace was registered for all reviews.",
    breaks: "reviews.local-path-needs-namespace",
    install: on("create localsubjectaccessreviews").where(({ info }) => info.namespace === "")
      .handle(
        async ({ url, object, next }) => {
          const { namespace = "default" } = within(await object(), "spec", "resourceAttributes");
          return await next({ path: url.pathname.replace(/\/\w+$/, `/namespaces/${namespace}$&`) });
        },
      ),
  },
  "reviews/subject-below-namespaces": {
    description: "SubjectAccessReviews are also served below a namespace.",
    reason: "All reviews share the routes of the local one.",
    breaks: "reviews.no-namespace-in-path",
    install: on("create subjectaccessreviews")
      .handle(({ url, next }) => next({ path: url.pathname.replace(/\/namespaces\/[^/]+/, "") })),
  },
  "reviews/rules-dry-run-any-value": {
    description: "A SelfSubjectRulesReview accepts every value of `dryRun`.",
    reason: "Nothing is stored, so that the parameter is not parsed.",
    breaks: "reviews.dry-run-value",
    install: on("create selfsubjectrulesreviews").changeQuery({ dryRun: undefined }),
  },
  "reviews/local-field-validation-any-value": {
    description:
      "A LocalSubjectAccessReview takes every unknown value of `fieldValidation` as `Warn`.",
    reason: "A map lookup falls back to the default.",
    breaks: "reviews.field-validation-value",
    install: on("create localsubjectaccessreviews")
      .where(({ query }) =>
        !["Ignore", "Warn", "Strict"].includes(query.get("fieldValidation") ?? "Warn")
      )
      .changeQuery({ fieldValidation: undefined }),
  },
  "reviews/rules-spec-not-validated": {
    description:
      "An unknown field in the spec of a SelfSubjectRulesReview is ignored under `Strict`.",
    reason: "The spec has one field, which is read without its schema.",
    breaks: "reviews.unknown-fields",
    install: on("create selfsubjectrulesreviews").changeBody((body) => {
      const { namespace } = within(body, "spec");
      return namespace === undefined ? body : { ...body, spec: { namespace } };
    }),
  },
  "reviews/subject-spec-as-sent": {
    description: "A SubjectAccessReview is returned with the unknown fields of its spec.",
    reason: "The response copies the spec of the request instead of the decoded one.",
    breaks: "reviews.unknown-fields-dropped",
    install: on("create subjectaccessreviews").changeResponse(async (response, { object }) => {
      const { spec } = await object() ?? {};
      return spec !== undefined && response.status === 201
        ? await rewriteJson(response, (body) => ({ ...body, spec }))
        : response;
    }),
  },
  "reviews/sent-status-kept-in-local": {
    description: "A LocalSubjectAccessReview keeps `evaluationError` and `reason` of the request.",
    reason: "The status is merged into the object, and only set fields are overwritten.",
    breaks: "reviews.sent-status-ignored",
    install: on("create localsubjectaccessreviews").replace(201, async (response, { object }) => {
      const sent = await object();
      return await rewriteJson(response, (body) => ({
        ...body,
        status: { ...within(sent, "status"), ...within(body, "status") },
      }));
    }),
  },
});
