/**
 * A collection beyond the page size of `kubectl`, in each form of a list, in pages, watched, changed and
 * deleted.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, property } from "../../check.ts";
import { chunked, shuffled } from "../../arbitraries/combinations.ts";
import {
  type HttpRequest,
  type JsonObject,
  MAX_EMPTY_PAGES,
  type WatchStream,
} from "../../client/http_client.ts";
import { asObject, metadataOf, nameOf, uidOf } from "../../model/object.ts";
import { collectionPath, type ResourceType, typeNamed, typesServing } from "../../resources/mod.ts";
import type { Target } from "../../client/target.ts";
import type { Scope } from "../../scope.ts";
import { rejected } from "../../session/objects.ts";
import { pathOfObject } from "../../session/write_request.ts";
import { itemsOf } from "../../session/list_forms.ts";
import { verify } from "../../verify.ts";

/** The annotation by which one object of many is changed. */
const CHANGED = "plumbline.invalid/changed";

interface LargeCase {
  readonly resource: string;
  readonly count: number;
}

/** One more than bounds that servers and clients have: the last is twice the usual page size. */
const COUNTS = [11, 101, 501, 1001] as const;

/** The page size of `kubectl` and of client libraries. */
const PAGE = 500;

/** The creates that are sent at the same time. */
const AT_ONCE = 20;

/** Milliseconds in which the events of a watch must arrive. */
const PATIENCE = 10_000;

/** Cases per property from which a run tries the largest collection. */
const WHOLE_RUN = 100;

/** Checks of large collections. */
export const LARGE_COLLECTIONS: readonly Check[] = [
  property<LargeCase>({
    id: "operations/large-collections",
    version: 3,
    title: "Lists, pages, watches and a deletion of a collection show more than 1,000 objects",
    requirements: ["operations.large-collections"],
    // More than 1,000 objects that nothing removes would make each later list long.
    missing: ({ target }) =>
      Promise.resolve(
        removableIn(target).length > 0 ? undefined : "no type serves create and delete",
      ),
    early: true,
    arbitrary: (target) =>
      fc.record({
        count: fc.constantFrom(...COUNTS),
        resource: fc.constantFrom(...removableIn(target)),
      }),
    // One type in each run, as a case sends a request for each object.
    caseList: (target, { seed, runs }) => ({
      inputs: shuffled(removableIn(target), seed).slice(0, Math.max(1, Math.floor(runs / 1_000)))
        .map((resource) => ({ resource, count: COUNTS[runs < WHOLE_RUN ? 1 : 3] })),
    }),
    run: async (scope, { resource, count }) => {
      const type = typeNamed(scope.target, resource);
      const collection = new LargeCollection(scope, type, count);
      const created = new Set(await collection.create());
      await collection.verifyLists();
      await collection.verifyPages();
      await collection.verifyChange();
      const watch = await collection.watchFromStart();
      await collection.verifyEnd(created);
      await collection.verifyDeletion(watch, created);
    },
  }),
];

/** Returns the names of the types whose objects can be removed again. */
function removableIn(target: Target): readonly string[] {
  return typesServing(target, "create", "delete").map(({ resource }) => resource);
}

class LargeCollection {
  readonly #scope: Scope;
  readonly #type: ResourceType;
  readonly #count: number;
  readonly #path: string;

  constructor(scope: Scope, type: ResourceType, count: number) {
    this.#scope = scope;
    this.#type = type;
    this.#count = count;
    const namespace = type.namespaced ? scope.namespaces[0] : undefined;
    this.#path = collectionPath(type, scope.target.dialect, namespace);
  }

