/**
 * Helpers of content negotiation mutants.
 *
 * @module
 */
import { ApiError } from "../../../server/api_error.ts";
import type { RequestContext } from "../../../server/context.ts";
import type { Appearance, Expectation } from "../../../server/http/response.ts";
import type { Change, Exchange } from "../../../server/parts.ts";

/** Changes the result of content negotiation. */
export const changingAppearance = (
  change: (appearance: Appearance, expectation: Expectation, context: RequestContext) => Appearance,
): Change<Exchange> =>
({ appearanceOf }) => ({
  appearanceOf: async (context, expectation) =>
    change(await appearanceOf(context, expectation), expectation, context),
});

/** Returns the error for an unsupported media type. */
export const notAcceptable = (what: string): ApiError =>
  new ApiError("NotAcceptable", `${what} is not supported here`);
