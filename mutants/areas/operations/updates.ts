/**
 * Mutants of updates that create.
 *
 * @module
 */
import type { JsonObject } from "../../../server/object.ts";
import { notFound } from "../../../server/api_error.ts";
import { asObject, storageKey } from "../../../server/registry/resource.ts";
import { bugs } from "../../mutant.ts";

/** The mutants. */
export const updateMutants = bugs({
  "operations/removed-objects-come-back": {
    description: "A PUT of an object that was removed creates it again, under another uid.",
    reason: "The uid is compared with that of the object, and there is none.",
    breaks: "operations.update-of-removed-rejected",
    install({ wire }) {
      wire(({ answer }) => ({
        async answer(request) {
          if (request.method !== "PUT") return await answer(request);
          const text = await request.text();
          const response = await answer(new Request(request, { body: text }));
          if (response.status !== 409 || !(await response.clone().text()).includes("UID in")) {
            return response;
          }
          const object: JsonObject = JSON.parse(text);
          const { uid: _uid, ...metadata } = asObject(object.metadata) ?? {};
          const body = JSON.stringify({ ...object, metadata });
          return await answer(new Request(request, { body }));
        },
      }));
    },
  },
  "operations/updates-of-roles-create-nothing": {
    description: "A PUT of a Role that does not exist is answered with 404.",
    reason: "Creation is left to POST.",
    breaks: "operations.updates-create",
    install({ verbs }) {
      verbs(({ update }) => ({
        async update(registry, request) {
          const { definition, context: { info } } = request;
          const { namespace, name } = info;
          const key = { resource: storageKey(definition), namespace, name };
          if (definition.kind === "Role" && !await registry.storage.get(key)) {
            throw notFound(definition, name);
          }
          return await update(registry, request);
        },
      }));
    },
  },
});
