/**
 * Faults of content negotiation.
 *
 * @module
 */
import { ApiError } from "../api_error.ts";
import type { Fault } from "./fault.ts";

/** The faults. */
export const negotiationFaults: readonly Fault[] = [
  {
    id: "negotiation/json-whatever-is-accepted",
    area: "negotiation",
    description: "Who accepts nothing the server has is answered in JSON.",
    reason: "An answer in some form seemed more useful than none.",
    breaks: ["negotiation.not-acceptable"],
    install({ exchange }) {
      exchange(({ appearanceOf }) => ({
        async appearanceOf(context, expectation) {
          try {
            return await appearanceOf(context, expectation);
          } catch (error) {
            if (!(error instanceof ApiError) || error.reason !== "NotAcceptable") throw error;
            const request = new Request(context.request.url);
            return await appearanceOf({ ...context, request }, expectation);
          }
        },
      }));
    },
  },
];
