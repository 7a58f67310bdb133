/**
 * The `Content-Type` of request bodies: its parameters, its absence, and what is not supported.
 *
 * @module
 */
import { type Check, example } from "../../check.ts";
import { everyType } from "../../session/every_type.ts";
import type { HttpRequest } from "../../client/http_client.ts";
import type { RequirementId } from "../../catalogue.ts";
import { asObject, metadataOf } from "../../model/object.ts";
import { collectionPath, type ResourceType, typesOf } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { expectStatus } from "../../session/violation.ts";
import { changeRequest, supports, WRITE_FORMS } from "../../session/write_forms.ts";
import { createObject, expectSameText } from "./requests.ts";

const PARAMETERS = ["; charset=utf-8", ";charset=UTF-8"];

/** Checks of request bodies. */
export const REQUEST_BODIES: readonly Check[] = [
  example({
    id: "negotiation/content-type-parameters",
    title: "Every write accepts its media type with the parameter `charset=utf-8`",
    requirements: ["negotiation.content-type-parameters"],
    uses: ["strategic-merge-patch", "server-side-apply"],
    run: async (scope) => {
      const requirement = "negotiation.content-type-parameters";
      let count = 0;
      const withParameter = (request: HttpRequest): HttpRequest => {
        const type = request.headers?.["content-type"] ?? "application/json";
        const parameter = PARAMETERS[count++ % PARAMETERS.length]!;
        return {
          ...request,
          headers: { ...request.headers, "content-type": `${type}${parameter}` },
        };
      };
      const forms = WRITE_FORMS.filter((form) => supports(scope.target, form));
      const types = typesOf(scope.target);
      await everyType(scope, types, async (type) => {
        const { object } = await createObject(scope, { resource: type.resource, operation: "get" });
        // Each type starts with the other parameter.
        count = types.indexOf(type);
        for (const form of forms) {
          const change = { metadata: { annotations: { written: form } } };
          const request = changeRequest(scope, type, object, form, change);
          await expectWritten(requirement, scope, withParameter(request), form);
        }
        const request = createRequest(scope, type);
        await expectWritten(requirement, scope, withParameter(request), "create");
      });
    },
  }),
  example({
    id: "negotiation/no-content-type",
    version: 2,
    title:
      "A body without a `Content-Type` is read as JSON, and one without a `Content-Length` whole",
    requirements: ["negotiation.json-without-content-type", "negotiation.body-in-chunks"],
    run: async (scope) => {
      const requirement = "negotiation.json-without-content-type";
      await everyType(scope, typesOf(scope.target), async (type) => {
        const { object } = await createObject(scope, { resource: type.resource, operation: "get" });
        const { resourceVersion = "" } = metadataOf(object);
        const precondition = type.conditionalUpdates && { resourceVersion };
        const change = { metadata: { annotations: { written: "update" }, ...precondition } };
        const update = changeRequest(scope, type, object, "update", change);
        // A patch needs its media type.
        if (update.method === "PUT") {
          await expectWritten(requirement, scope, withoutType(update), "update");
        }
        await expectWritten(requirement, scope, withoutType(createRequest(scope, type)), "create");
      });
      const [type] = typesOf(scope.target);
      const request = inChunks(createRequest(scope, type!, "in chunks"));
      await expectWritten("negotiation.body-in-chunks", scope, request, "create");
    },
  }),
];

/** Returns the request of a create that the annotation `written` marks. */
function createRequest(scope: Scope, type: ResourceType, name = "another"): HttpRequest {
  const object = scope.newObject(type, { name });
  const metadata = { ...metadataOf(object), annotations: { written: "create" } };
  const namespace = type.namespaced ? scope.namespaces[0] : undefined;
  const path = collectionPath(type, scope.target.dialect, namespace);
  return { method: "POST", path, body: { ...object, metadata } };
}

/** Returns a request whose body is sent as bytes, for which no header is added. */
function withoutType({ body, headers, ...request }: HttpRequest): HttpRequest {
  const { "content-type": _type, ...others } = headers ?? {};
  return { ...request, headers: others, bytes: new TextEncoder().encode(JSON.stringify(body)) };
}

/** Returns a request whose body is sent in chunks, as HTTP/1.1 has them. */
function inChunks(request: HttpRequest): HttpRequest {
  const type = { "content-type": "application/json", accept: "application/json" };
  return { ...request, headers: { ...type, "transfer-encoding": "chunked" }, bare: true };
}

/** Sends a write and expects its annotation in the response. */
async function expectWritten(
  requirement: RequirementId,
  scope: Scope,
  request: HttpRequest,
  written: string,
): Promise<void> {
  const response = await scope.send(request);
  expectStatus(requirement, response, 200, 201, 202);
  const { annotations } = metadataOf(asObject(response.json) ?? {});
  expectSameText(requirement, String(asObject(annotations)?.written), written);
}
