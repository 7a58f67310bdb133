/**
 * Mutants of updates that create.
 *
 * @module
 */
import type { JsonObject } from "../../../server/object.ts";
import { asObject } from "../../../server/registry/resource.ts";
import type { Mutant } from "../../mutant.ts";

/** The mutants. */
export const updateMutants: readonly Mutant[] = [
  {
    id: "operations/removed-objects-come-back",
    area: "operations",
    description: "A PUT of an object that was removed creates it again, under another uid.",
    reason: "The uid is compared with that of the object, and there is none.",
    breaks: ["operations.update-of-removed-rejected"],
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
];
