/**
 * ResourceVersions that a target gave out before it was hurt: they must still name a past state, so
 * that reads are not older, and watches send all later changes or are answered with 410.
 *
 * @module
 */
import { asClient } from "../client/current_client.ts";
import { TargetUnreachable, type WatchDocument } from "../client/http_client.ts";
import type { ListRead, RecordContradiction } from "../model/failures/operation.ts";
import { asObject, uidOf } from "../model/object.ts";
import type { ResourceType } from "../resources/mod.ts";
import type { Injury } from "./nemesis.ts";
import { sleep } from "./nemesis.ts";
import type { Recorder } from "./recorder.ts";

/** The requirement. */
const REQUIREMENT = "resource-versions.outlive-restarts";

/** Milliseconds in which a read or a watch at an earlier version must succeed. */
const PATIENCE = 6_000;

/** Milliseconds between two attempts. */
const AGAIN = 500;

/** The client that sends the requests. */
const CLIENT = "client 1";

/** Options of the verification. */
export interface EarlierVersionsOptions {
  readonly types: readonly ResourceType[];
  /** The last list of each type, which shows an object that was created after all injuries. */
  readonly lists: ReadonlyMap<string, ListRead>;
  readonly injuries: readonly Injury[];
  readonly signal: AbortSignal;
}

/** Reads and watches at the last version of each type from before the last injury. */
export async function verifyEarlierVersions(
  recorder: Recorder,
  { types, lists, injuries, signal }: EarlierVersionsOptions,
): Promise<RecordContradiction[]> {
  const hurt = injuries.at(-1)?.from;
  if (hurt === undefined || signal.aborted) return [];
  const found = await Promise.all(types.map(async (type) => {
    const last = lists.get(type.resource);
    const before = recorder.lists.findLast((list) =>
      list.type === type.resource && list.ended < hurt
    );
    if (last === undefined || before === undefined) return [];
    return [
      ...await readAt(recorder, type, before, signal),
      ...await watchFrom(recorder, type, before, last),
    ];
  }));
  return found.flat();
}

/** Requests a list that is not older than an earlier one. */
async function readAt(
  recorder: Recorder,
  type: ResourceType,
  { version, number }: ListRead,
  signal: AbortSignal,
): Promise<RecordContradiction[]> {
  const { path, query } = recorder.collectionOf(type);
  const request = { method: "GET", path, query: { ...query, resourceVersion: version } } as const;
  const until = performance.now() + PATIENCE;
  for (;;) {
    const { response, number: own } = await recorder.send(CLIENT, request);
    // A version may expire; a server that was just started may need a moment.
    if (response?.status === 200 || response?.status === 410 || signal.aborted) return [];
    if (performance.now() < until) {
      await sleep(AGAIN, signal);
      continue;
    }
    return [{
      requirement: REQUIREMENT,
      expected: `a list of ${type.resource} that is not older than version ${version}, which was ` +
        "given out before the restart, or 410",
      actual: response === undefined
        ? "no response"
        : `${response.status} ${asObject(response.json)?.message ?? ""}`,
      exchanges: [number, own],
    }];
  }
}

/** Watches from the version of an earlier list: the last object, which is new since, must be sent. */
async function watchFrom(
  recorder: Recorder,
  type: ResourceType,
  { version, number, items }: ListRead,
  last: ListRead,
): Promise<RecordContradiction[]> {
  const [, created] = [...last.items].findLast(([key]) => !items.has(key)) ?? [];
  if (created === undefined) return [];
  const { path, query } = recorder.collectionOf(type);
  const parameters = { ...query, resourceVersion: version };
  const isIt = ({ type, object }: WatchDocument) =>
    type === "ERROR" || uidOf(object) === created.uid;
  try {
    const stream = await asClient(
      CLIENT,
      () => recorder.scope.watch({ path, query: parameters }),
    );
    const { status, exchange = 0 } = stream.response;
    const seen = status === 200 ? await stream.waitFor(isIt, PATIENCE) : undefined;
    const isDecided = status === 410 || seen !== undefined || stream.ended;
    await stream.close();
    return isDecided ? [] : [{
      requirement: REQUIREMENT,
      expected: `a watch of ${type.resource} from version ${version}, which was given out before ` +
        "the restart, that sends the object that was created after it, or 410",
      actual: status === 200 ? `no such event within ${PATIENCE / 1_000} s` : `${status}`,
      exchanges: [number, last.number, exchange],
      versions: [created.version],
    }];
  } catch (error) {
    if (error instanceof TargetUnreachable) return [];
    throw error;
  }
}
