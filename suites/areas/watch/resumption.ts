/**
 * Watches from the resourceVersion of a list: each kind of change after it is sent, whether the watch
 * was opened before the changes or resumes after them.
 *
 * @module
 */
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import type { RequirementId } from "../../catalogue.ts";
import { type Check, Discard, property } from "../../check.ts";
import type { HttpResponse, Json, JsonObject, WatchDocument } from "../../client/http_client.ts";
import { asObject, metadataOf, resourceVersionOf, uidOf } from "../../model/object.ts";
import { typeNamed, typesOf } from "../../resources/mod.ts";
import { Objects, succeeded } from "../../session/objects.ts";
import { verify } from "../../verify.ts";
import { acceptOfWatch, FORMS, objectsIn, type WatchForm } from "./forms.ts";
import { FollowedWatch } from "./followed_watch.ts";

interface ResumptionCase {
  readonly resource: string;
}

/** An open watch. */
interface Opened {
  readonly form: WatchForm;
  readonly moment: "before" | "after";
  readonly selection: "all" | "selected";
  readonly watch: FollowedWatch;
}

/** A change that a watch must show. */
interface Change {
  readonly requirement: RequirementId;
  readonly words: string;
  /** The selection that the watch must have; all watches if absent. */
  readonly only?: "selected";
  /** Returns true for the event of the change. */
  shows(type: string, object: JsonObject): boolean;
}

/** The label by which one of the watches selects. */
const SELECTED = { phase: "in" };

/** Types of events that report no deletion. */
const OF_OBJECTS = ["ADDED", "MODIFIED", "BOOKMARK"];

/** Checks of resumed watches. */
export const RESUMPTION: readonly Check[] = [
  property<ResumptionCase>({
    id: "watch/resumed-after-each-change",
    title: "A watch from a list's resourceVersion sends each kind of change after it",
    version: 2,
    uses: ["server-side-apply"],
    requirements: [
      "watch.resume-sends-changes",
      "watch.resume-sends-deletions",
      "watch.resume-sends-departures",
    ],
    ...enumerated((target) =>
      combinations<ResumptionCase>({
        resource: typesOf(target).map(({ resource }) => resource),
      }, 0)
    ),
    run: async (scope, { resource }) => {
      const objects = new Objects(scope, typeNamed(scope.target, resource));
      const created = await createAll(objects);
      const pages = await firstPage(objects, created.kept);
      const { version } = pages;
      const before = await openInEachForm(objects, created.kept, version, "before");
      const { changes, last } = await changeAll(objects, created);
      await laterPages(objects, created.kept, pages);
      const after = await openInEachForm(objects, created.kept, version, "after");
      const isLast = ({ object }: WatchDocument) =>
        objectsIn(object).some((one) => uidOf(one) === uidOf(last));
      // Without the last event the others are missing as well.
      await Promise.all([...before, ...after].map(({ watch }) => watch.waitFor(isLast)));
      for (const { form, moment, selection, watch } of [...before, ...after]) {
        if (watch.isBare) continue;
        for (const change of changes) {
          if ((change.only ?? "all") !== selection) continue;
          verify(change.requirement, {
            holds: watch.documents.some(({ type, object }) =>
              objectsIn(object).some((one) => change.shows(type, one))
            ),
            expected: `an event of ${change.words} in a watch of ${form} that was opened ` +
              `${moment} it from the version of a list in pages`,
            actual: watch.description,
          });
        }
      }
      await Promise.all([...before, ...after].map(({ watch }) => watch.close()));
    },
  }),
];

/** Opens watches of all objects and of selected ones, from a version, in each form. */
async function openInEachForm(
  objects: Objects,
  one: JsonObject,
  version: string,
  moment: Opened["moment"],
): Promise<readonly Opened[]> {
  const { scope } = objects;
  const opened: Opened[] = [];
  const selectors = { all: "", selected: `,phase=${SELECTED.phase}` } as const;
  for (const form of FORMS) {
    const accept = acceptOfWatch(form, "watch", scope.target.dialect);
    for (const selection of ["all", "selected"] as const) {
      const watch = await FollowedWatch.open(scope, {
        path: objects.collectionOf(one),
        query: {
          labelSelector: `${scope.selector}${selectors[selection]}`,
          resourceVersion: version,
        },
        ...(accept !== undefined && { headers: { accept } }),
      });
      opened.push({ form, moment, selection, watch });
    }
  }
  return opened;
}

/** The objects that exist when the list is requested, by what is done to them. */
type Created = Readonly<
  Record<"kept" | "deleted" | "held" | "first" | "second" | "leaving" | "entering", JsonObject>
>;

async function createAll(objects: Objects): Promise<Created> {
  const create = (words: string, metadata: JsonObject = {}) =>
    objects.create(objects.newObject(words, metadata));
  return {
    kept: await create("kept"),
    deleted: await create("deleted", { labels: SELECTED }),
    held: await create("held", { finalizers: ["plumbline.invalid/finalizer"] }),
    first: await create("first", { labels: { group: "c" } }),
    second: await create("second", { labels: { group: "c" } }),
    leaving: await create("leaving", { labels: SELECTED }),
    entering: await create("entering"),
  };
}

