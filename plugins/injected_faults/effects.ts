/**
 * What rules do, at the seams of the server.
 *
 * @module
 */
import { ApiError, expired, staleVersion } from "../../server/api_error.ts";
import type { RequestContext } from "../../server/context.ts";
import type { Clock } from "../../server/sources.ts";
import type { PartChanges } from "../../server/parts.ts";
import { breakOff } from "./break_off.ts";
import { drawDuration } from "./chance.ts";
import { pause } from "./pause.ts";
import type { FaultEffect } from "./rule.ts";
import type { Hit, RuleBook } from "./rule_book.ts";
import { behind } from "./stale.ts";
import type { OpenWatches } from "./watches.ts";

/** What rules work with. */
export interface RulesOptions {
  readonly rules: RuleBook;
  readonly watches: OpenWatches;
  readonly clock: Clock;
  /** Aborted when the server ends: nobody waits any longer. */
  readonly stopped: AbortSignal;
  /** What each request is hit by, from when it comes until nobody knows it any more. */
  readonly pending: WeakMap<Request, readonly Hit[]>;
}

/** Makes an installer that lets rules act. */
export function rulesInstaller(
  { rules, watches, clock, stopped, pending }: RulesOptions,
): (seams: PartChanges) => void {
  function receive(context: RequestContext): Promise<void> | undefined {
    const hits = rules.hitsOf(context);
    if (hits.length === 0) return undefined;
    pending.set(context.request, hits);
    return before(context, hits);
  }

  async function before({ info }: RequestContext, hits: readonly Hit[]): Promise<void> {
    for (const { effect, chance } of hits) {
      if (effect.kind === "delay") await pause(drawDuration(effect.time, chance), clock, stopped);
      if (effect.kind === "refuse") throw refusal(effect);
      if (effect.kind === "conflict") throw staleVersion(info, info.name);
      if (effect.kind === "expire" && effect.afterEvents === undefined) throw expired(WHY);
    }
  }

  return ({ exchange, verbs, wire }) => {
    exchange((original) => ({
      receive(context) {
        const before = original.receive?.(context);
        return before ? before.then(() => receive(context)) : receive(context);
      },
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
        const cut = effectOf(hits, "truncate");
        return cut ? breakOff(response, cut.bytes) : response;
      },
    }));
  };
}

/** The first effect of a kind that hits a request. */
function effectOf<Kind extends FaultEffect["kind"]>(
  hits: readonly Hit[] | undefined,
  kind: Kind,
): Extract<FaultEffect, { kind: Kind }> | undefined {
  return hits?.map(({ effect }) => effect)
    .find((effect): effect is Extract<FaultEffect, { kind: Kind }> => effect.kind === kind);
}

const WHY = "Cannot go on from this version as a rule of the server says that it is too old";

function refusal(
  { code, retryAfterSeconds = 1 }: Extract<FaultEffect, { kind: "refuse" }>,
): ApiError {
  const why = "Cannot answer as a rule of the server says so";
  if (code === 500) return new ApiError("InternalError", why);
  const reason = code === 429 ? "TooManyRequests" : "ServiceUnavailable";
  return new ApiError(reason, why, { retryAfterSeconds });
}
