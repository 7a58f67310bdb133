/**
 * Writes to the slots of one resource type and records every write with its outcome.
 *
 * @module
 */
import { Discard } from "../check.ts";
import { asObject, keyOf, metadataOf, resourceVersionOf, uidOf } from "../model/object.ts";
import type { Span } from "../model/timeline.ts";
import { MARK, type Write } from "../model/write.ts";
import type { HttpRequest, HttpResponse, Json, JsonObject } from "../client/http_client.ts";
import { LONG, present, replacing, turn, UNICODE } from "../resources/content.ts";
import { slotWords, type TypeInScope } from "./collection.ts";
import type { LogicalClock } from "./logical_clock.ts";
import { changeRequest, supports, type WriteForm } from "./write_forms.ts";

/** The labels that selectors use; null removes one. */
export interface Labels {
  /** The value of the label `group`. */
  readonly group?: string | null;
  /** The value of the label `tier`. */
  readonly tier?: string | null;
}

/** Options of any write. */
export interface WriteOptions {
  /** The labels to set or remove. */
  readonly labels?: Labels;
  /** Sends `dryRun=All`. */
  readonly dryRun?: boolean;
}

/** A form of a write of the current content. */
export type Rewrite = "update" | "merge-patch" | "strategic-merge-patch" | "json-patch";

/** A finalizer that no controller handles. */
const FINALIZER = "plumbline.invalid/hold";

/** An annotation that comes and goes. */
const NOTE = "plumbline/note";

/** The number of times that an accepted deletion is polled for. */
const LOOKS = 100;

/** Sends writes. */
export class Writer {
  /** Every write so far, in the order they were sent. */
  readonly writes: Write[] = [];
  readonly #at: TypeInScope;
  readonly #clock: LogicalClock;
  /** The newest known state of each object by key, also of deleted ones. */
  readonly #known = new Map<string, JsonObject>();
  #count = 0;

  /** Creates it without a request. */
  constructor(at: TypeInScope, clock: LogicalClock) {
    this.#at = at;
    this.#clock = clock;
  }

  /** Returns the newest known state of a slot's object, also of a deleted one. */
  known(slot: number): JsonObject | undefined {
    return this.#known.get(this.#at.keyOf(slot));
  }

