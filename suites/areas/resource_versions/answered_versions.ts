/**
 * Checks of the resourceVersions that writes answer while other clients write.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, Discard, property } from "../../check.ts";
import { asClient } from "../../client/current_client.ts";
import type { HttpResponse, JsonObject } from "../../client/http_client.ts";
import { asObject, metadataOf, nameOf, resourceVersionOf } from "../../model/object.ts";
import { typeNamed } from "../../resources/mod.ts";
import { Objects, rejected, succeeded } from "../../session/objects.ts";
import { describeResponse } from "../../session/violation.ts";
import { verify } from "../../verify.ts";

const WRITES = ["update", "merge patch", "create again", "create again"] as const;

interface AnsweredCase {
  readonly resource: string;
  /** The writes of each client, all to an object of its own. */
  readonly clients: readonly (readonly (typeof WRITES[number])[])[];
}

/** The check. */
export const ANSWERED_VERSIONS: readonly Check[] = [
  property<AnsweredCase>({
    id: "resource-versions/answers-among-writes",
    share: 0.3,
    title: "The resourceVersion that a write answers is the object's, whatever else is written",
    requirements: ["resource-versions.answered-version"],
    arbitrary: (target) =>
      fc.record({
        resource: resourceName(target),
        clients: fc.array(
          fc.array(fc.constantFrom(...WRITES), { minLength: 1, maxLength: 3, size: "max" }),
          { minLength: 3, maxLength: 5, size: "max" },
        ),
      }),
    run: async (scope, { resource, clients }) => {
      const objects = new Objects(scope, typeNamed(scope.target, resource));
      const run = async (writes: readonly (typeof WRITES[number])[], client: number) => {
        let object = await objects.create(objects.newObject(`object ${client}`));
        for (const [number, write] of writes.entries()) {
          const response = await performed(objects, object, write, `${client} ${number}`);
          object = asObject(response.json) ?? {};
          await expectAnswered(objects, object, write, response.exchange);
        }
      };
      await Promise.all(
        clients.map((writes, client) =>
          asClient(`client ${client + 1}`, () => run(writes, client))
        ),
      );
    },
  }),
];

/** Performs a write; one that is rejected decides nothing, as other checks are about it. */
async function performed(
  objects: Objects,
  object: JsonObject,
  write: typeof WRITES[number],
  note: string,
): Promise<HttpResponse> {
  const response = await send(objects, object, write, note);
  if (succeeded(response)) return response;
  throw rejected(response, `the ${write} was rejected`);
}

async function send(
  objects: Objects,
  object: JsonObject,
  write: typeof WRITES[number],
  note: string,
): Promise<HttpResponse> {
  const annotations = { note };
  switch (write) {
    case "update":
      return await objects.put({ ...object, metadata: { ...metadataOf(object), annotations } });
    case "merge patch":
      return await objects.patch(object, { metadata: { annotations } });
    case "create again": {
      const { name, namespace, labels } = metadataOf(object);
      await objects.remove(object);
      const metadata = { name: name!, ...(namespace && { namespace }), labels: labels! };
      return await objects.post({ ...object, metadata: { ...metadata, annotations } });
    }
  }
}

/** Expects a get to show the answered version: no other client writes to the object. */
async function expectAnswered(
  objects: Objects,
  answered: JsonObject,
  write: typeof WRITES[number],
  exchange: number | undefined,
): Promise<void> {
  const path = objects.pathOf(answered);
  const response = await objects.scope.send({ method: "GET", path });
  if (response.status === 404) throw new Discard("the object was deleted");
  if (!succeeded(response)) throw new Discard(`a read was rejected: ${describeResponse(response)}`);
  const now = asObject(response.json) ?? {};
  const version = resourceVersionOf(answered);
  const actual = resourceVersionOf(now);
  verify("resource-versions.answered-version", {
    holds: version === undefined || actual === version,
    expected: `${nameOf(answered)} at version ${version}, as the ${write} was answered`,
    actual: `${nameOf(answered)} at version ${actual}`,
    exchanges: [exchange, response.exchange].filter((each) => each !== undefined),
  });
}
