/**
 * What the verbs share: the registry, and what a verb receives and returns.
 *
 * @module
 */
import type { Verb } from "../context.ts";
import type { Result, Services, VerbRequest } from "./services.ts";
import type { Steps } from "./steps.ts";

export type {
  Admission,
  Result,
  VerbRequest,
  WatchEvent,
  WatchSource,
  WriteAttributes,
} from "./services.ts";

/**
 * Everything that the verbs use.
 *
 * @internal
 */
export interface Registry extends Services {
  /** The steps of writes, deletions, lists and watches, as plugins have wrapped them. */
  readonly steps: Steps;
}

/** The implementation of a verb for any resource. */
export type VerbHandler = (registry: Registry, request: VerbRequest) => Promise<Result>;

/**
 * The handler of each verb; `answer` is `create` for a resource that is not stored, `act` for a
 * subresource that acts on the object.
 *
 * @internal
 */
export type Verbs = Readonly<Record<Verb | "answer" | "act", VerbHandler>>;