  /** Creates the objects, and returns their uids. */
  async create(): Promise<ReadonlySet<string>> {
    const uids = new Set<string>();
    const numbers = Array.from({ length: this.#count }, (_, at) => at);
    for (const some of chunked(numbers, AT_ONCE)) {
      const responses = await Promise.all(
        some.map((at) => this.#scope.create(this.#type, this.#object(at))),
      );
      const failed = responses.find(({ status }) => status >= 300);
      if (failed !== undefined) throw rejected(failed, "an object could not be created");
      for (const { json } of responses) uids.add(String(uidOf(asObject(json) ?? {})));
    }
    return uids;
  }

  /** Returns the object with a number, as it is created. */
  #object(at: number): JsonObject {
    return this.#scope.newObject(this.#type, { name: `one of many ${at}` });
  }

  /** Verifies a list without `limit` in each form. */
  async verifyLists(): Promise<void> {
    for (const [form, accept] of this.#forms()) {
      const list = await this.#list({}, accept);
      this.#verify(form, "items", uidsIn(list).size);
    }
  }

  /** Returns the forms of a list, and what a request for one accepts. */
  #forms(): readonly (readonly [form: string, accept: string | undefined])[] {
    const { dialect: { suffix }, lacks = [] } = this.#scope.target;
    const as = (kind: string) => `application/json;as=${kind};g=meta.${suffix};v=v1`;
    return [
      ["a list", undefined],
      ...lacks.includes("table") ? [] : [["a Table", as("Table")]] as const,
      ["a list of metadata", `${as("PartialObjectMetadataList")}, application/json`],
    ];
  }

  /** Verifies that pages of the usual size have each object once. */
  async verifyPages(): Promise<void> {
    const seen: string[] = [];
    let token: string | undefined;
    let empty = 0;
    do {
      const list = await this.#list({ limit: `${PAGE}`, ...(token && { continue: token }) });
      const uids = uidsIn(list);
      empty = uids.size === 0 ? empty + 1 : 0;
      seen.push(...uids);
      token = String(metadataOf(list).continue ?? "");
    } while (token !== "" && seen.length <= this.#count && empty <= MAX_EMPTY_PAGES);
    this.#verify(`pages of ${PAGE}`, "items, each once", new Set(seen).size, seen.length);
  }

  /** Changes one of the objects; lists in each form that were sent before show that, sent again. */
  async verifyChange(): Promise<void> {
    const object = this.#object(Math.floor(this.#count / 2));
    const { status, json } = await this.#scope.send({
      method: "PATCH",
      path: pathOfObject(this.#scope, this.#type, object),
      headers: { "content-type": "application/merge-patch+json" },
      body: { metadata: { annotations: { [CHANGED]: "yes" } } },
    });
    // Whether a patch is taken is the question of other checks.
    if (status >= 300) return;
    const uid = uidOf(asObject(json) ?? {});
    for (const [form, accept] of this.#forms()) {
      const shown = objectsIn(await this.#list({}, accept)).find((each) => uidOf(each) === uid);
      const { annotations = null, resourceVersion = null } = metadataOf(shown ?? {});
      verify("operations.large-collections", {
        holds: asObject(annotations)?.[CHANGED] === "yes",
        expected: `the annotation of a patch in ${form} of ${this.#count}`,
        actual: `${JSON.stringify(annotations)} at resourceVersion ${resourceVersion}`,
      });
    }
  }

  /**
   * Deletes the last object of a list, and creates it anew: lists that were sent before show both,
   * sent again.
   */
  async verifyEnd(uids: Set<string>): Promise<void> {
    const last = objectsIn(await this.#list({})).at(-1) ?? {};
    const name = nameOf(last);
    const at = Array.from({ length: this.#count }, (_, at) => at)
      .find((at) => nameOf(this.#object(at)) === name);
    if (at === undefined) return;
    const path = pathOfObject(this.#scope, this.#type, this.#object(at));
    const { status } = await this.#scope.send({ method: "DELETE", path });
    // A finalizer of the server may hold the object, and a deletion may take place later.
    const gone = status === 200 && (await this.#scope.send({ method: "GET", path })).status === 404;
    if (!gone) throw new Discard("the last object was not deleted at once");
    uids.delete(String(uidOf(last)));
    await this.#verifyUids(uids, "after the deletion of the last one");
    const { json, ...created } = await this.#scope.create(this.#type, this.#object(at));
    if (created.status >= 300) throw rejected({ json, ...created }, "no object could be created");
    uids.add(String(uidOf(asObject(json) ?? {})));
    await this.#verifyUids(uids, "after the last one was created anew");
  }

  /** Verifies that a list in each form has exactly the objects with these uids. */
  async #verifyUids(uids: ReadonlySet<string>, when: string): Promise<void> {
    for (const [form, accept] of this.#forms()) {
      const shown = uidsIn(await this.#list({}, accept));
      const [missing, others] = [uids.difference(shown).size, shown.difference(uids).size];
      verify("operations.large-collections", {
        holds: missing === 0 && others === 0,
        expected: `the ${uids.size} objects in ${form} ${when}`,
        actual: `${shown.size} objects, ${missing} missing and ${others} that are gone`,
      });
    }
  }

  /** Opens a watch that begins with the existing objects; undefined if it is not answered. */
  async watchFromStart(): Promise<WatchStream | undefined> {
    if (this.#scope.target.lacks?.includes("watch")) return undefined;
    const stream = await this.#scope.watch({ path: this.#path, query: this.#query() });
    if (stream.response.status !== 200) return undefined;
    const added = new Set<string>();
    await stream.waitFor(({ type, object }) => {
      if (type === "ADDED") added.add(String(uidOf(object)));
      return added.size >= this.#count;
    }, PATIENCE);
    // A server may end a watch at any time.
    if (stream.ended && added.size < this.#count) return undefined;
    this.#verify("a watch without `resourceVersion`", "ADDED events", added.size);
    return stream;
  }

  /** Deletes the collection; the list is empty afterwards, and the watch has an event of each object. */
  async verifyDeletion(
    stream: WatchStream | undefined,
    created: ReadonlySet<string>,
  ): Promise<void> {
    const response = await this.#scope.send({
      method: "DELETE",
      path: this.#path,
      query: this.#query(),
    });
    if (response.status >= 300) throw rejected(response, "the collection could not be deleted");
    // A deletion that is only accepted may take place later.
    if (response.status !== 200) throw new Discard("the deletion was only accepted");
    const left = uidsIn(await this.#list({})).size;
    verify("operations.large-collections", {
      holds: left === 0,
      expected: `no items after the deletion of ${this.#count}`,
      actual: `${left} items`,
    });
    if (stream === undefined || left > 0) return;
    const deleted = new Set<string>();
    await stream.waitFor(({ type, object }) => {
      const uid = String(uidOf(object));
      if (type === "DELETED" && created.has(uid)) deleted.add(uid);
      return deleted.size >= this.#count;
    }, PATIENCE);
    if (!stream.ended) this.#verify("a watch of the deletion", "DELETED events", deleted.size);
    await stream.close();
  }

  #query(): Record<string, string> {
    return { labelSelector: this.#scope.selector };
  }

  async #list(query: HttpRequest["query"], accept?: string): Promise<JsonObject> {
    const response = await this.#scope.send({
      method: "GET",
      path: this.#path,
      query: { ...this.#query(), ...query },
      ...(accept !== undefined && { headers: { accept } }),
    });
    if (response.status !== 200) throw rejected(response, "a list was rejected");
    return asObject(response.json) ?? {};
  }

  #verify(where: string, what: string, count: number, all = count): void {
    verify("operations.large-collections", {
      holds: count === this.#count && all === count,
      expected: `${this.#count} ${what} in ${where}`,
      actual: count === all ? `${count} ${what}` : `${count}, some of them more than once: ${all}`,
    });
  }
}

/** Returns the uids of the items of a list, or of the objects in the rows of a Table. */
const uidsIn = (list: JsonObject): ReadonlySet<string> =>
  new Set(objectsIn(list).map((object) => String(uidOf(object))));

/** Returns the items of a list, or the objects in the rows of a Table. */
function objectsIn(list: JsonObject): readonly JsonObject[] {
  const shown = itemsOf(list);
  if (shown === undefined || shown === "rows without objects") {
    throw new Discard("the objects of a list cannot be identified");
  }
  return shown.items.map((item) => asObject(item) ?? {});
}
