/**
 * Faults of refusals: how they look, and what should be one.
 *
 * @module
 */
import { ApiError, badRequest } from "../../../server/api_error.ts";
import type { RequestInfo } from "../../../server/context.ts";
import type { Json, JsonObject } from "../../../server/object.ts";
import type { VerbRequest } from "../../../server/registry/registry.ts";
import { asObject } from "../../../server/registry/resource.ts";
import type { Mutant } from "../../mutant.ts";
import type { Seams } from "../../../server/parts.ts";
import { rewriteJson } from "../../changes.ts";

/** Says another reason for some refusals. */
function saying(
  { exchange }: Seams,
  when: (error: ApiError, request: Request) => boolean,
  say: (error: ApiError) => ApiError,
): void {
  exchange(({ refuse }) => ({
    refuse: (error, request, dialect) =>
      refuse(
        error instanceof ApiError && when(error, request) ? say(error) : error,
        request,
        dialect,
      ),
  }));
}

/** Writes the Status of the refusals of one reason otherwise. */
function writing(
  { exchange }: Seams,
  reason: string,
  change: (status: JsonObject) => JsonObject,
): void {
  exchange(({ refuse }) => ({
    async refuse(error, request, dialect) {
      const answer = await refuse(error, request, dialect);
      return error instanceof ApiError && error.reason === reason
        ? await rewriteJson(answer, change)
        : answer;
    },
  }));
}

/** The request with another body. */
function withBody(request: VerbRequest, value: Json | undefined): VerbRequest {
  const body = () => Promise.resolve(new TextEncoder().encode(JSON.stringify(value)));
  return { ...request, context: { ...request.context, body } };
}

