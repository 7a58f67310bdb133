/**
 * Mutants of the endpoints of reviews: their paths, query parameters and bodies.
 *
 * @module
 */
import { asObject } from "../../../server/registry/resource.ts";
import type { JsonObject } from "../../../server/object.ts";
import type { PartChanges } from "../../../server/parts.ts";
import { rewriteJson } from "../../helpers.ts";
import { bugs } from "../../mutant.ts";

const RULES = /\/selfsubjectrulesreviews$/;
const SUBJECT = /\/subjectaccessreviews$/;
const LOCAL = /\/localsubjectaccessreviews$/;
const SELF = /\/selfsubjectaccessreviews$/;

/** A request for a review, with its parsed body if it is JSON. */
interface ReviewRequest {
  readonly url: URL;
  readonly body: JsonObject | undefined;
  readonly text: string;
}

/** Changes creates of a review: returns the changed parts of a request, or undefined. */
function changingRequests(
  { wire }: PartChanges,
  path: RegExp,
  change: (request: ReviewRequest) => { url?: URL; body?: JsonObject } | undefined,
): void {
  wire(({ answer }) => ({
    async answer(request) {
      const url = new URL(request.url);
      if (request.method !== "POST" || !path.test(url.pathname)) return await answer(request);
      const text = await request.text();
      const changed = change({ url, body: parsed(text), text });
      const { method } = request;
      const headers = new Headers(request.headers);
      const body = changed?.body === undefined ? text : JSON.stringify(changed.body);
      headers.delete("content-length");
      return await answer(new Request(changed?.url ?? url, { method, headers, body }));
    },
  }));
}

