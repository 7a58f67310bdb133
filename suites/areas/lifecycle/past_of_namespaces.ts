/**
 * What was in a namespace before it was deleted: later pages, exact lists and watches still show it, as
 * long as the server keeps the history.
 *
 * @module
 */
import { enumerated } from "../../arbitraries/combinations.ts";
import { type Check, Discard, property } from "../../check.ts";
import type { HttpResponse, JsonObject, WatchDocument } from "../../client/http_client.ts";
import type { Target } from "../../client/target.ts";
import { asObject, metadataOf, uidOf } from "../../model/object.ts";
import { describeEvents } from "../../model/watch_oracle.ts";
import { typeNamed, typesServing } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { accepted, Objects } from "../../session/objects.ts";
import {
  createNamespace,
  dropNamespaceFinalizers,
  namespacePath,
} from "../../session/own_namespace.ts";
import { describeResponse } from "../../session/violation.ts";
import { verify } from "../../verify.ts";

const REQUIREMENT = "lifecycle.past-of-deleted-namespace";

/** The objects in the namespace: more than a page has. */
const COUNT = 3;

/** The longest time that the deletion of a namespace may take, in milliseconds. */
const TIMEOUT = 10_000;

/** Milliseconds between two looks at what is left. */
const PAUSE = 250;

/** Checks of what was in namespaces. */
export const PAST_OF_NAMESPACES: readonly Check[] = [
  property<string>({
    id: "lifecycle/past-of-deleted-namespace",
    title: "Pages, exact lists and watches from before the deletion of a namespace are whole",
    requirements: [REQUIREMENT],
    needs: ["created namespaces"],
    early: true,
    ...enumerated(typesIn),
    run: async (scope, resource) => {
      const namespace = await createNamespace(scope, "past");
      const objects = new Objects(scope, typeNamed(scope.target, resource));
      const created: JsonObject[] = [];
      for (let at = 0; at < COUNT; at++) {
        created.push(await objects.create(objects.newObject(`past ${at}`, {}, { namespace })));
      }
      const path = objects.collectionOf(created[0]!);
      const read = (query: Readonly<Record<string, string>>) =>
        scope.send({ method: "GET", path, query: { labelSelector: scope.selector, ...query } });
      const first = await read({ limit: "1" });
      const { resourceVersion } = metadataOf(accepted(first, "a list was rejected"));
      await remove(scope, objects, { created, namespace });
      // Without a namespace, a server may refuse to read in it at all.
      if ((await read({})).status !== 200) throw new Discard("no list of a missing namespace");
      await expectPages(first, read);
      if (typeof resourceVersion !== "string") return;
      if (!scope.target.lacks?.includes("exact-reads")) {
        const exact = await read({ resourceVersion, resourceVersionMatch: "Exact" });
        expectObjects("an exact list", [exact]);
      }
      await expectDeletions(scope, { path, resourceVersion, created });
    },
  }),
];

/** Returns the names of the types whose objects are in namespaces, and can be removed again. */
function typesIn(target: Target): readonly string[] {
  return typesServing(target, "create", "delete", "list", "watch")
    .filter(({ namespaced }) => namespaced).map(({ resource }) => resource);
}

/** Deletes a namespace, and waits until it is gone. */
async function remove(
  scope: Scope,
  objects: Objects,
  { created, namespace }: {
    readonly created: readonly JsonObject[];
    readonly namespace: string;
  },
): Promise<void> {
  const own = namespacePath(namespace);
  accepted(await scope.send({ method: "DELETE", path: own }), "the delete request was rejected");
  const gone = async () => (await scope.send({ method: "GET", path: own })).status === 404;
  const isEmpty = async () =>
    (await Promise.all(created.map((each) => objects.read(each)))).every((each) => !each);
  for (const until = performance.now() + TIMEOUT; performance.now() < until;) {
    if (await gone() && await isEmpty()) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (performance.now() < until - TIMEOUT / 2) continue;
    await Promise.all(created.map((each) => objects.remove(each)));
    await dropNamespaceFinalizers(scope, namespace);
  }
  throw new Discard("the namespace was still being deleted after 10 s");
}

/** Expects the pages behind the first one. */
async function expectPages(
  first: HttpResponse,
  read: (query: Readonly<Record<string, string>>) => Promise<HttpResponse>,
): Promise<void> {
  const pages = [first];
  for (let left = COUNT; left > 0; left--) {
    const { continue: token } = metadataOf(asObject(pages.at(-1)!.json) ?? {});
    if (typeof token !== "string" || token === "") break;
    pages.push(await read({ limit: "1", continue: token }));
  }
  if (pages.length > 1) expectObjects("pages", pages);
}

/** Expects each object once, or that the server has no history of so long ago. */
function expectObjects(what: string, responses: readonly HttpResponse[]): void {
  const failed = responses.find(({ status }) => status !== 200);
  if (failed?.status === 410) return;
  const items = responses.flatMap(({ json }) => {
    const { items } = asObject(json) ?? {};
    return Array.isArray(items) ? items.map((each) => uidOf(asObject(each) ?? {})) : [];
  });
  verify(REQUIREMENT, {
    holds: failed === undefined && new Set(items).size === COUNT && items.length === COUNT,
    expected: `${what} with ${COUNT} objects, each once, or 410`,
    actual: failed === undefined ? `${items.length} items` : describeResponse(failed),
  });
}

/** Expects the events of the deletions in a watch that begins before them. */
async function expectDeletions(
  scope: Scope,
  { path, resourceVersion, created }: {
    readonly path: string;
    readonly resourceVersion: string;
    readonly created: readonly JsonObject[];
  },
): Promise<void> {
  const query = { labelSelector: scope.selector, resourceVersion };
  const stream = await scope.watch({ path, query });
  const left = new Set(created.map(uidOf));
  const isOver = ({ type, object }: WatchDocument) => {
    if (type === "DELETED") left.delete(uidOf(object));
    return type === "ERROR" || left.size === 0;
  };
  const last = stream.response.status === 200 ? await stream.waitFor(isOver) : undefined;
  const isTooOld = stream.response.status === 410 || last?.type === "ERROR";
  const isEarly = last === undefined && stream.ended && stream.response.status === 200;
  await stream.close();
  if (isTooOld || isEarly) return;
  verify(REQUIREMENT, {
    holds: left.size === 0,
    expected: `${COUNT} events DELETED in a watch from ${resourceVersion}, or 410`,
    actual: stream.response.status === 200
      ? describeEvents(stream.documents) || "no event"
      : describeResponse(stream.response),
  });
}
