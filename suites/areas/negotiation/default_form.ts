/**
 * The form of a response that a request leaves to the server.
 *
 * @module
 */
import { enumerated } from "../../arbitraries/combinations.ts";
import { type Check, property } from "../../check.ts";
import type { Target } from "../../client/target.ts";
import { type OperationOnType, operationsOn } from "../../session/operations.ts";
import { verify } from "../../verify.ts";
import {
  casesOf,
  DRY_RUN_OPTIONS,
  encodedRequest,
  type FormCase,
  hasBodyIn,
  hasResponse,
  preparedRequest,
} from "./every_operation.ts";
import { mediaTypeOf } from "./requests.ts";

/** An operation on each type, and the form of its body: none of them decides that of the response. */
interface DefaultCase {
  readonly at: readonly OperationOnType[];
  readonly form: "json" | FormCase["form"];
}

function defaultCases(target: Target): DefaultCase[] {
  const inJson = Map.groupBy(
    operationsOn(target).filter(hasResponse),
    ({ operation }) => operation,
  );
  return [
    ...[...inJson.values()].map((at): DefaultCase => ({ at, form: "json" })),
    ...casesOf(target, hasBodyIn),
  ];
}

/** Checks of the form of a response that a request leaves to the server. */
export const DEFAULT_FORM: readonly Check[] = [
  property<DefaultCase>({
    id: "negotiation/default-form",
    title:
      "Every operation with `Accept: */*` or `application/*` returns JSON, whatever the form of its body",
    version: 2,
    requirements: ["negotiation.json-by-default"],
    uses: ["reviews", "protobuf", "yaml"],
    ...enumerated(defaultCases),
    run: async (scope, { at, form }) => {
      for (const each of at) {
        scope.note(`${each.operation} from ${form}`);
        const prepared = await preparedRequest(scope, each);
        const isDeletion = each.operation.startsWith("delete");
        const request = form === "json" ? prepared : await encodedRequest(
          scope,
          each,
          form,
          isDeletion ? { ...prepared, body: DRY_RUN_OPTIONS } : prepared,
        );
        const accept = form === "yaml" ? "application/*" : "*/*";
        const headers = { ...request.headers, accept };
        const response = await scope.send({ ...request, headers });
        // Whether the server reads such a body is a requirement of its own.
        if (response.status >= 300) continue;
        verify("negotiation.json-by-default", {
          expected: `${each.operation} of ${each.resource} returns application/json`,
          actual: `${each.operation} of ${each.resource} returns ${mediaTypeOf(response)}`,
        });
      }
    },
  }),
];
