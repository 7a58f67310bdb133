/**
 * Changes of responses that the mutants of exchanges share.
 *
 * @module
 */
import type { JsonObject } from "../../../server/object.ts";
import type { PartChanges } from "../../../server/parts.ts";
import { changingJson, rewriteJson } from "../../helpers.ts";

/** Returns the metadata of an object. */
export const metadataOf = (body: JsonObject): JsonObject => (body.metadata ?? {}) as JsonObject;

/** Returns an object with changed metadata. */
export const withMetadata = (body: JsonObject, changed: JsonObject): JsonObject => ({
  ...body,
  metadata: { ...metadataOf(body), ...changed },
});

/** Returns a test for the paths of a type's objects. */
export const isObjectOf = (resource: string) => (url: URL): boolean =>
  new RegExp(`/${resource}/[^/]+$`).test(url.pathname);

/** Returns a test for the paths of a type's collections. */
export const isCollectionOf = (resource: string) => (url: URL): boolean =>
  url.pathname.endsWith(`/${resource}`);

/** Changes the objects that a get of a type returns. */
export const changingGets = (
  parts: PartChanges,
  resource: string,
  change: (body: JsonObject) => JsonObject,
): void =>
  changingJson(
    parts,
    (url, { method }) => method === "GET" && isObjectOf(resource)(url),
    (body) => body.kind === "Table" || body.kind === "PartialObjectMetadata" ? body : change(body),
  );

/** Changes the lists of a type. */
export const changingLists = (
  parts: PartChanges,
  resource: string,
  change: (body: JsonObject) => JsonObject,
): void =>
  changingJson(
    parts,
    (url, { method }) => method === "GET" && isCollectionOf(resource)(url),
    (body) => Array.isArray(body.items) ? change(body) : body,
  );

/** Changes the metadata of each item of the lists of a type. */
export const changingItems = (
  parts: PartChanges,
  resource: string,
  change: (metadata: JsonObject) => JsonObject,
): void =>
  changingLists(parts, resource, (body) => ({
    ...body,
    items: (body.items as JsonObject[]).map((item) => ({
      ...item,
      metadata: change(metadataOf(item)),
    })),
  }));

/** Changes the Status of errors. */
export const changingErrors = (
  { wire }: PartChanges,
  concerns: (request: Request, response: Response) => boolean,
  change: (body: JsonObject) => JsonObject,
): void =>
  wire(({ answer }) => ({
    async answer(request) {
      const response = await answer(request);
      return response.status >= 400 && concerns(request, response)
        ? await rewriteJson(response, change)
        : response;
    },
  }));
