/**
 * Checks that 201 means that an object was created.
 *
 * @module
 */
import { type Check, example } from "../../check.ts";
import type { HttpRequest } from "../../client/http_client.ts";
import type { Scope } from "../../scope.ts";
import { typesOf } from "../../resources/mod.ts";
import { everyType } from "../../session/every_type.ts";
import { expectStatus } from "../../session/violation.ts";
import { metadataOf } from "../../model/object.ts";
import { Existing, PATCH_FORMS, PATCHES, patchForms } from "./objects.ts";

const WRITES = [
  "POST",
  "PUT",
  "PUT of a missing object",
  "apply of a missing object",
  ...PATCH_FORMS,
] as const;

/** Checks of status codes. */
export const STATUS_CODES: readonly Check[] = [
  example({
    id: "operations/created-status",
    title: "A PUT or an apply returns 201 if it creates an object",
    requirements: ["operations.created-status"],
    run: async (scope) => {
      const forms: readonly string[] = patchForms(scope.target);
      await everyType(scope, typesOf(scope.target), async (type) => {
        const existing = await Existing.create(scope, type);
        for (const write of WRITES) {
          if (write in PATCHES && !forms.includes(write)) continue;
          if (write.startsWith("apply") && !forms.includes("apply")) continue;
          const response = await scope.send(requestOf(scope, existing, write));
          expectStatus("operations.created-status", response, ...statusesOf(write));
        }
      });
    },
  }),
];

/** Returns the status codes of a write; the specification permits several where nothing is new. */
function statusesOf(write: typeof WRITES[number]): [number, ...number[]] {
  if (write === "POST") return [201, 200, 202];
  // A server may leave creation to POST.
  if (write === "PUT of a missing object") return [201, 404, 405, 409];
  return write.endsWith("missing object") ? [201] : [200, 201];
}

function requestOf(
  scope: Scope,
  existing: Existing,
  write: typeof WRITES[number],
): HttpRequest {
  const { type } = existing;
  const query = { fieldManager: "plumbline-codes", force: "true" };
  const missing = { path: existing.path(false, write) };
  switch (write) {
    case "POST":
      return {
        method: "POST",
        path: existing.collection(),
        body: scope.newObject(type, { name: write }),
      };
    case "PUT": {
      const { resourceVersion } = metadataOf(existing.object);
      const object = scope.newObject(type, { labels: { changed: "yes" } });
      const body = type.conditionalUpdates
        ? { ...object, metadata: { ...metadataOf(object), resourceVersion: resourceVersion! } }
        : object;
      return { method: "PUT", path: existing.path(), body };
    }
    case "PUT of a missing object":
      return { method: "PUT", ...missing, body: scope.newObject(type, { name: write }) };
    case "apply of a missing object":
      return { method: "PATCH", ...missing, ...existing.patch("apply", write), query };
    default: {
      const patch = existing.patch(write);
      const path = existing.path();
      return { method: "PATCH", path, ...patch, ...(write === "apply" && { query }) };
    }
  }
}
