/**
 * Helpers of content negotiation mutants.
 *
 * @module
 */
import { ApiError, type RequestContext } from "@plumbline/server/api";
import type { Appearance, Change, Exchange, Expectation } from "@plumbline/server/parts";

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
