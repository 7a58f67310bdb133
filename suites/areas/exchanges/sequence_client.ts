/**
 * Sends the requests of generated sequences to a few objects of one type, in all forms.
 *
 * @module
 */
import type { HttpRequest, HttpResponse, JsonObject } from "../../client/http_client.ts";
import { asObject, metadataOf } from "../../model/object.ts";
import { collectionPath, hasStatus, objectPath, typeNamed } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { READ_FORMS } from "./read_forms.ts";

/** A finalizer that no controller removes. */
const FINALIZER = "plumbline.example/hold";

/** The actions of a step. */
export const SEQUENCE_ACTIONS = [
  "create",
  "create again",
  "create and delete with a finalizer",
  "create with an unknown field",
  "get",
  "list",
  "list a page",
  "update",
  "stale update",
  "merge patch",
  "json patch",
  "apply",
  "update status",
  "delete",
  "remove finalizers",
  "get missing",
  "delete missing",
  "watch",
  "dry run",
  "list selected",
  "list as Table",
  "strategic merge patch",
  "patch status",
  "invalid update",
  "delete selected",
  "read in a form",
  "delete collection",
] as const;

/** Actions that decide little without an object. */
const OF_EXISTING: ReadonlySet<string> = new Set([
  "update",
  "merge patch",
  "json patch",
  "strategic merge patch",
  "update status",
  "patch status",
  "invalid update",
  "list as Table",
  "delete",
  "read in a form",
]);

/** A step of a sequence. */
export interface SequenceStep {
  /** What is sent. */
  readonly action: (typeof SEQUENCE_ACTIONS)[number];
  /** Which of three objects. */
  readonly slot: number;
  /** A small number, which selects among variants of an action. */
  readonly content: number;
  /** The number of the object's content. */
  readonly body: number;
  /** Get the object after the action. */
  readonly read: boolean;
}

/** Sends the requests of a sequence. */
export class SequenceClient {
  readonly #scope: Scope;
  readonly #resource: string;
  /** The newest and the first known state of each slot. */
  readonly #newest = new Map<number, JsonObject>();
  readonly #first = new Map<number, JsonObject>();
  /** Number of writes that succeeded. */
  successes = 0;
  /** The first response to a write that did not succeed. */
  refused: HttpResponse | undefined;
  #watches = 0;
  /** The number of the content of the current step. */
  #body = 0;

  /** Sends nothing yet. */
  constructor(scope: Scope, resource: string) {
    this.#scope = scope;
    this.#resource = resource;
  }

  /** Performs the action of a step, and reads its object if the step says so. */
  async perform(step: SequenceStep): Promise<void> {
    this.#body = step.body;
    await this.#act(step);
    if (step.read) await this.#scope.send({ method: "GET", path: this.#pathOf(step.slot) });
  }

