/**
 * The entries of a journal.
 *
 * @module
 */
import type { Heads } from "./heads.ts";

/** One request. */
export interface JournalEntry {
  /** A number that counts the requests from 1; gaps are requests that are forgotten. */
  readonly id: number;
  /** The time of arrival, in milliseconds since 1970. */
  readonly time: number;
  /** The user, or the impersonated user; empty if the request was not authenticated. */
  readonly user: string;
  /** The HTTP method. */
  readonly method: string;
  /** The verb of the API, or the method in lower case for other paths. */
  readonly verb: string;
  /** The path, without the query. */
  readonly path: string;
  /** The query, without the question mark. */
  readonly query: string;
  /** `group/version/resource` or `group/version/resource/subresource`; empty for other paths. */
  readonly resource: string;
  /** The HTTP status, before injected faults at the connection. */
  readonly status: number;
  /** True for a deprecated API version. */
  readonly deprecated: boolean;
  /** True if the query asks for a dry run; options in the body of a deletion do not count. */
  readonly dryRun: boolean;
  /** The ids of the rules of injected faults that applied. */
  readonly rules: readonly string[];
  /** The headers of request and response, without credentials, if the journal keeps them. */
  readonly heads?: Heads;
}
