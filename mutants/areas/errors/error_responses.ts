/**
 * Mutants of error responses: codes, Status bodies, and requests that should fail.
 *
 * @module
 */
import { bugs } from "../../mutant.ts";
import { ApiError, badRequest, type JsonObject, type RequestInfo } from "@plumbline/server/api";
import { asObject } from "@plumbline/server/resources";
import { objectsOf } from "../../vocabulary/json.ts";
import { type Install, on } from "../../vocabulary/on.ts";
import { responseOf, rewriteJson } from "../../vocabulary/exchange.ts";
import { wrap } from "../../vocabulary/wrap.ts";

/** Replaces some errors by other ones. */
function replacingErrors(
  when: (error: ApiError, request: Request) => boolean,
  replace: (error: ApiError) => ApiError,
): Install {
  return wrap("exchange", "refuse", ({ refuse }, error, request, dialect) =>
    refuse(
      error instanceof ApiError && when(error, request) ? replace(error) : error,
      request,
      dialect,
    ));
}

/** Changes the Status of errors with one reason. */
function changingStatus(reason: string, change: (status: JsonObject) => JsonObject): Install {
  return wrap("exchange", "refuse", async ({ refuse }, error, request, dialect) => {
    const answer = await refuse(error, request, dialect);
    return error instanceof ApiError && error.reason === reason
      ? await rewriteJson(answer, change)
      : answer;
  });
}

/** Returns the items of a list; none of another object. */
const itemsIn = (list: JsonObject | undefined): readonly JsonObject[] =>
  String(list?.kind).endsWith("List") ? objectsOf(list?.items) : [];