function parsed(text: string): JsonObject | undefined {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Returns a URL without a query parameter. */
function without(url: URL, name: string): URL {
  const changed = new URL(url);
  changed.searchParams.delete(name);
  return changed;
}

export const reviewEndpointMutants = bugs({
  "reviews/local-without-group": {
    description: "The response to a LocalSubjectAccessReview has the `apiVersion` `v1`.",
    reason: "The response is encoded by a serializer of the core group.",
    breaks: "reviews.api-version-returned",
    install({ wire }) {
      wire(({ answer }) => ({
        async answer(request) {
          const response = await answer(request);
          const isReview = LOCAL.test(new URL(request.url).pathname) && response.status === 201;
          return isReview
            ? await rewriteJson(response, (body) => ({ ...body, apiVersion: "v1" }))
            : response;
        },
      }));
    },
  },
  "reviews/dry-rules-empty": {
    description: "A dry-run SelfSubjectRulesReview lists no rules.",
    reason: "The evaluation is skipped in a dry run, as it were a side effect.",
    breaks: "reviews.parameters-accepted",
    install(parts) {
      changingRequests(
        parts,
        RULES,
        ({ url }) => url.searchParams.get("dryRun") === "All" ? { body: {} } : undefined,
      );
    },
  },
  "reviews/rules-metadata-required": {
    description: "A SelfSubjectRulesReview without `metadata` is rejected.",
    reason: "Metadata is validated before it is defaulted.",
    breaks: "reviews.metadata-optional",
    install(parts) {
      changingRequests(
        parts,
        RULES,
        ({ body }) => body && body.metadata === undefined ? { body: {} } : undefined,
      );
    },
  },
  "reviews/rules-without-body": {
    description: "A SelfSubjectRulesReview without a body is answered for the namespace `default`.",
    reason: "Every field has a default.",
    breaks: "reviews.body-required",
    install(parts) {
      changingRequests(parts, RULES, ({ text, url }) => {
        const [, group = ""] = /\/apis\/([^/]+)\//.exec(url.pathname) ?? [];
        const kind = "SelfSubjectRulesReview";
        const spec = { namespace: "default" };
        return text === "" ? { body: { apiVersion: `${group}/v1`, kind, spec } } : undefined;
      });
    },
  },
  "reviews/self-of-any-kind": {
    description: "A SelfSubjectAccessReview is read from a SubjectAccessReview, too.",
    reason: "Both have the same attributes, and the kind is not compared.",
    breaks: "reviews.body-of-its-kind",
    install(parts) {
      changingRequests(parts, SELF, ({ body }) => {
        if (body?.kind !== "SubjectAccessReview") return undefined;
        const { user: _user, groups: _groups, ...spec } = asObject(body.spec) ?? {};
        return { body: { ...body, kind: "SelfSubjectAccessReview", spec } };
      });
    },
  },
  "reviews/local-in-default-namespace": {
    description: "LocalSubjectAccessReviews are also served on a path without a namespace.",
    reason: "The route without a namespace was registered for all reviews.",
    breaks: "reviews.local-path-needs-namespace",
    install(parts) {
      changingRequests(parts, LOCAL, ({ url, body }) => {
        if (url.pathname.includes("/namespaces/")) return undefined;
        const attributes = asObject(asObject(body?.spec)?.resourceAttributes);
        const changed = new URL(url);
        const namespace = String(attributes?.namespace ?? "default");
        changed.pathname = url.pathname.replace(LOCAL, `/namespaces/${namespace}$&`);
        return { url: changed };
      });
    },
  },
  "reviews/subject-below-namespaces": {
    description: "SubjectAccessReviews are also served below a namespace.",
    reason: "All reviews share the routes of the local one.",
    breaks: "reviews.no-namespace-in-path",
    install(parts) {
      changingRequests(parts, SUBJECT, ({ url }) => {
        const changed = new URL(url);
        changed.pathname = url.pathname.replace(/\/namespaces\/[^/]+/, "");
        return { url: changed };
      });
    },
  },
  "reviews/rules-dry-run-any-value": {
    description: "A SelfSubjectRulesReview accepts every value of `dryRun`.",
    reason: "Nothing is stored, so that the parameter is not parsed.",
    breaks: "reviews.dry-run-value",
    install(parts) {
      changingRequests(parts, RULES, ({ url }) => ({ url: without(url, "dryRun") }));
    },
  },
  "reviews/local-field-validation-any-value": {
    description:
      "A LocalSubjectAccessReview takes every unknown value of `fieldValidation` as `Warn`.",
    reason: "A map lookup falls back to the default.",
    breaks: "reviews.field-validation-value",
    install(parts) {
      changingRequests(parts, LOCAL, ({ url }) => {
        const isKnown = ["Ignore", "Warn", "Strict"]
          .includes(url.searchParams.get("fieldValidation") ?? "Warn");
        return isKnown ? undefined : { url: without(url, "fieldValidation") };
      });
    },
  },
  "reviews/rules-spec-not-validated": {
    description:
      "An unknown field in the spec of a SelfSubjectRulesReview is ignored under `Strict`.",
    reason: "The spec has one field, which is read without its schema.",
    breaks: "reviews.unknown-fields",
    install(parts) {
      changingRequests(parts, RULES, ({ body }) => {
        const { namespace } = asObject(body?.spec) ?? {};
        return body && namespace !== undefined
          ? { body: { ...body, spec: { namespace } } }
          : undefined;
      });
    },
  },
  "reviews/subject-spec-as-sent": {
    description: "A SubjectAccessReview is returned with the unknown fields of its spec.",
    reason: "The response copies the spec of the request instead of the decoded one.",
    breaks: "reviews.unknown-fields-dropped",
    install({ wire }) {
      wire(({ answer }) => ({
        async answer(request) {
          const sent = SUBJECT.test(new URL(request.url).pathname) && request.method === "POST"
            ? parsed(await request.clone().text())
            : undefined;
          const response = await answer(request);
          const { spec } = sent ?? {};
          return spec !== undefined && response.status === 201
            ? await rewriteJson(response, (body) => ({ ...body, spec }))
            : response;
        },
      }));
    },
  },
  "reviews/sent-status-kept-in-local": {
    description: "A LocalSubjectAccessReview keeps `evaluationError` and `reason` of the request.",
    reason: "The status is merged into the object, and only set fields are overwritten.",
    breaks: "reviews.sent-status-ignored",
    install({ wire }) {
      wire(({ answer }) => ({
        async answer(request) {
          if (!LOCAL.test(new URL(request.url).pathname)) return await answer(request);
          const sent = await request.clone().json().catch(() => ({}));
          const response = await answer(request);
          if (response.status !== 201) return response;
          return await rewriteJson(response, (body) => ({
            ...body,
            status: { ...asObject(sent.status), ...asObject(body.status) },
          }));
        },
      }));
    },
  },
});
