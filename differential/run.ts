/**
 * Runs a sequence against both servers and finds the first answer in which they differ.
 *
 * @module
 */
import { equal } from "@std/assert";
import { type Peer, send, type WireAnswer } from "./client.ts";
import { type Divergence, explain } from "./explained.ts";
import { type Comparable, normalize, Tokens } from "./normalize.ts";
import {
  createMemory,
  type Memory,
  pathOf,
  type Place,
  requestOf,
  slotOf,
  type WireRequest,
} from "./request.ts";
import type { Step } from "./step.ts";
import { type JsonObject, TYPES } from "./types.ts";

/** The two servers, the reference first. */
export interface Pair {
  readonly reference: Peer;
  readonly real: Peer;
}

/** One request with both answers. */
export interface Exchange {
  readonly step: Step;
  readonly request: WireRequest;
  readonly reference: Comparable;
  readonly real: Comparable;
}

/** What came of a sequence. */
export interface Outcome {
  readonly exchanges: readonly Exchange[];
  /** The first difference nobody has explained. */
  readonly divergence?: Divergence;
  /** How often each explained difference was seen, by its id. */
  readonly explained: ReadonlyMap<string, number>;
}

/** One server's side of a sequence. */
class Side {
  readonly #peer: Peer;
  readonly #memory: Memory = createMemory();
  readonly #tokens = new Tokens();

  constructor(peer: Peer) {
    this.#peer = peer;
  }

  async play(step: Step, place: Place): Promise<{ request: WireRequest; answer: Comparable }> {
    const request = requestOf(step, place, this.#memory);
    const answer = await send(this.#peer, request);
    this.#remember(step, answer);
    return {
      request,
      answer: normalize(answer.status, answer.text, answer.warnings, this.#tokens),
    };
  }

  #remember(step: Step, { status, text }: WireAnswer): void {
    if (status >= 300 || !text.startsWith("{")) return;
    const body = JSON.parse(text) as JsonObject;
    const version = (body.metadata as JsonObject | undefined)?.resourceVersion;
    if (typeof version !== "string" || version === "") return;
    if (step.action === "list") {
      this.#memory.collections.set(step.type, version);
    } else if (body.kind === TYPES[step.type]!.kind && step.query.dryRun !== "All") {
      const slot = slotOf(step);
      const { versions } = this.#memory;
      versions.set(slot, { first: versions.get(slot)?.first ?? version, current: version });
    }
  }
}

/** Plays the steps on both servers until they differ without an explanation. */
export async function playSequence(
  pair: Pair,
  steps: readonly Step[],
  place: Place,
): Promise<Outcome> {
  const sides = { reference: new Side(pair.reference), real: new Side(pair.real) };
  const exchanges: Exchange[] = [];
  const explained = new Map<string, number>();
  try {
    for (const step of steps) {
      const [ours, theirs] = await Promise.all([
        sides.reference.play(step, place),
        sides.real.play(step, place),
      ]);
      const exchange: Exchange = {
        step,
        request: theirs.request,
        reference: ours.answer,
        real: theirs.answer,
      };
      exchanges.push(exchange);
      if (equal(ours.answer, theirs.answer)) continue;
      const reason = explain(exchange);
      if (!reason) return { exchanges, divergence: exchange, explained };
      explained.set(reason.id, (explained.get(reason.id) ?? 0) + 1);
      // After a difference that leaves different states behind, what follows would differ as well.
      if (reason.endsSequence) break;
    }
    return { exchanges, explained };
  } finally {
    await Promise.all([cleanUp(pair.reference, place), cleanUp(pair.real, place)]);
  }
}

/** Removes what the sequence made, finalizers and all. */
async function cleanUp(peer: Peer, place: Place): Promise<void> {
  const selector = `?labelSelector=sequence%3D${place.id}`;
  for (const type of TYPES) {
    const path = pathOf(type, place.namespace);
    const { text } = await send(peer, {
      method: "GET",
      path: path + (type.namespaced ? "" : selector),
    });
    const { items } = JSON.parse(text) as {
      items: { metadata: { name: string; finalizers?: string[] } }[];
    };
    for (const { metadata: { name, finalizers } } of items ?? []) {
      if (finalizers) {
        await send(peer, {
          method: "PATCH",
          path: `${path}/${name}`,
          contentType: "application/merge-patch+json",
          body: { metadata: { finalizers: null } },
        });
      }
      await send(peer, { method: "DELETE", path: `${path}/${name}` });
    }
  }
}
