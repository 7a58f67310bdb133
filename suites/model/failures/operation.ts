/**
 * The record of a round: what clients sent while the target failed, and what they saw.
 *
 * @module
 */
import type { RequirementId } from "../../catalogue.ts";

/** The state of an object as a response or an event shows it. */
export interface Shown {
  /** The mark of the last write. */
  readonly mark: string;
  /** The marks of all writes since the object was created, if they are kept. */
  readonly marks?: ReadonlySet<string>;
  /** The resourceVersion. */
  readonly version: string;
  /** The uid. */
  readonly uid: string;
  /** The content, equal for equal objects. */
  readonly content: string;
}

/** A request for one object. */
export interface RecordedOperation {
  /** The number of the request in its round. */
  readonly number: number;
  /** The object: its type, namespace and name. */
  readonly key: string;
  readonly verb: "create" | "update" | "patch" | "delete" | "get";
  /** The mark that a write leaves; a deletion leaves none. */
  readonly mark?: string;
  /** The mark of the state that an update is based on. */
  readonly base?: string;
  /** The tick at which the request was sent. */
  readonly began: number;
  /** The tick at which its response arrived or was given up. */
  readonly ended: number;
  /** `unknown` for a write without a response, or with one of a failing server. */
  readonly outcome: "accepted" | "rejected" | "unknown";
  /** The object in the response, or that there is none; undefined if the response does not show it. */
  readonly shown?: Shown | "absent";
  /** The uid of the object that a deletion removed, if the response has it. */
  readonly uid?: string;
}

/** A list of all objects of the round of one type. */
export interface ListRead {
  readonly number: number;
  readonly type: string;
  readonly began: number;
  readonly ended: number;
  readonly version: string;
  /** The items by key. */
  readonly items: ReadonlyMap<string, Shown>;
}

/** An event of a watch. */
export interface WatchedEvent {
  /** The number of the request that opened the watch. */
  readonly number: number;
  /** The tick at which it arrived. */
  readonly at: number;
  readonly type: string;
  readonly key: string;
  readonly shown: Shown;
}

/** A watch that was resumed from the last version whenever it ended, from a list on. */
export interface WatchRun {
  /** The list that it starts from. */
  readonly start: ListRead;
  /** The events in the order of their arrival. */
  readonly events: readonly WatchedEvent[];
  /** The numbers of the requests that opened it. */
  readonly numbers: readonly number[];
  /** True if it goes on until after the last write of the round. */
  readonly complete: boolean;
}

/** A watch from a version that was rejected as expired. */
export interface Expiry {
  readonly number: number;
  readonly version: string;
  /** True if nothing was done to the target between the answer with the version and the watch. */
  readonly calm: boolean;
}

/** The record of a round. */
export interface Round {
  readonly operations: readonly RecordedOperation[];
  readonly lists: readonly ListRead[];
  readonly watches: readonly WatchRun[];
  readonly expiries: readonly Expiry[];
  /** The keys of all objects by type. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
}

/** A contradiction in the record of a round. */
export interface RecordContradiction {
  readonly requirement: RequirementId;
  readonly expected: string;
  readonly actual: string;
  /** The object, if it is about one. */
  readonly key?: string;
  /** The numbers of the requests that contradict each other. */
  readonly exchanges: readonly number[];
  /** The resourceVersions of the events that are wrong or missing. */
  readonly versions?: readonly string[];
}
