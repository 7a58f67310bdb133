/**
 * Answers requests of a server whose store other servers write to.
 *
 * @module
 */
import { ApiError } from "./api_error.ts";
import type { Dialect } from "./dialect.ts";
import { HEALTH_PATH } from "./health/health.ts";
import { refuse } from "./http/response.ts";

/**
 * Returns a function that answers a request once everything can be read that was written before it
 * arrived, by whatever server. Health requests do not wait.
 */
export function caughtUp(
  catchUp: () => Promise<void>,
  dialect: Dialect,
  answer: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (!HEALTH_PATH.test(new URL(request.url).pathname)) {
      try {
        await catchUp();
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        const failure = new ApiError("InternalError", `Internal error occurred: ${message}`);
        return await refuse(failure, request, dialect);
      }
    }
    return await answer(request);
  };
}
