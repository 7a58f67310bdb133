/**
 * Whether error responses have a Status as their body, or one that cannot be read, and are errors.
 *
 * @module
 */
import { codeOfFailure } from "@plumbline/reports/hidden_errors";
import type { HttpResponse } from "../../client/http_client.ts";
import { readResponse } from "../../model/exchanges/forms.ts";
import { asObject } from "../../model/object.ts";
import type { Behaviour, Seen } from "./behaviour.ts";
import { refusalInWatch } from "./refused_watches.ts";
import { withJson } from "./json_answer.ts";

/** Encodings of a Status that are not parsed here. */
const OTHER_ENCODINGS = /yaml|protobuf/;

/** The requirements that no error without a Status can meet. Of those of credentials, a status is enough. */
const OF_BODIES =
  /^errors\.(?!missing|unknown|unauth)|reason|details|conflict-names|rejected$|-gone$|error-in-any-form/;

const isUnreadable = ({ mediaType, answer }: Seen): boolean =>
  /json/.test(mediaType) && answer === undefined;

/** Returns the code of the Status of a failure that is answered with a success; undefined if it is none. */
function hiddenCode({ status, json }: Pick<HttpResponse, "status" | "json">): number | undefined {
  return status < 200 || status >= 300 ? undefined : codeOfFailure(asObject(json));
}

const isHiddenError = ({ status, answer }: Seen): boolean =>
  hiddenCode({ status, json: answer }) !== undefined;

/** What a target does whose errors have no Status, or another status than theirs. */
export const ERROR_BODIES: readonly Behaviour[] = [
  {
    id: "errors are answered with a success",
    name: "A request that fails is answered with a 2xx status: only the Status in the body says so",
    // A client takes a write that failed for one that is stored.
    harm: "data-loss",
    isEvident: true,
    states: /^errors\.missing-object-not-found$/,
    concerns: isHiddenError,
    shows: (seen) => seen.filter(isHiddenError),
    relieve: () => ({
      // A Status may be in YAML or Protobuf, too.
      response: (response) => ({
        ...response,
        status: hiddenCode(readResponse(response)) ?? response.status,
      }),
      refused: refusalInWatch,
    }),
  },
  {
    id: "errors cannot be read",
    name: "The body of an error response is no valid JSON",
    violates: OF_BODIES,
    concerns: ({ status }) => status >= 400,
    shows: (seen) => seen.filter((one) => one.status >= 400 && isUnreadable(one)),
    relieve: () => ({
      response: (response) =>
        response.status >= 400 && response.json === undefined &&
          /json/.test(response.headers.get("content-type") ?? "")
          ? withStatus(response)
          : response,
    }),
  },
  {
    id: "errors have no Status",
    name: "An error response has no Status as its body",
    violates: OF_BODIES,
    concerns: ({ status }) => status >= 400,
    shows: (seen) =>
      seen.filter((one) =>
        one.status >= 400 && one.answer?.kind !== "Status" && !isUnreadable(one) &&
        !OTHER_ENCODINGS.test(one.mediaType)
      ),
    relieve: () => ({
      response: (response) =>
        response.status < 400 || asObject(response.json)?.kind === "Status" ||
          OTHER_ENCODINGS.test(response.headers.get("content-type") ?? "")
          ? response
          : withStatus(response),
    }),
  },
];

const REASONS: Readonly<Record<number, string>> = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  405: "MethodNotAllowed",
  406: "NotAcceptable",
  409: "Conflict",
  410: "Expired",
  413: "RequestEntityTooLarge",
  415: "UnsupportedMediaType",
  422: "Invalid",
  429: "TooManyRequests",
  500: "InternalError",
  503: "ServiceUnavailable",
  504: "Timeout",
};

/** Returns an error with a Status that says what its text does. */
function withStatus(response: HttpResponse): HttpResponse {
  const { status: code, text } = response;
  const headers = new Headers(response.headers);
  headers.set("content-type", "application/json");
  const stated = withJson(response, {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: text.trim() || `error ${code}`,
    reason: REASONS[code] ?? "",
    code,
  });
  return { ...stated, headers };
}
