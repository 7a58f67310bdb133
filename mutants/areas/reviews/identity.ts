/**
 * Mutants of SelfSubjectReview: an endpoint of its own, beside those of the other reviews.
 *
 * @module
 */
import { bugs } from "../../mutant.ts";
import { rewriteJson } from "../../vocabulary/exchange.ts";
import { within } from "../../vocabulary/json.ts";
import { on } from "../../vocabulary/on.ts";
import { wrap } from "../../vocabulary/wrap.ts";

const BODY = JSON.stringify({
  apiVersion: "authentication.svc.io/v1alpha1",
  kind: "SelfSubjectReview",
});

export const identityReviewMutants = bugs({
  "reviews/identity-by-get": {
    description: "A GET of the path of SelfSubjectReviews returns a review.",
    reason: "The identity is read, and nothing is created.",
    breaks: "reviews.create-only",
    install: on("list selfsubjectreviews").handle(({ next }) =>
      next({ method: "POST", type: "application/json", body: BODY })
    ),
  },
  "reviews/identity-by-put": {
    description: "A PUT of a SelfSubjectReview with a name is answered like a POST.",
    reason: "A router with one handler for both methods.",
    breaks: "reviews.create-only",
    install: on("update selfsubjectreviews").handle(({ url, next }) =>
      next({ method: "POST", path: url.pathname.replace(/\/[^/]+$/, "") })
    ),
  },
  "reviews/identity-without-credentials": {
    description: "A SelfSubjectReview without credentials returns the anonymous user.",
    reason: "Callers that are not authenticated are users, too.",
    breaks: ["errors.missing-review", "errors.missing-credentials-unauthorized"],
    install: wrap("exchange", "authenticate", ({ authenticate }, request) => {
      const isOpen = new URL(request.url).pathname.endsWith("/selfsubjectreviews");
      return isOpen && !request.headers.has("authorization")
        ? { name: "system:anonymous", uid: "", groups: ["system:masters"], extra: {} }
        : authenticate(request);
    }),
  },
  "reviews/identity-dry-run-any-value": {
    description: "A SelfSubjectReview accepts every value of `dryRun`.",
    reason: "Nothing is stored, so that the parameter is not parsed.",
    breaks: "reviews.dry-run-value",
    install: on("create selfsubjectreviews").changeQuery({ dryRun: undefined }),
  },
  "reviews/identity-not-in-dry-run": {
    description: "A dry-run SelfSubjectReview has no `userInfo`.",
    reason: "The identity is filled in where an object would be stored.",
    breaks: "reviews.parameters-accepted",
    install: on("create selfsubjectreviews", { dryRun: "All" })
      .change((body) => ({ ...body, status: {} })),
  },
  "reviews/identity-not-validated": {
    description: "An unknown field of a SelfSubjectReview is ignored under `Strict`.",
    reason: "The body is not read, as it says nothing.",
    breaks: ["reviews.unknown-fields", "field-validation.review-fields"],
    install: on("create selfsubjectreviews", { fieldValidation: "Strict" }).changeBody(
      ({ apiVersion = "", kind = "" }) => ({ apiVersion, kind }),
    ),
  },
  "reviews/identity-of-any-kind": {
    description: "A SelfSubjectReview is read from an object of any kind.",
    reason: "The body is not read, as it says nothing.",
    breaks: "reviews.body-of-its-kind",
    install: on("create selfsubjectreviews").changeBody(({ apiVersion = "" }) => ({
      apiVersion,
      kind: "SelfSubjectReview",
    })),
  },
  "reviews/identity-keeps-sent-extra": {
    description: "A SelfSubjectReview keeps extra attributes that were sent in its `status`.",
    reason: "The identity is merged into the object that was sent.",
    breaks: "reviews.sent-status-ignored",
    install: on("create selfsubjectreviews").replace(201, async (response, { object }) => {
      const { extra } = within(await object(), "status", "userInfo");
      return extra === undefined ? response : await rewriteJson(response, (body) => ({
        ...body,
        status: { userInfo: { ...within(body, "status", "userInfo"), extra } },
      }));
    }),
  },
  "reviews/identity-in-json-only": {
    description: "A SelfSubjectReview is answered in JSON although Protobuf is requested.",
    reason: "The alpha type was not registered with the Protobuf serializer.",
    breaks: "negotiation.not-acceptable",
    install: on("create selfsubjectreviews").handle(({ next }) =>
      next({ accept: "application/json" })
    ),
  },
});