/** The version of a list, and the token of its second page. */
interface PagedList {
  readonly version: string;
  readonly token: Json | undefined;
}

/** The objects of a page: fewer than there are, so that the changes happen between two pages. */
const PAGE = 3;

/** The pages of the list, at most. */
const PAGES = 6;

/** Requests the first page of a list of the scope's objects. */
async function firstPage(objects: Objects, one: JsonObject): Promise<PagedList> {
  const { json } = await requestPage(objects, one, {});
  const list = asObject(json) ?? {};
  const version = resourceVersionOf(list);
  if (version === undefined) throw new Discard("the list has no resourceVersion");
  return { version, token: metadataOf(list).continue };
}

/** Reads the list to its end, as a client does before it watches. */
async function laterPages(
  objects: Objects,
  one: JsonObject,
  { token }: PagedList,
): Promise<void> {
  for (let page = 0; page < PAGES && typeof token === "string" && token !== ""; page++) {
    // An error, such as 410, ends the list; what it means is checked elsewhere.
    const { json } = await requestPage(objects, one, { continue: token });
    token = metadataOf(asObject(json) ?? {}).continue;
  }
}

function requestPage(
  objects: Objects,
  one: JsonObject,
  parameters: { readonly continue?: string },
): Promise<HttpResponse> {
  const { scope } = objects;
  const query = { labelSelector: scope.selector, limit: String(PAGE), ...parameters };
  return scope.send({ method: "GET", path: objects.collectionOf(one), query });
}

/** Changes the objects in every way; returns the changes that the target accepted. */
async function changeAll(
  objects: Objects,
  { kept, deleted, held, leaving, entering, first, second }: Created,
): Promise<{ readonly changes: readonly Change[]; readonly last: JsonObject }> {
  const changes: Change[] = [];
  /** Adds a change after which the object has a new version. */
  const changed = (words: string, response: HttpResponse, more: Partial<Change> = {}) => {
    const object = asObject(response.json);
    const version = object && resourceVersionOf(object);
    if (!succeeded(response) || version === undefined) return;
    changes.push({
      requirement: "watch.resume-sends-changes",
      words,
      shows: (type, { metadata }) =>
        type !== "DELETED" && asObject(metadata)?.resourceVersion === version,
      ...more,
    });
  };
  /** Adds a change after which the object is not selected any more. */
  const removed = (words: string, object: JsonObject, more: Partial<Change> = {}) =>
    changes.push({
      requirement: "watch.resume-sends-deletions",
      words,
      // The specification does not show the type of the event of a deletion.
      shows: (type, one) => !OF_OBJECTS.includes(type) && uidOf(one) === uidOf(object),
      ...more,
    });
  const added = objects.newObject("added");
  changed("a create", await objects.post(added));
  const patch = (object: JsonObject, metadata: JsonObject) => objects.patch(object, { metadata });
  const patched = await patch(kept, { annotations: { patched: "yes" } });
  changed("a patch", patched);
  const current = asObject(patched.json);
  if (succeeded(patched) && current !== undefined) {
    const annotations = { ...asObject(metadataOf(current).annotations), updated: "yes" };
    const body = { ...current, metadata: { ...metadataOf(current), annotations } };
    changed("an update", await objects.put(body));
  }
  if (!objects.scope.target.lacks?.includes("server-side-apply")) {
    const { apiVersion, kind, metadata } = kept;
    const { name, namespace } = asObject(metadata) ?? {};
    const body = {
      apiVersion: apiVersion!,
      kind: kind!,
      metadata: { name: name!, ...(namespace && { namespace }), annotations: { applied: "yes" } },
    };
    const apply = (fieldManager: string) => objects.apply(kept, { fieldManager }, body);
    changed("an apply", await apply("plumbline-first"));
    // It changes nothing but the owners.
    changed("an apply of what another manager has applied", await apply("plumbline-second"));
  }
  if (isGone(await objects.remove(deleted))) {
    removed("a delete", deleted);
    removed("a delete of a selected object", deleted, { only: "selected" });
  }
  const marked = await objects.remove(held);
  const finalized = succeeded(marked) ? await patch(held, { finalizers: null }) : marked;
  const isRemoved = succeeded(finalized) && await objects.read(held) === undefined;
  if (isRemoved) removed("the removal of the last finalizer of a deleted object", held);
  const collected = await objects.removeAll(first, { labelSelector: "group=c" });
  const left = await Promise.all([objects.read(first), objects.read(second)]);
  if (succeeded(collected) && left.every((object) => object === undefined)) {
    for (const object of [first, second]) removed("a deletecollection", object);
  }
  if (succeeded(await patch(leaving, { labels: { phase: "out" } }))) {
    removed("a patch after which an object does not match the selector", leaving, {
      requirement: "watch.resume-sends-departures",
      only: "selected",
    });
  }
  const entered = await patch(entering, { labels: SELECTED });
  changed("a patch after which an object matches the selector", entered, { only: "selected" });
  const last = await objects.create(objects.newObject("last", { labels: SELECTED }));
  return { changes, last };
}

/** Returns true for a deletion that removed the object, as far as the response says. */
function isGone({ status, json }: HttpResponse): boolean {
  return status === 200 && metadataOf(asObject(json) ?? {}).deletionTimestamp === undefined;
}
