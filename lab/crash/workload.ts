/**
 * Concurrent writers, readers and a watch, which go on until the server is gone, or until they are
 * stopped.
 *
 * @module
 */
import { type JsonAnswer, trySend } from "../client/send.ts";
import type { Target } from "../client/target.ts";
import type { Random } from "../program/random.ts";
import { type Content, contentOf, contentRequest } from "../requests/contents.ts";
import { createOf, getOf, removeOf } from "../requests/writes.ts";
import type { SeenEvent, Write } from "./judge.ts";
import { CRASH_OBJECTS, list, watch } from "./objects.ts";

/** The names that all writers share. */
const NAMES = Array.from({ length: 40 }, (_, number) => `object-${number}`);

/** What a workload has done and seen. */
export interface Done {
  readonly writes: Write[];
  readonly reads: Content[];
  readonly watched: SeenEvent[];
  /** The namespaces that a request to delete them was sent for, and its outcome. */
  readonly deletedNamespaces: Map<string, Write["outcome"]>;
  /** Answers that no server should give. */
  readonly wrong: string[];
}

/** Options of {@linkcode work}. */
export interface Workload {
  readonly target: Target;
  readonly random: Random;
  /** The number of concurrent writers. */
  readonly writers: number;
  /** The version at which the watch begins. */
  readonly version: string;
  /** Begins every content and every namespace of this workload. */
  readonly prefix: string;
  /** Ends the workload of a server that is not killed, after the requests in progress. */
  readonly stopped?: AbortSignal;
}

/** Writes and reads until the server is gone. */
export async function work(workload: Workload): Promise<Done> {
  const { target, random, writers, version, prefix, stopped = new AbortController().signal } =
    workload;
  const done: Done = {
    writes: [],
    reads: [],
    watched: [],
    deletedNamespaces: new Map(),
    wrong: [],
  };
  await Promise.all([
    ...Array.from(
      { length: writers },
      (_, number) => write(target, random.split(), `${prefix}-${number}`, done, stopped),
    ),
    read(target, done, stopped),
    deleteNamespaces(target, prefix, done, stopped),
    watch(target, version, { stopped }).then((events) => done.watched.push(...events ?? [])),
  ]);
  return done;
}

async function write(
  target: Target,
  random: Random,
  prefix: string,
  done: Done,
  stopped: AbortSignal,
): Promise<void> {
  for (let count = 0; !stopped.aborted; count++) {
    const name = random.of(NAMES);
    const content = `${prefix}-${count}`;
    const verb = random.of(["create", "update", "update", "patch", "patch", "delete"] as const);
    const path = `${CRASH_OBJECTS}/${name}`;
    let current: Content | undefined;
    if (verb === "update" || verb === "delete") {
      const answer = await trySend(target, getOf(path));
      if (!answer) return;
      if (answer.status === 404) continue;
      current = contentOf(answer.body);
      done.reads.push(current);
    }
    const filling = random.below(2_000);
    // One in ten creations is rejected as its name is invalid.
    const written = verb === "create" && random.below(10) === 0 ? `${name}_` : name;
    const version = current?.version;
    const write = { collection: CRASH_OBJECTS, name: written, content, filling, version };
    const answer = await trySend(target, contentRequest(verb, write));
    done.writes.push({
      ...{ verb, name: written, content: verb === "delete" ? current!.content : content },
      outcome: outcomeOf(answer, `${verb} of ${name}`, done),
      ...(answer && answer.status < 300 && verb !== "delete" && { answer: contentOf(answer.body) }),
    });
    if (!answer) return;
  }
}

function outcomeOf(
  answer: JsonAnswer | undefined,
  what: string,
  { wrong }: Done,
): Write["outcome"] {
  if (!answer) return "unknown";
  if (answer.status >= 500) wrong.push(`a ${what} got ${answer.status}`);
  return answer.status < 300 ? "acknowledged" : "rejected";
}

async function read(target: Target, { reads }: Done, stopped: AbortSignal): Promise<void> {
  for (let state; !stopped.aborted && (state = await list(target));) reads.push(...state.objects);
}

/** Deletes namespaces with objects in them, which takes the server several writes each. */
async function deleteNamespaces(
  target: Target,
  prefix: string,
  done: Done,
  stopped: AbortSignal,
): Promise<void> {
  for (let count = 0; !stopped.aborted; count++) {
    const name = `${prefix}-${count}`;
    const path = `/api/v1/namespaces/${name}`;
    if (!await trySend(target, createOf("/api/v1/namespaces", { metadata: { name } }))) return;
    for (let number = 0; number < 5; number++) {
      const metadata = { name: `content-${number}` };
      if (!await trySend(target, createOf(`${path}/configmaps`, { metadata }))) return;
    }
    const answer = await trySend(target, removeOf(path));
    done.deletedNamespaces.set(name, outcomeOf(answer, "deletion of a namespace", done));
    if (!answer) return;
  }
}
