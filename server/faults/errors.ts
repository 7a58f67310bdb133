/**
 * Faults of refusals.
 *
 * @module
 */
import { ApiError } from "../api_error.ts";
import type { Fault } from "./fault.ts";

/** The faults. */
export const errorsFaults: readonly Fault[] = [
  {
    id: "errors/wrong-method-not-found",
    area: "errors",
    description: "A method that a path does not have is answered with 404.",
    reason: "Routes are looked up by method and path in one, and what is not there is not found.",
    breaks: ["errors.wrong-method-not-allowed"],
    install({ exchange }) {
      exchange(({ refuse }) => ({
        refuse(error, request, dialect) {
          const known = error instanceof ApiError && error.reason === "MethodNotAllowed";
          const answer = known ? new ApiError("NotFound", error.message, error.details) : error;
          return refuse(answer, request, dialect);
        },
      }));
    },
  },
];