  async #act({ action, slot, content }: Omit<SequenceStep, "body">): Promise<void> {
    const scope = this.#scope;
    if (OF_EXISTING.has(action) && !this.#newest.has(slot)) {
      const body = this.#body++;
      await this.#act({ action: "create", slot, content: 0, read: false });
      this.#body = body;
    }
    const collection = this.#collectionPath();
    const path = this.#pathOf(slot);
    const query = { labelSelector: scope.selector };
    const patch = (type: string, body: HttpRequest["body"], extra: HttpRequest["query"] = {}) =>
      this.#write(slot, {
        method: "PATCH",
        path,
        query: extra,
        headers: { "content-type": type },
        ...(body !== undefined && { body }),
      });
    switch (action) {
      case "create":
      case "create again":
        return await this.#write(slot, {
          method: "POST",
          path: collection,
          body: this.#object(slot, content),
        });
      case "create and delete with a finalizer": {
        if (this.#newest.has(slot)) await scope.send({ method: "DELETE", path });
        const object = this.#object(slot, content);
        const metadata = { ...metadataOf(object), finalizers: [FINALIZER] };
        const body = { ...object, metadata };
        await this.#write(slot, { method: "POST", path: collection, body });
        await scope.send({ method: "DELETE", path });
        this.#newest.delete(slot);
        await scope.send({ method: "GET", path });
        return void await scope.send({ method: "GET", path: collection, query });
      }
      case "create with an unknown field":
        return await this.#write(slot, {
          method: "POST",
          path: collection,
          body: { ...this.#object(slot, content), unknownField: content },
        });
      case "remove finalizers":
        return await patch("application/merge-patch+json", { metadata: { finalizers: null } });
      case "get":
        return void await scope.send({ method: "GET", path });
      case "list":
        return void await scope.send({ method: "GET", path: collection, query });
      case "list a page":
        for (const other of [0, 1]) {
          if (!this.#newest.has(other)) {
            await this.#act({ action: "create", slot: other, content, read: false });
          }
        }
        return void await scope.send({
          method: "GET",
          path: collection,
          query: { ...query, limit: "1" },
        });
      case "update":
        return await this.#replace(slot, content, this.#newest);
      case "stale update":
        return await this.#replace(slot, content, this.#first);
      case "merge patch":
        return await patch("application/merge-patch+json", {
          metadata: { labels: { step: String(content) }, annotations: { note: `n${content}` } },
          ...(content !== 1 && typeNamed(this.#scope.target, this.#resource).change(this.#body)),
        });
      case "json patch":
        return await patch("application/json-patch+json", [
          { op: "add", path: "/metadata/labels/step", value: `j${content}` },
        ]);
      case "apply":
        if (this.#scope.target.lacks?.includes("server-side-apply")) return;
        return await patch(
          "application/apply-patch+yaml",
          { ...this.#object(slot, content, true), metadata: this.#appliedMetadata(slot) },
          { fieldManager: "plumbline-sequences", force: "true" },
        );
      case "update status":
        if (this.#resource !== "deployments") return;
        return await this.#write(slot, {
          method: "PUT",
          path: `${path}/status`,
          body: { ...this.#object(slot, content), status: { observedGeneration: content } },
        });
      case "delete":
        this.#newest.delete(slot);
        this.#first.delete(slot);
        await scope.send({ method: "DELETE", path });
        return void await scope.send({ method: "GET", path });
      case "get missing":
        return void await scope.send({ method: "GET", path: this.#pathOf(9) });
      case "delete missing":
        return void await scope.send({ method: "DELETE", path: this.#pathOf(9) });
      case "dry run":
        if (content > 0 && !this.#newest.has(slot)) {
          await this.#act({ action: "create", slot, content: 0, read: false });
        }
        return await this.#rehearse(slot, content);
      case "list selected": {
        const step = `${scope.selector},step in (c${content},j${content})`;
        const name = scope.name(`object-${slot}`, typeNamed(this.#scope.target, this.#resource));
        const selected = content % 2 === 0
          ? { labelSelector: step }
          : { ...query, fieldSelector: `metadata.name${content === 1 ? "=" : "!="}${name}` };
        return void await scope.send({ method: "GET", path: collection, query: selected });
      }
      case "list as Table": {
        if (this.#scope.target.lacks?.includes("table")) return;
        const accept = `application/json;as=Table;g=meta.${this.#scope.target.dialect.suffix};v=v1`;
        const read = content % 2 === 0 ? { path } : { path: collection, query };
        return void await scope.send({ method: "GET", ...read, headers: { accept } });
      }
      case "strategic merge patch":
        if (this.#scope.target.lacks?.includes("strategic-merge-patch")) return;
        return await patch("application/strategic-merge-patch+json", {
          metadata: { labels: { step: `s${content}` } },
          ...typeNamed(this.#scope.target, this.#resource).change(this.#body),
        });
      case "patch status":
        if (this.#resource !== "deployments") return;
        return await this.#write(slot, {
          method: "PATCH",
          path: `${path}/status`,
          headers: { "content-type": "application/merge-patch+json" },
          body: { status: { replicas: content, observedGeneration: content } },
        });
      case "invalid update":
        return void await scope.send({
          method: "PUT",
          path,
          body: { ...this.#object(slot, content), metadata: this.#invalidMetadata(slot) },
        });
      case "read in a form": {
        const form = READ_FORMS[content]!;
        if (form.feature !== undefined && scope.target.lacks?.includes(form.feature)) return;
        const [one, many] = form.accept(scope.target.dialect);
        await scope.send({ method: "GET", path, headers: { accept: one } });
        return void await scope.send({
          method: "GET",
          path: collection,
          query,
          headers: { accept: many },
        });
      }
      case "delete selected":
        this.#newest.clear();
        this.#first.clear();
        return void await scope.send({
          method: "DELETE",
          path: collection,
          query: { labelSelector: `${scope.selector},step=c${content}` },
        });
      case "delete collection":
        this.#newest.clear();
        this.#first.clear();
        return void await scope.send({ method: "DELETE", path: collection, query });
      case "watch":
        if (!this.#newest.has(slot)) {
          await this.#act({ action: "create", slot, content, read: false });
        }
        return await this.#watch(slot, collection, query);
    }
  }

  /** Reads all objects once more, alone and in a list. */
  async readAll(): Promise<void> {
    for (const slot of [0, 1, 2]) {
      await this.#scope.send({ method: "GET", path: this.#pathOf(slot) });
    }
    const query = { labelSelector: this.#scope.selector };
    await this.#scope.send({ method: "GET", path: this.#collectionPath(), query });
    const { target } = this.#scope;
    if (!hasStatus(typeNamed(target, this.#resource))) return;
    const { feature, accept } = READ_FORMS[this.#body % READ_FORMS.length]!;
    if (feature !== undefined && target.lacks?.includes(feature)) return;
    const headers = { accept: accept(target.dialect)[0] };
    await this.#scope.send({ method: "GET", path: `${this.#pathOf(0)}/status`, headers });
  }

  /** Watches a write; a server that sends no event is the matter of the area `watch`. */
  async #watch(
    slot: number,
    path: string,
    query: NonNullable<HttpRequest["query"]>,
  ): Promise<void> {
    const list = await this.#scope.send({ method: "GET", path, query });
    const version = metadataOf(asObject(list.json) ?? {}).resourceVersion;
    if (typeof version !== "string") return;
    const stream = await this.#scope.watch({
      path,
      query: { ...query, resourceVersion: version, timeoutSeconds: "20" },
    });
    if (stream.response.status !== 200) return await stream.close();
    const before = this.#newest.get(slot);
    // A patch that changes nothing gives no event to wait for.
    await this.#act({ action: "merge patch", slot, content: 7 + this.#watches++, read: false });
    if (this.#newest.get(slot) !== before) {
      await stream.waitFor(({ type }) => type === "MODIFIED", 2_000);
    }
    await stream.close();
  }

  /** Sends a write as a dry run, and reads the object. */
  async #rehearse(slot: number, content: number): Promise<void> {
    if (this.#scope.target.lacks?.includes("dry-run")) return;
    // A create needs a name that is not taken.
    if (content === 0) slot = 8;
    const path = this.#pathOf(slot);
    const object = this.#object(slot, content);
    const headers = { "content-type": "application/merge-patch+json" };
    const writes: readonly HttpRequest[] = [
      { method: "POST", path: this.#collectionPath(), body: object },
      { method: "PUT", path, body: object },
      { method: "PATCH", path, headers, body: { metadata: { labels: { dry: "yes" } } } },
      { method: "DELETE", path },
      {
        method: "DELETE",
        path: this.#collectionPath(),
        query: { labelSelector: this.#scope.selector },
      },
    ];
    const write = writes[content]!;
    await this.#scope.send({ ...write, query: { ...write.query, dryRun: "All" } });
    await this.#scope.send({ method: "GET", path });
  }

  async #replace(
    slot: number,
    content: number,
    states: ReadonlyMap<number, JsonObject>,
  ): Promise<void> {
    const version = metadataOf(states.get(slot) ?? {}).resourceVersion;
    const object = this.#object(slot, content);
    const metadata = { ...metadataOf(object), ...(version && { resourceVersion: version }) };
    await this.#write(slot, {
      method: "PUT",
      path: this.#pathOf(slot),
      body: { ...object, metadata: metadata as JsonObject },
    });
  }

  async #write(slot: number, request: HttpRequest): Promise<void> {
    const response: HttpResponse = await this.#scope.send(request);
    const object = asObject(response.json);
    if (response.status >= 300 || object === undefined) {
      this.refused ??= response;
      return;
    }
    this.successes++;
    this.#newest.set(slot, object);
    if (!this.#first.has(slot)) this.#first.set(slot, object);
  }

  #object(slot: number, content: number, merges = false): JsonObject {
    return this.#scope.newObject(typeNamed(this.#scope.target, this.#resource), {
      name: `object-${slot}`,
      content: this.#body,
      merges,
      labels: { step: `c${content}` },
    });
  }

  #appliedMetadata(slot: number): JsonObject {
    const { name, namespace, labels } = metadataOf(this.#object(slot, 0));
    return { name: name!, ...(namespace && { namespace }), labels: labels! };
  }

  #invalidMetadata(slot: number): JsonObject {
    const { name, namespace } = metadataOf(this.#object(slot, 0));
    const labels = { ...this.#scope.labels, step: "not a label value!" };
    return { name: name!, ...(namespace && { namespace }), labels };
  }

  #collectionPath(): string {
    const { target: { dialect }, namespaces } = this.#scope;
    return collectionPath(typeNamed(this.#scope.target, this.#resource), dialect, namespaces[0]);
  }

  #pathOf(slot: number): string {
    const { target: { dialect }, namespaces } = this.#scope;
    const type = typeNamed(this.#scope.target, this.#resource);
    return objectPath(type, dialect, {
      namespace: namespaces[0],
      name: this.#scope.name(`object-${slot}`, type),
    });
  }
}