/** The faults. */
export const refusalMutants: readonly Mutant[] = [
  {
    id: "errors/wrong-method-not-found",
    area: "errors",
    description: "A method that a path does not have is answered with 404.",
    reason: "Routes are looked up by method and path in one, and what is not there is not found.",
    breaks: ["errors.wrong-method-not-allowed"],
    install(seams) {
      saying(
        seams,
        ({ reason }) => reason === "MethodNotAllowed",
        ({ message, details }) => new ApiError("NotFound", message, details),
      );
    },
  },
  {
    id: "errors/post-to-object-creates",
    area: "errors",
    description: "A POST to an object's path is taken for one to its collection.",
    reason: "The name is in the body anyway, so that the path's was thought not to matter.",
    breaks: ["errors.wrong-method-not-allowed"],
    install({ exchange }) {
      exchange(({ readRequestInfo }) => ({
        readRequestInfo(method, path, watches) {
          const info = readRequestInfo(method, path, watches);
          return method === "POST" && info.isResource && info.name && !info.subresource
            ? { ...info, verb: "create", name: "" }
            : info;
        },
      }));
    },
  },
  {
    id: "errors/taken-name-is-invalid",
    area: "errors",
    description: "A create under a taken name is answered 422, with a cause for the name.",
    reason: "A name that cannot be had was taken for one that is not allowed.",
    breaks: ["errors.taken-name-conflicts"],
    install(seams) {
      saying(
        seams,
        ({ reason }) => reason === "AlreadyExists",
        ({ message, details }) =>
          new ApiError("Invalid", message, {
            ...details,
            causes: [{ reason: "FieldValueDuplicate", field: "metadata.name", message }],
          }),
      );
    },
  },
  {
    id: "errors/deletion-is-idempotent",
    area: "errors",
    description: "A deletion of what is not there is answered as one that succeeded.",
    reason: "Who deletes wants it gone, and gone it is.",
    breaks: ["errors.missing-object-not-found", "lifecycle.missing-is-refused"],
    install({ verbs }) {
      verbs((verbs) => ({
        async delete(registry, request) {
          try {
            return await verbs.delete(registry, request);
          } catch (error) {
            if (!(error instanceof ApiError) || error.reason !== "NotFound") throw error;
            const value = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success" };
            return { kind: "value", status: 200, value };
          }
        },
      }));
    },
  },
  {
    id: "errors/patch-of-nothing-conflicts",
    area: "errors",
    description: "A patch of an object that is not there is answered 409.",
    reason: "A patch reads and writes in a loop, and that the object is gone looks like a race.",
    breaks: ["errors.missing-object-not-found"],
    install(seams) {
      saying(
        seams,
        ({ reason }, { method }) => reason === "NotFound" && method === "PATCH",
        ({ message, details }) => new ApiError("Conflict", message, details),
      );
    },
  },
  {
    id: "errors/any-version-served",
    area: "errors",
    description: "A version that nobody serves is answered as the stable one.",
    reason: "The version was parsed as a number with defaults around it.",
    breaks: ["errors.unserved-path-not-found"],
    install({ exchange }) {
      exchange(({ readRequestInfo }) => ({
        readRequestInfo(method, path, watches) {
          const info = readRequestInfo(method, path, watches);
          return /^v\d\d+$/.test(info.version) ? { ...info, version: "v1" } : info;
        },
      }));
    },
  },
  {
    id: "errors/cut-body-is-invalid",
    area: "errors",
    description: "A body that breaks off is answered 422.",
    reason: "What the parser cannot read was taken for what the validation does not like.",
    breaks: ["errors.malformed-body-bad-request"],
    install({ steps }) {
      steps(({ readDocument }) => ({
        async readDocument(context, dialect, expected) {
          try {
            return await readDocument(context, dialect, expected);
          } catch (error) {
            if (!(error instanceof ApiError) || error.reason !== "BadRequest") throw error;
            throw new ApiError("Invalid", error.message, error.details);
          }
        },
      }));
    },
  },
  {
    id: "errors/stale-update-precondition-failed",
    area: "errors",
    description: "An update of an earlier version is answered 400 where it is a PUT.",
    reason: "A version that is not the current one was thought to be a mistake of the client.",
    breaks: ["errors.stale-resource-version-conflicts"],
    install(seams) {
      saying(
        seams,
        ({ reason }, { method }) => reason === "Conflict" && method === "PUT",
        ({ message }) => badRequest(message),
      );
    },
  },
  {
    id: "errors/not-found-in-plain-text",
    area: "errors",
    description: "That an object to delete is not there is said in plain text.",
    reason: "The one handler written by hand used the helper of the web framework.",
    breaks: ["errors.error-has-status-body"],
    install({ exchange }) {
      exchange(({ refuse }) => ({
        refuse: (error, request, dialect) =>
          error instanceof ApiError && error.reason === "NotFound" && request.method === "DELETE"
            ? Promise.resolve(new Response("404 page not found\n", { status: 404 }))
            : refuse(error, request, dialect),
      }));
    },
  },
  {
    id: "errors/conflict-without-code",
    area: "errors",
    description: "The Status of a conflict bears the code 0.",
    reason: "The code is set where a Status is made from an HTTP error, which this one was not.",
    breaks: ["errors.status-has-code"],
    install: (seams) => writing(seams, "Conflict", (status) => ({ ...status, code: 0 })),
  },
  {
    id: "errors/bad-request-says-nothing",
    area: "errors",
    description: "A Status of a body that cannot be read has an empty message.",
    reason: "The parser's message might show what was sent, so that it was left out.",
    breaks: ["errors.status-has-reason-and-message"],
    install: (seams) => writing(seams, "BadRequest", (status) => ({ ...status, message: "" })),
  },
  {
    id: "errors/list-created-one-by-one",
    area: "errors",
    description: "A create of a list makes all that is in it.",
    reason: "Files often hold lists, and the client's loop over them was moved to the server.",
    breaks: ["errors.create-takes-one-object"],
    install({ verbs }) {
      verbs(({ create }) => ({
        async create(registry, request) {
          const items = itemsOf(await request.context.body());
          if (!items) return await create(registry, request);
          const results = [];
          for (const item of items) results.push(await create(registry, withBody(request, item)));
          return results[0]!;
        },
      }));
    },
  },
  {
    id: "errors/first-of-list-created",
    area: "errors",
    description: "A create of a list is refused when its first object is made already.",
    reason: "The reader hands on each object as it is complete, and notices the others later.",
    breaks: ["errors.create-takes-one-object"],
    install({ verbs }) {
      verbs(({ create }) => ({
        async create(registry, request) {
          const items = itemsOf(await request.context.body());
          if (!items) return await create(registry, request);
          await create(registry, withBody(request, items[0]));
          throw badRequest("Cannot create more than one object at once");
        },
      }));
    },
  },
  {
    id: "errors/status-found-by-name",
    area: "errors",
    description: "The status of an object can be read across namespaces, by its name alone.",
    reason: "Subresources find their object by an index of names that knows no namespaces.",
    breaks: ["errors.subresource-of-one-object"],
    install({ exchange, storage }) {
      const places = new Map<string, string>();
      storage(({ transact }) => ({
        transact(key, write) {
          places.set(key.name, key.namespace);
          return transact(key, write);
        },
      }));
      const findPlace = (info: RequestInfo): RequestInfo =>
        info.subresource && info.namespace === ""
          ? { ...info, namespace: places.get(info.name) ?? "" }
          : info;
      exchange(({ readRequestInfo }) => ({
        readRequestInfo: (method, path, watches) =>
          findPlace(readRequestInfo(method, path, watches)),
      }));
    },
  },
];

/** What a list in JSON holds; undefined where the body is no list. */
function itemsOf(bytes: Uint8Array) {
  try {
    const { kind, items } = asObject(JSON.parse(new TextDecoder().decode(bytes))) ?? {};
    return String(kind).endsWith("List") && Array.isArray(items) ? items : undefined;
  } catch {
    return undefined;
  }
}