export const errorResponseMutants = bugs({
  "errors/wrong-method-not-found": {
    description: "An unsupported method on a known path is answered with 404 instead of 405.",
    reason: "Routes are looked up by method and path at once.",
    breaks: "errors.wrong-method-not-allowed",
    install: replacingErrors(
      ({ reason }) => reason === "MethodNotAllowed",
      ({ message, details }) => new ApiError("NotFound", message, details),
    ),
  },
  "errors/post-to-object-creates": {
    description: "A POST to the path of an object is treated as a POST to its collection.",
    reason: "The name is in the body, so the name in the path is ignored.",
    breaks: "errors.wrong-method-not-allowed",
    install: wrap("exchange", "readRequestInfo", ({ readRequestInfo }, method, path, watches) => {
      const info = readRequestInfo(method, path, watches);
      return method === "POST" && info.isResource && info.name && !info.subresource
        ? { ...info, verb: "create", name: "" }
        : info;
    }),
  },
  "errors/taken-name-is-invalid": {
    description: "A create of an existing name is answered with 422 instead of 409.",
    reason: "A name in use is treated as an invalid value.",
    breaks: "errors.taken-name-conflicts",
    install: replacingErrors(
      ({ reason }) => reason === "AlreadyExists",
      ({ message, details }) =>
        new ApiError("Invalid", message, {
          ...details,
          causes: [{ reason: "FieldValueDuplicate", field: "metadata.name", message }],
        }),
    ),
  },
  "errors/deletion-is-idempotent": {
    description: "A delete of an object that does not exist is answered with 200 instead of 404.",
    reason: "The intended state is reached, so the request is considered successful.",
    breaks: ["errors.missing-object-not-found", "lifecycle.missing-is-rejected"],
    install: on("delete").whenRejected("NotFound", () => {
      const value = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success" };
      return Promise.resolve({ kind: "value", status: 200, value });
    }),
  },
  "errors/patch-of-missing-conflicts": {
    description: "A patch of an object that does not exist is answered with 409 instead of 404.",
    reason: "The read-modify-write loop treats the missing object as a lost race.",
    breaks: "errors.missing-object-not-found",
    install: replacingErrors(
      ({ reason }, { method }) => reason === "NotFound" && method === "PATCH",
      ({ message, details }) => new ApiError("Conflict", message, details),
    ),
  },
  "errors/any-version-served": {
    description: "A request to an unknown API version such as `v77` is answered as `v1`.",
    reason: "The version is parsed as a number and falls back to a default.",
    breaks: "errors.unserved-path-not-found",
    install: wrap("exchange", "readRequestInfo", ({ readRequestInfo }, method, path, watches) => {
      const info = readRequestInfo(method, path, watches);
      return /^v\d\d+$/.test(info.version) ? { ...info, version: "v1" } : info;
    }),
  },
  "errors/malformed-body-is-invalid": {
    description: "A body that cannot be parsed is answered with 422 instead of 400.",
    reason: "Parser errors are reported as validation errors.",
    breaks: "errors.malformed-body-bad-request",
    install: wrap("steps", "readBody", async ({ readBody }, write) => {
      try {
        await readBody(write);
      } catch (error) {
        const isMalformed = error instanceof ApiError && error.reason === "BadRequest";
        if (!isMalformed || !write.sendsObject) throw error;
        throw new ApiError("Invalid", error.message, error.details);
      }
    }),
  },
  "errors/stale-update-precondition-failed": {
    description: "A PUT at a stale resourceVersion is answered with 400 instead of 409.",
    reason: "A stale resourceVersion was considered a client error.",
    breaks: "errors.stale-resource-version-conflicts",
    install: replacingErrors(
      ({ reason }, { method }) => reason === "Conflict" && method === "PUT",
      ({ message }) => badRequest(message),
    ),
  },
  "errors/not-found-in-plain-text": {
    description:
      "A delete of an object that does not exist is answered with plain text instead of a Status.",
    reason: "The handler uses a helper of the web framework.",
    breaks: "errors.error-has-status-body",
    install: wrap(
      "exchange",
      "refuse",
      ({ refuse }, error, request, dialect) =>
        error instanceof ApiError && error.reason === "NotFound" && request.method === "DELETE"
          ? Promise.resolve(new Response("404 page not found\n", { status: 404 }))
          : refuse(error, request, dialect),
    ),
  },
  "errors/conflict-without-code": {
    description: "The Status of a conflict has `code: 0`.",
    reason: "`code` is set where a Status is created from an HTTP error, which this one is not.",
    breaks: "errors.status-has-code",
    install: changingStatus("Conflict", (status) => ({ ...status, code: 0 })),
  },
  "errors/bad-request-without-message": {
    description: "The Status of a malformed body has an empty `message`.",
    reason: "The message of the parser could reveal the body and was removed.",
    breaks: "errors.status-has-reason-and-message",
    install: changingStatus("BadRequest", (status) => ({ ...status, message: "" })),
  },
  "errors/list-created-one-by-one": {
    description: "A create whose body is a list creates every item.",
    reason: "The loop over the items of a file was moved from the client to the server.",
    breaks: "errors.create-takes-one-object",
    install: on("create").handle(async ({ object, next }) => {
      const items = itemsIn(await object());
      if (items.length === 0) return await next();
      const responses = [];
      for (const item of items) responses.push(await next({ body: JSON.stringify(item) }));
      return responses[0]!;
    }),
  },
  "errors/first-of-list-created": {
    description: "A create whose body is a list is rejected after its first item was created.",
    reason: "The decoder passes on each object when it is complete and notices the others later.",
    breaks: "errors.create-takes-one-object",
    install: on("create").handle(async ({ object, next }) => {
      const [first] = itemsIn(await object());
      if (first === undefined) return await next();
      await next({ body: JSON.stringify(first) });
      return responseOf(badRequest("Cannot create more than one object at once"));
    }),
  },
  "errors/status-found-by-name": {
    description: "`/status` of an object can be read without its namespace in the path.",
    reason: "Subresources are looked up in an index of names without namespaces.",
    breaks: "errors.subresource-of-one-object",
    install(parts) {
      const places = new Map<string, string>();
      wrap("storage", "transact", ({ transact }, key, write) => {
        places.set(key.name, key.namespace);
        return transact(key, write);
      })(parts);
      const findPlace = (info: RequestInfo): RequestInfo =>
        info.subresource && info.namespace === ""
          ? { ...info, namespace: places.get(info.name) ?? "" }
          : info;
      wrap(
        "exchange",
        "readRequestInfo",
        ({ readRequestInfo }, method, path, watches) =>
          findPlace(readRequestInfo(method, path, watches)),
      )(parts);
    },
  },
  "errors/apply-needs-no-namespace": {
    description: "An apply creates an object in a namespace that does not exist.",
    reason: "Only the handler of POST looks for the namespace.",
    breaks: "errors.missing-namespace",
    install: wrap("admission", "admit", async ({ admit }, write) => {
      try {
        await admit(write);
      } catch (error) {
        const isApply = objectsOf(write.object?.metadata.managedFields)
          .some(({ operation }) => operation === "Apply");
        const isMissing = error instanceof ApiError && error.reason === "NotFound";
        if (write.verb !== "create" || !isApply || !isMissing) throw error;
      }
    }),
  },
  "errors/missing-namespace-is-internal-error": {
    description: "A create of a RoleBinding in a namespace that does not exist fails with 500.",
    reason: "The namespace is read without a look at whether there is one.",
    breaks: ["errors.missing-namespace", "exchanges.no-internal-error"],
    install: replacingErrors(
      ({ reason }, { method, url }) =>
        reason === "NotFound" && method === "POST" && url.endsWith("/rolebindings"),
      () => new ApiError("InternalError", "undefined is not an object"),
    ),
  },
  "errors/first-cause-of-deployments": {
    description: "The Status of an invalid Deployment has the first cause only.",
    reason: "Validation ends with the first error.",
    breaks: "errors.cause-for-each-field",
    install: changingStatus("Invalid", (status) => {
      const details = asObject(status.details);
      if (!details || !/^deployments?$/i.test(String(details.kind))) return status;
      const causes = Array.isArray(details.causes) ? details.causes.slice(0, 1) : [];
      return { ...status, details: { ...details, causes } };
    }),
  },
  "errors/missing-is-invalid": {
    description: "The cause for a required field that is missing has the reason of another value.",
    reason: "All rules of a field report the same reason.",
    breaks: "errors.cause-for-each-field",
    install: changingCauses((cause) => ({
      ...cause,
      ...(cause.reason === "FieldValueRequired" && { reason: "FieldValueInvalid" }),
    })),
  },
  "errors/causes-without-index": {
    description: "The cause for an item of a list names the list without the item's index.",
    reason: "The items are validated by a function that does not know where they are.",
    breaks: "errors.cause-for-each-field",
    install: changingCauses((cause) => ({
      ...cause,
      field: String(cause.field).replace(/\[\d+\]/, ""),
    })),
  },
});

/** Changes each cause of an object that is invalid. */
function changingCauses(change: (cause: JsonObject) => JsonObject): Install {
  return changingStatus("Invalid", (status) => {
    const details = asObject(status.details);
    if (!details || !Array.isArray(details.causes)) return status;
    const causes = details.causes.map((cause) => change(asObject(cause) ?? {}));
    return { ...status, details: { ...details, causes } };
  });
}
