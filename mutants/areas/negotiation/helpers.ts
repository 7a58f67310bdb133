/**
 * Helpers of content negotiation mutants.
 *
 * @module
 */
import { ApiError, type RequestContext } from "@plumbline/server/api";
import type { Appearance, Expectation } from "@plumbline/server/parts";
import type { Install } from "../../vocabulary/on.ts";
import { wrap } from "../../vocabulary/wrap.ts";

/** Changes the result of content negotiation. */
export const changingAppearance = (
  change: (appearance: Appearance, expectation: Expectation, context: RequestContext) => Appearance,
): Install =>
  wrap(
    "exchange",
    "appearanceOf",
    async ({ appearanceOf }, context, expectation) =>
      change(await appearanceOf(context, expectation), expectation, context),
  );

/** Returns the error for an unsupported media type. */
export const notAcceptable = (what: string): ApiError =>
  new ApiError("NotAcceptable", `${what} is not supported here`);
