/**
 * Known differences of custom resources, each with its reason.
 *
 * @module
 */
import { type Explanation, explanations, whole } from "../requests/explained/explanation.ts";

/** The known differences. */
export const DEFINITION_EXPLANATIONS: readonly Explanation[] = explanations({
  "methods-of-custom-resources": {
    endsSequence: true,
    reason: "A path without the method is answered 405. The real server looks for the namespace " +
      "and the name of a custom resource first, and creates one by a POST to a name; it answers what " +
      "it does to a create, also 406 and 415, and 500 to one with a resourceVersion.",
    reconcile: whole(({ reference, real }) =>
      reference.status === 405 &&
      [201, 400, 403, 404, 406, 409, 415, 422, 500].includes(real.status)
    ),
  },
  "which-first-of-custom-resources": {
    reason: "If several things are wrong with a request, either may be reported first.",
    reconcile: whole(({ request, reference, real }) =>
      request.method !== "GET" && reference.status !== real.status &&
      [reference, real].every(({ status }) => [400, 409, 422].includes(status))
    ),
  },
});
