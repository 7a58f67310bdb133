/**
 * Several accepted media types in the reads that have code of their own: watches, and gets of
 * `status`.
 *
 * @module
 */
import { enumerated } from "../../arbitraries/combinations.ts";
import { type Check, property } from "../../check.ts";
import { asObject } from "../../model/object.ts";
import { namesOf } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { expectStatus } from "../../session/violation.ts";
import { createObject, mediaTypeOf, mediaTypes, readRequest, unsupported } from "./requests.ts";
import { verify } from "../../verify.ts";

const REQUIREMENT = "negotiation.some-acceptable-type";

/** Checks of these reads. */
export const OTHER_READS: readonly Check[] = [
  property<string>({
    id: "negotiation/types-of-other-reads",
    title: "A watch and a get of `status` are answered in one of several accepted media types",
    requirements: [REQUIREMENT],
    ...enumerated((target) => namesOf(target)),
    run: async (scope, resource) => {
      const { read } = await createObject(scope, { resource, operation: "list" });
      for (const types of acceptedTypes(scope)) {
        const accept = types.join(", ");
        const query = { ...read.query, resourceVersion: "0", timeoutSeconds: "5" };
        const stream = await scope.watch({ path: read.path, query, headers: { accept } });
        await stream.close();
        scope.note("watch");
        expectStatus(REQUIREMENT, stream.response, 200);
      }
      if (resource === "deployments") await verifyStatus(scope);
    },
  }),
];

/** Returns lists of media types; each has JSON, which every server has. */
function acceptedTypes({ target }: Scope): string[][] {
  const { json, protobuf } = mediaTypes(target.dialect);
  return [[unsupported(1), json], [unsupported(2), unsupported(3), "*/*"], [protobuf, json]];
}

/** Gets the status of the deployment: as a Table only if Tables of it are served. */
async function verifyStatus(scope: Scope): Promise<void> {
  const { path } = readRequest(scope, { resource: "deployments", operation: "get" });
  const { table } = mediaTypes(scope.target.dialect);
  for (const types of [...acceptedTypes(scope), [table]]) {
    const accept = types.join(", ");
    const response = await scope.send({
      method: "GET",
      path: `${path}/status`,
      headers: { accept },
    });
    scope.note("get of status");
    if (types.length > 1) {
      expectStatus(REQUIREMENT, response, 200);
      continue;
    }
    const isTable = mediaTypeOf(response) === "application/json" &&
      asObject(response.json)?.kind === "Table";
    verify(REQUIREMENT, {
      holds: isTable || response.status === 406,
      expected: "a Table or 406, as nothing else is accepted",
      actual: `${response.status} ${mediaTypeOf(response)} ${asObject(response.json)?.kind}`,
    });
  }
}
