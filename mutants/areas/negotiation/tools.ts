/**
 * What faults of forms of answers are written with.
 *
 * @module
 */
import { ApiError } from "../../../server/api_error.ts";
import type { RequestContext } from "../../../server/context.ts";
import type { Appearance, Expectation } from "../../../server/http/response.ts";
import type { Change, Exchange } from "../../../server/parts.ts";

/** Changes how an answer looks that is settled. */
export const appearing = (
  change: (appearance: Appearance, expectation: Expectation, context: RequestContext) => Appearance,
): Change<Exchange> =>
({ appearanceOf }) => ({
  appearanceOf: async (context, expectation) =>
    change(await appearanceOf(context, expectation), expectation, context),
});

/** The refusal of a form there is not. */
export const notAcceptable = (what: string): ApiError =>
  new ApiError("NotAcceptable", `Cannot answer with ${what}: there is none here`);
