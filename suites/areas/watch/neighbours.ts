/**
 * Lists and watches of a namespace beside one whose name continues its name.
 *
 * @module
 */
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import type { RequirementId } from "../../catalogue.ts";
import { type Check, Discard, property } from "../../check.ts";
import type { HttpRequest, JsonObject, WatchStream } from "../../client/http_client.ts";
import { asObject, keyOf, metadataOf, nameOf, namespaceOf, uidOf } from "../../model/object.ts";
import { collectionPath, typeNamed, typesOf } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { Objects, succeeded } from "../../session/objects.ts";
import { recordViolation } from "../../verify.ts";
import { acceptOfWatch, FORMS, objectsIn, type WatchForm } from "./forms.ts";

interface NeighbourCase {
  readonly resource: string;
  readonly form: WatchForm;
}

/** The `resourceVersion` of each watch: that of a list, 0, or none. */
const STARTS = ["list", "0", "unset"] as const;

/** An open watch. */
interface Opened {
  readonly namespace: string;
  readonly from: typeof STARTS[number];
  readonly stream: WatchStream;
}

/** Milliseconds in which the events of the watched namespace must arrive. */
const PATIENCE = 5_000;

/** Checks of neighbouring namespaces. */
export const NEIGHBOURS: readonly Check[] = [
  property<NeighbourCase>({
    id: "watch/neighbour-namespaces",
    title: "A list or watch of a namespace shows nothing of a namespace with a similar name",
    requirements: ["watch.one-namespace", "resource-versions.list-one-namespace"],
    missing: ({ target }) =>
      Promise.resolve(
        typesOf(target).some(({ namespaced }) => namespaced)
          ? undefined
          : "no type is in namespaces",
      ),
    ...enumerated((target) =>
      combinations<NeighbourCase>({
        resource: typesOf(target).filter(({ namespaced }) => namespaced)
          .map(({ resource }) => resource),
        form: FORMS,
      }, 0)
    ),
    run: async (scope, { resource, form }) => {
      const objects = new Objects(scope, typeNamed(scope.target, resource));
      const [near, far] = neighboursOf(scope);
      await createIn(objects, near, "first");
      await createIn(objects, far, "first");
      const opened = [
        ...await openWatches(objects, near, form),
        ...await openWatches(objects, far, form),
      ];
      const last = new Map<string, string | undefined>();
      for (const namespace of [far, near, far, near]) {
        const object = await createIn(objects, namespace, last.has(namespace) ? "third" : "second");
        await objects.patch(object, { metadata: { labels: { changed: "yes" } } });
        await objects.remove(object);
        last.set(namespace, uidOf(object));
      }
      for (const { namespace, from, stream } of opened) {
        const isLast = (object: JsonObject) => uidOf(object) === last.get(namespace);
        await stream.waitFor(({ object }) => objectsIn(object).some(isLast), PATIENCE);
        const elsewhere = stream.documents.flatMap(({ type, object }) =>
          objectsIn(object).filter((one) => isElsewhere(one, namespace))
            .map((one) => `${type} of ${keyOf(one)}`)
        );
        const expected = `events of ${namespace} only, ${form}, from ${from}`;
        report("watch.one-namespace", expected, elsewhere);
        await stream.close();
      }
    },
  }),
];

/** Verifies a list of a namespace, and opens a watch from each start. */
async function openWatches(
  objects: Objects,
  namespace: string,
  form: WatchForm,
): Promise<readonly Opened[]> {
  const { scope } = objects;
  const version = await verifyList(objects, namespace, form);
  const opened: Opened[] = [];
  for (const from of STARTS) {
    const stream = await scope.watch({
      ...requestFor(objects, namespace, form, "watch"),
      query: {
        labelSelector: scope.selector,
        resourceVersion: from === "list" ? version : from === "0" ? "0" : undefined,
      },
    });
    if (stream.response.status === 200) opened.push({ namespace, from, stream });
  }
  return opened;
}

/**
 * Returns two namespaces of which one begins with the name of the other. Where none can be created, a
 * server may accept objects in any.
 */
function neighboursOf({ exclusive, namespaces: [first, second] }: Scope): [string, string] {
  return [first, exclusive && second?.startsWith(first) ? second : `${first}b`];
}

async function createIn(objects: Objects, namespace: string, words: string): Promise<JsonObject> {
  const object = objects.newObject(words, {}, { namespace });
  const response = await objects.post(object);
  const created = asObject(response.json);
  if (succeeded(response) && created !== undefined) return created;
  throw new Discard(`no object can be created in the namespace ${namespace}`);
}

function requestFor(
  { scope: { target }, type }: Objects,
  namespace: string,
  form: WatchForm,
  of: "list" | "watch",
): Pick<HttpRequest, "path" | "headers"> {
  const accept = acceptOfWatch(form, of, target.dialect);
  return {
    path: collectionPath(type, target.dialect, namespace),
    ...(accept !== undefined && { headers: { accept } }),
  };
}

/** Verifies a list of a namespace; returns its resourceVersion. */
async function verifyList(
  objects: Objects,
  namespace: string,
  form: WatchForm,
): Promise<string | undefined> {
  const { scope } = objects;
  const query = { labelSelector: scope.selector };
  const request = {
    method: "GET",
    ...requestFor(objects, namespace, form, "list"),
    query,
  } as const;
  const { status, json } = await scope.send(request);
  const list = asObject(json) ?? {};
  if (status !== 200) return undefined;
  const elsewhere = objectsIn(list).filter((one) => isElsewhere(one, namespace)).map(keyOf);
  report("resource-versions.list-one-namespace", `items of ${namespace} only, ${form}`, elsewhere);
  const { resourceVersion } = metadataOf(list);
  return typeof resourceVersion === "string" ? resourceVersion : undefined;
}

/** Returns true for an object whose metadata names another namespace. */
function isElsewhere(object: JsonObject, namespace: string): boolean {
  return nameOf(object) !== "" && namespaceOf(object) !== namespace;
}

function report(
  requirement: RequirementId,
  expected: string,
  elsewhere: readonly string[],
): void {
  if (elsewhere.length > 0) {
    recordViolation(requirement, { expected, actual: elsewhere.join(", ") });
  }
}