  /** POSTs a new object. */
  create(
    slot: number,
    options: WriteOptions & { finalizer?: boolean; name?: string } = {},
  ): Promise<HttpResponse> {
    const { scope, type } = this.#at;
    const { mark, content } = this.#next();
    const { name: _name, ...place } = this.#at.placeOf(slot);
    const labels = withoutNull(options.labels ?? {});
    const object = scope.newObject(type, {
      name: options.name ?? slotWords(slot),
      ...place,
      content,
      labels,
    });
    const body = {
      ...object,
      metadata: {
        ...metadataOf(object),
        annotations: present({ [MARK]: mark, [NOTE]: noteOf(content) }),
        ...(options.finalizer && { finalizers: [FINALIZER] }),
      },
    };
    const path = this.#at.listRequest({ namespace: place.namespace }).path;
    const { name, namespace } = metadataOf(body) as { name: string; namespace?: string };
    return this.#send(
      { title: `create ${name}`, key: `${namespace ?? ""}/${name}`, verb: "create", mark, options },
      { method: "POST", path, body },
    );
  }

  /**
   * PUTs the object with new content; a target without updates gets a merge patch.
   *
   * @param options.base The state to start from; by default the newest known one.
   */
  update(slot: number, options: WriteOptions & { base?: JsonObject } = {}): Promise<HttpResponse> {
    const { scope, type } = this.#at;
    if (!this.#serves("update") && this.#serves("merge-patch")) {
      const version = resourceVersionOf(options.base ?? this.known(slot) ?? {});
      return this.mergePatch(slot, { ...options, ...(version !== undefined && { version }) });
    }
    const { mark, content } = this.#next();
    const base = options.base ?? this.known(slot) ??
      scope.newObject(type, { name: slotWords(slot) });
    const metadata = metadataOf(base);
    const body: JsonObject = {
      ...scope.newObject(type, { name: slotWords(slot), content }),
      metadata: {
        ...metadata,
        labels: withoutNull({ ...asObject(metadata.labels), ...options.labels }),
        annotations: present({
          ...asObject(metadata.annotations),
          [MARK]: mark,
          [NOTE]: noteOf(content),
        }),
      },
    };
    return this.#send(
      { ...this.#facts("update", slot, mark), base: resourceVersionOf(base), options },
      { method: "PUT", path: this.#at.pathOf(slot), body },
    );
  }

  /**
   * PATCHes with a merge patch; a target without them gets an update. `version` makes it conditional.
   */
  mergePatch(
    slot: number,
    options: WriteOptions & { version?: string } = {},
  ): Promise<HttpResponse> {
    if (!this.#serves("merge-patch") && this.#serves("update")) {
      return this.update(slot, { ...options, ...this.#baseOf(slot, options.version) });
    }
    const { mark, content } = this.#next();
    const body = {
      metadata: {
        annotations: replacing({ [MARK]: mark, [NOTE]: noteOf(content) }),
        ...(options.labels && { labels: { ...options.labels } }),
        ...(options.version !== undefined && { resourceVersion: options.version }),
      },
      ...this.#at.type.change(content),
    };
    return this.#patch(slot, "merge-patch", body, { mark, base: options.version, options });
  }

  /** Returns the state that an update starts from, with this version or as far as possible none. */
  #baseOf(slot: number, version: string | undefined): { base?: JsonObject } {
    const known = this.known(slot);
    if (known === undefined) return {};
    const { resourceVersion = "", ...metadata } = metadataOf(known);
    const own = version ?? (this.#at.type.conditionalUpdates ? resourceVersion : undefined);
    return {
      base: {
        ...known,
        metadata: { ...metadata, ...(own !== undefined && { resourceVersion: own }) },
      },
    };
  }

  /** Returns true if the target serves a form of a write. */
  #serves(form: WriteForm): boolean {
    const { scope, type: { unserved = [] } } = this.#at;
    return supports(scope.target, form) &&
      !unserved.includes(form === "update" ? "update" : "patch");
  }

  /** PATCHes with a JSON patch; a target without them gets a merge patch. */
  jsonPatch(slot: number, options: WriteOptions = {}): Promise<HttpResponse> {
    if (!this.#serves("json-patch")) return this.mergePatch(slot, options);
    const { mark } = this.#next();
    const labels = Object.entries(options.labels ?? {}).filter(([, value]) => value !== null);
    const body: Json = [
      { op: "replace", path: `/metadata/annotations/${MARK.replace("/", "~1")}`, value: mark },
      ...labels.map(([key, value]) => ({ op: "add", path: `/metadata/labels/${key}`, value })),
    ];
    return this.#patch(slot, "json-patch", body, { mark, options });
  }

  /** PATCHes with a strategic merge patch; a target without them gets a merge patch. */
  strategicPatch(slot: number, options: WriteOptions = {}): Promise<HttpResponse> {
    const { type } = this.#at;
    if (!this.#serves("strategic-merge-patch")) return this.mergePatch(slot, options);
    const { mark, content } = this.#next();
    const body = {
      metadata: {
        annotations: replacing({ [MARK]: mark, [NOTE]: noteOf(content) }),
        ...(options.labels && { labels: { ...options.labels } }),
      },
      ...type.change(content),
    };
    return this.#patch(slot, "strategic-merge-patch", body, { mark, options });
  }

  /**
   * Applies the whole object, with its labels or those of the options; a target without server-side
   * apply gets a merge patch. An apply to an empty slot creates.
   */
  apply(slot: number, options: WriteOptions = {}): Promise<HttpResponse> {
    if (!this.#serves("apply")) return this.mergePatch(slot, options);
    const { mark, content } = this.#next();
    const request = this.#applyRequest(slot, mark, content, options.labels ?? {});
    return this.#send({ ...this.#facts("patch", slot, mark), options }, request);
  }

  #applyRequest(slot: number, mark: string, content: number, labels: Labels): HttpRequest {
    const { scope, type } = this.#at;
    const { namespace } = this.#at.placeOf(slot);
    const object = scope.newObject(type, {
      name: slotWords(slot),
      ...(namespace !== undefined && { namespace }),
      content,
      merges: true,
      labels: withoutNull(labels),
    });
    const metadata = { ...metadataOf(object), annotations: { [MARK]: mark } };
    return changeRequest(scope, type, object, "apply", { ...object, metadata });
  }

  /** Writes the status of a Deployment, with an update or a merge patch; other types get a patch. */
  writeStatus(
    slot: number,
    form: "update" | "merge-patch",
    options: Pick<WriteOptions, "dryRun"> = {},
  ): Promise<HttpResponse> {
    const { scope, type } = this.#at;
    const known = this.known(slot);
    if (type.resource !== "deployments" || known === undefined) {
      return this.mergePatch(slot, options);
    }
    const { content } = this.#next();
    const version = form === "update" ? resourceVersionOf(known) : undefined;
    const change = {
      ...(version !== undefined && { metadata: { resourceVersion: version } }),
      status: { observedGeneration: content },
    };
    const facts = { ...this.#facts("patch", slot), base: version, options };
    return this.#send(
      { ...facts, title: `${form} of status ${facts.title.split(" ").at(-1)}` },
      changeRequest(scope, type, known, form, change, { subresource: "status" }),
    );
  }

  /** Writes the current content again. */
  rewrite(slot: number, form: Rewrite): Promise<HttpResponse> {
    const known = this.known(slot);
    const mark = asObject(metadataOf(known ?? {}).annotations)?.[MARK] ?? "";
    if (form === "update" && known !== undefined && this.#serves("update")) {
      return this.#send(
        { ...this.#facts("update", slot), nothing: true },
        { method: "PUT", path: this.#at.pathOf(slot), body: known },
      );
    }
    if (!this.#serves("merge-patch") && this.#serves("update") && known !== undefined) {
      return this.rewrite(slot, "update");
    }
    const path = `/metadata/annotations/${MARK.replace("/", "~1")}`;
    const body: Json = form === "json-patch" && this.#serves(form)
      ? [{ op: "replace", path, value: mark }]
      : { metadata: { annotations: { [MARK]: mark } } };
    const used = form === "update" || !this.#serves(form) ? "merge-patch" : form;
    return this.#patch(slot, used, body, { nothing: true });
  }

  /** Applies the same configuration twice: the second apply changes nothing. */
  async applyTwice(slot: number): Promise<readonly HttpResponse[]> {
    if (!this.#serves("apply")) return [];
    const { mark, content } = this.#next();
    const request = this.#applyRequest(slot, mark, content, {});
    const first = await this.#send(this.#facts("patch", slot, mark), request);
    const second = await this.#send({ ...this.#facts("patch", slot), nothing: true }, request);
    return [first, second];
  }

  /** DELETEs the object. */
  remove(slot: number, options: { dryRun?: boolean; body?: Json } = {}): Promise<HttpResponse> {
    const known = this.known(slot);
    return this.#send(
      { ...this.#facts("delete", slot), uid: known && uidOf(known), options },
      {
        method: "DELETE",
        path: this.#at.pathOf(slot),
        ...(options.body !== undefined && { body: options.body }),
      },
    );
  }

  /** Removes the finalizers of a deleted object. */
  finalize(slot: number): Promise<HttpResponse> {
    const known = this.known(slot);
    const facts = { ...this.#facts("finalize", slot), uid: known && uidOf(known) };
    if (!this.#serves("merge-patch") && known !== undefined) {
      const { finalizers: _, resourceVersion: __, ...metadata } = metadataOf(known);
      const body = { ...known, metadata };
      return this.#send(facts, { method: "PUT", path: this.#at.pathOf(slot), body });
    }
    return this.#send(facts, {
      method: "PATCH",
      path: this.#at.pathOf(slot),
      headers: { "content-type": "application/merge-patch+json" },
      body: { metadata: { finalizers: null } },
    });
  }

  #patch(
    slot: number,
    form: Exclude<Rewrite, "update">,
    body: Json,
    facts: Partial<Facts>,
  ): Promise<HttpResponse> {
    const title = `${form} ${this.#at.placeOf(slot).name}`;
    return this.#send({ ...this.#facts("patch", slot), title, ...facts }, {
      method: "PATCH",
      path: this.#at.pathOf(slot),
      headers: { "content-type": `application/${form}+json` },
      body,
    });
  }

  #facts(verb: Write["verb"], slot: number, mark?: string): Facts {
    return {
      title: `${verb} ${this.#at.placeOf(slot).name}`,
      key: this.#at.keyOf(slot),
      verb,
      ...(mark !== undefined && { mark }),
    };
  }

  async #send(facts: Facts, request: HttpRequest): Promise<HttpResponse> {
    const dry = facts.options?.dryRun === true;
    const query = { ...request.query, ...(dry && { dryRun: "All" }) };
    const { scope } = this.#at;
    const { began, ended, exchange, value: response } = await this.#clock.during(async () => {
      const response = await scope.send({ ...request, query });
      if (response.status === 202 && request.method === "DELETE" && !dry) {
        await this.#waitForRemoval(request);
      }
      return response;
    });
    const object = asObject(response.json);
    const isObject = response.status < 300 && object?.kind === this.#at.type.kind;
    const { options: _options, nothing, ...rest } = facts;
    this.writes.push({
      ...rest,
      began,
      ended,
      exchange,
      intent: dry ? "dry run" : nothing ? "nothing" : "change",
      outcome: outcomeOf(response),
      ...(isObject && { object }),
    });
    if (isObject && !dry) this.#known.set(facts.key, object);
    return response;
  }

  /** Runs requests that `recordRemoval` records, and returns the ticks of their start and end. */
  during(act: () => Promise<void>): Promise<Span> {
    return this.#clock.during(act);
  }

  /** Records that requests of `during` deleted an object. */
  recordRemoval(object: JsonObject, { began, ended }: Span): void {
    const key = keyOf(object);
    const facts = { title: `deletecollection of ${key}`, key, verb: "delete" } as const;
    const outcome = { intent: "change", outcome: "accepted" } as const;
    this.writes.push({ ...facts, uid: uidOf(object), began, ended, ...outcome });
  }

  /** Sets the newest known state: after a race the last response need not have it. */
  setKnown(slot: number, object: JsonObject): void {
    this.#known.set(this.#at.keyOf(slot), object);
  }

  /** Waits until the object of an accepted deletion is gone or has a deletionTimestamp. */
  async #waitForRemoval({ path }: HttpRequest): Promise<void> {
    for (let look = 0; look < LOOKS; look++) {
      const { status, json } = await this.#at.scope.send({ method: "GET", path });
      if (status === 404) return;
      if (metadataOf(asObject(json) ?? {}).deletionTimestamp !== undefined) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Discard("a deletion was accepted but the object still exists");
  }

  #next(): { mark: string; content: number } {
    this.#count++;
    return { mark: `${this.#count}`, content: this.#count };
  }
}

/** The facts of a write before it is sent. */
interface Facts {
  readonly title: string;
  readonly key: string;
  readonly verb: Write["verb"];
  readonly mark?: string;
  readonly uid?: string | undefined;
  readonly base?: string | undefined;
  readonly nothing?: boolean;
  readonly options?: WriteOptions;
}

function noteOf(content: number): string | undefined {
  return turn(content, "", undefined, LONG, UNICODE, undefined);
}

function outcomeOf({ status }: HttpResponse): Write["outcome"] {
  if (status >= 500) return "unknown";
  return status < 300 ? "accepted" : "rejected";
}

function withoutNull(labels: Readonly<Record<string, Json>> | Labels): Record<string, string> {
  return Object.fromEntries(
    Object.entries(labels).filter((entry): entry is [string, string] =>
      typeof entry[1] === "string"
    ),
  );
}
