/**
 * Applies the effects of rules to requests, through changes of the server's parts.
 *
 * @module
 */
import {
  ApiError,
  type Clock,
  expired,
  REASONS,
  type RequestContext,
  staleVersion,
} from "@plumbline/server/api";
import { over, type PartChanges, type Registry } from "@plumbline/server/parts";
import type { Storage } from "@plumbline/server/storage";
import { durationOf, pause } from "./delay.ts";
import type { FaultEffect } from "./rule.ts";
import { withGarbage } from "./garbage.ts";
import type { Hit, RuleBook } from "./rule_book.ts";
import type { OpenWatches } from "./watches.ts";

/** The state that the effects of rules need. */
export interface EffectsOptions {
  readonly rules: RuleBook;
  readonly watches: OpenWatches;
  readonly clock: Clock;
  /** Aborted when the server is closed: delays end. */
  readonly stopped: AbortSignal;
  /** The rules that apply to each request in progress. */
  readonly pending: WeakMap<Request, readonly Hit[]>;
}

/** Registers the changes of parts through which rules take effect. */
export function installEffects(
  { exchange, verbs, wire }: PartChanges,
  { rules, watches, clock, stopped, pending }: EffectsOptions,
): void {
  function receive(context: RequestContext): Promise<void> | undefined {
    const hits = rules.hitsOf(context);
    if (hits.length === 0) return undefined;
    pending.set(context.request, hits);
    return before(context, hits);
  }

  async function before({ info }: RequestContext, hits: readonly Hit[]): Promise<void> {
    for (const { effect, chance } of hits) {
      if (effect.kind === "delay") await pause(durationOf(effect.time, chance), clock, stopped);
      if (effect.kind === "refuse") throw refusal(effect);
      if (effect.kind === "respond") throw new ChosenResponse(chosenResponse(effect));
      if (effect.kind === "conflict") throw staleVersion(info, info.name);
      if (effect.kind === "expire" && effect.afterEvents === undefined) throw expired(WHY);
    }
  }

  exchange((original) => ({
    receive(context) {
      const before = original.receive?.(context);
      return before ? before.then(() => receive(context)) : receive(context);
    },
    refuse: (error, request, dialect) =>
      error instanceof ChosenResponse
        ? Promise.resolve(error.response)
        : original.refuse(error, request, dialect),
  }));
  verbs(({ get, list, watch }) => {
    const stale: typeof get = (registry, request) => {
      const effect = effectOf(pending.get(request.context.request), "stale");
      const verb = request.context.info.verb === "get" ? get : list;
      return verb(effect ? behind(registry, effect.writes) : registry, request);
    };
    return {
      get: stale,
      list: stale,
      async watch(registry, request) {
        const result = await watch(registry, request);
        if (result.kind !== "watch") return result;
        const { context } = request;
        const hits = pending.get(context.request) ?? [];
        return { ...result, source: watches.open(result.source, context, hits) };
      },
    };
  });
  wire(({ answer }) => ({
    async answer(request) {
      const response = await answer(request);
      const hits = pending.get(request);
      if (effectOf(hits, "reset")) return breakOff(response, 0);
      const garbage = effectOf(hits, "garbage");
      const sent = garbage ? withGarbage(response, garbage) : response;
      const cut = effectOf(hits, "truncate");
      return cut ? breakOff(sent, cut.bytes) : sent;
    },
  }));
}

/** Ends a request with a response that a rule states. */
class ChosenResponse extends ApiError {
  constructor(readonly response: Response) {
    super("InternalError", "A rule states the response (injected fault)");
  }
}

/** Statuses whose responses have no body. */
const WITHOUT_BODY = [204, 205, 304];

function chosenResponse(
  { status, headers, body }: Extract<FaultEffect, { kind: "respond" }>,
): Response {
  const sent = body ?? (status >= 400 ? statusOf(status) : "");
  const isText = typeof sent === "string";
  const all = new Headers(headers);
  if (!all.has("content-type")) all.set("content-type", isText ? "text/plain" : "application/json");
  const content = WITHOUT_BODY.includes(status) ? null : isText ? sent : JSON.stringify(sent);
  return new Response(content, { status, headers: all });
}

/** Returns a Status as real servers send it for a code. */
const statusOf = (code: number) => ({
  kind: "Status",
  apiVersion: "v1",
  metadata: {},
  status: "Failure",
  message: "The request failed by a rule (injected fault)",
  reason: Object.entries(REASONS).find(([, status]) => status === code)?.[0] ?? "",
  code,
});

/** Returns the first effect of a kind among those that apply to a request. */
function effectOf<Kind extends FaultEffect["kind"]>(
  hits: readonly Hit[] | undefined,
  kind: Kind,
): Extract<FaultEffect, { kind: Kind }> | undefined {
  return hits?.map(({ effect }) => effect)
    .find((effect): effect is Extract<FaultEffect, { kind: Kind }> => effect.kind === kind);
}

const WHY = "The provided resourceVersion is too old (injected fault)";

function refusal(
  { code, retryAfterSeconds = 1 }: Extract<FaultEffect, { kind: "refuse" }>,
): ApiError {
  const why = "The request failed by a rule (injected fault)";
  if (code === 500) return new ApiError("InternalError", why);
  const reason = code === 429 ? "TooManyRequests" : "ServiceUnavailable";
  return new ApiError(reason, why, { retryAfterSeconds });
}

/**
 * Returns a response whose connection is cut after so many bytes of the body: it announces more
 * than it sends, and HTTP then closes the connection.
 */
function breakOff(response: Response, bytes: number): Response {
  const { status } = response;
  const headers = new Headers(response.headers);
  headers.set("content-length", String(ANNOUNCED));
  const body = response.body ?? new ReadableStream({ start: (controller) => controller.close() });
  return new Response(body.pipeThrough(firstBytes(bytes)), { status, headers });
}

/** More bytes than any response has. */
const ANNOUNCED = 2 ** 40;

function firstBytes(count: number): TransformStream<Uint8Array, Uint8Array> {
  let left = count;
  return new TransformStream({
    start(controller) {
      if (left === 0) controller.terminate();
    },
    transform(chunk, controller) {
      controller.enqueue(chunk.subarray(0, left));
      left -= Math.min(left, chunk.length);
      if (left === 0) controller.terminate();
    },
  });
}

/**
 * Returns a registry that reads a stale state: as many writes old as asked for, or the oldest in
 * the history.
 */
export function behind(registry: Registry, writes: number): Registry {
  const { storage } = registry;
  const revision = Math.max(storage.currentRevision() - writes, 1);
  const past: Storage = over(storage, {
    async get({ resource, namespace, name }) {
      const filter = ({ metadata }: { metadata: { name: string } }) => metadata.name === name;
      return (await storage.list({ resource, namespace }, { revision, filter })).versions[0];
    },
    list: (collection, options) => storage.list(collection, { revision, ...options }),
  });
  return { ...registry, storage: past };
}
