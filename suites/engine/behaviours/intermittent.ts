/**
 * The behaviours that show now and then: a server refuses a request, and answers the same one the next
 * time.
 *
 * @module
 */
import type { HttpRequest } from "../../client/http_client.ts";
import { hasOwnCredentials } from "../../client/retrying_client.ts";
import type { Behaviour, Relief } from "./behaviour.ts";

/** How often a request is sent again: one in three may be refused, and a run has many thousands. */
const MOST = 12;

/** The behaviours that show now and then. */
export const INTERMITTENT_BEHAVIOURS: readonly Behaviour[] = [
  {
    id: "valid credentials are answered with 401",
    name: "Requests with valid credentials are answered with 401 now and then",
    refusal: "401",
    shows: (seen) => {
      const known = new Set(
        seen.filter(({ status }) => status >= 200 && status < 300).map(({ identity }) => identity),
      );
      return seen.filter((one) =>
        one.status === 401 && !one.hasOwnCredentials && known.has(one.identity)
      );
    },
    relieve: () => sendingAgain((status, request) => status === 401 && !hasOwnCredentials(request)),
  },
  {
    id: "requests are answered with a 5xx status now and then",
    name: "Requests are answered with a 5xx status now and then",
    refusal: "5xx",
    shows: (seen) => seen.filter(({ status }) => status >= 500),
    relieve: () => sendingAgain((status) => status >= 500),
  },
];

/** Sends requests again that are refused so. */
function sendingAgain(
  isRefused: (status: number, request: Pick<HttpRequest, "identity" | "headers">) => boolean,
): Relief {
  return {
    async response(response, request, again) {
      let last = response;
      for (let tries = 0; isRefused(last.status, request) && tries < MOST; tries++) {
        last = await again();
      }
      return last;
    },
    reopens: (status) => isRefused(status, {}),
  };
}
