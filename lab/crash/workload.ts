/**
 * Concurrent writers, readers and a watch, which go on until the server is gone, or until they are
 * stopped.
 *
 * @module
 */
import { type Answer, list, NAMESPACE, OBJECTS, seen, send, watch } from "./client.ts";
import type { SeenEvent, SeenObject, Write } from "./judge.ts";
import type { Random } from "./random.ts";

/** The names that all writers share. */
const NAMES = Array.from({ length: 40 }, (_, number) => `object-${number}`);

/** What a workload has done and seen. */
export interface Done {
  readonly writes: Write[];
  readonly reads: SeenObject[];
  readonly watched: SeenEvent[];
  /** The namespaces that a request to delete them was sent for, and its outcome. */
  readonly deletedNamespaces: Map<string, Write["outcome"]>;
  /** Answers that no server should give. */
  readonly wrong: string[];
}

/** Options of {@linkcode work}. */
export interface Workload {
  readonly url: string;
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
  const { url, random, writers, version, prefix, stopped = new AbortController().signal } =
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
      (_, number) => write(url, random.split(), `${prefix}-${number}`, done, stopped),
    ),
    read(url, done, stopped),
    deleteNamespaces(url, prefix, done, stopped),
    watch(url, version, { stopped }).then((events) => done.watched.push(...events ?? [])),
  ]);
  return done;
}

async function write(
  url: string,
  random: Random,
  prefix: string,
  done: Done,
  stopped: AbortSignal,
): Promise<void> {
  for (let count = 0; !stopped.aborted; count++) {
    const name = random.of(NAMES);
    const content = `${prefix}-${count}`;
    const verb = random.of(["create", "update", "update", "patch", "patch", "delete"] as const);
    const path = `${OBJECTS}/${name}`;
    let current: SeenObject | undefined;
    if (verb === "update" || verb === "delete") {
      const answer = await send(url, path);
      if (!answer) return;
      if (answer.status === 404) continue;
      current = seen(answer.body);
      done.reads.push(current);
    }
    const filling = "x".repeat(random.below(2_000));
    // One in ten creations is rejected as its name is invalid.
    const written = verb === "create" && random.below(10) === 0 ? `${name}_` : name;
    const version = current && { resourceVersion: current.version };
    const metadata = { name: written, namespace: NAMESPACE, ...version };
    const object = { apiVersion: "v1", kind: "ConfigMap", metadata, data: { content, filling } };
    const answer = verb === "create"
      ? await send(url, OBJECTS, "POST", object)
      : verb === "update"
      ? await send(url, path, "PUT", object)
      : verb === "patch"
      ? await send(url, path, "PATCH", { data: object.data })
      : await send(url, path, "DELETE", { preconditions: version });
    done.writes.push({
      ...{ verb, name: written, content: verb === "delete" ? current!.content : content },
      outcome: outcomeOf(answer, `${verb} of ${name}`, done),
      ...(answer && answer.status < 300 && verb !== "delete" && { answer: seen(answer.body) }),
    });
    if (!answer) return;
  }
}

function outcomeOf(answer: Answer | undefined, what: string, { wrong }: Done): Write["outcome"] {
  if (!answer) return "unknown";
  if (answer.status >= 500) wrong.push(`a ${what} got ${answer.status}`);
  return answer.status < 300 ? "acknowledged" : "rejected";
}

async function read(url: string, { reads }: Done, stopped: AbortSignal): Promise<void> {
  for (let state; !stopped.aborted && (state = await list(url));) reads.push(...state.objects);
}

/** Deletes namespaces with objects in them, which takes the server several writes each. */
async function deleteNamespaces(
  url: string,
  prefix: string,
  done: Done,
  stopped: AbortSignal,
): Promise<void> {
  for (let count = 0; !stopped.aborted; count++) {
    const name = `${prefix}-${count}`;
    const path = `/api/v1/namespaces/${name}`;
    if (!await send(url, "/api/v1/namespaces", "POST", { metadata: { name } })) return;
    for (let number = 0; number < 5; number++) {
      const metadata = { name: `content-${number}` };
      if (!await send(url, `${path}/configmaps`, "POST", { metadata })) return;
    }
    const answer = await send(url, path, "DELETE");
    done.deletedNamespaces.set(name, outcomeOf(answer, "deletion of a namespace", done));
    if (!answer) return;
  }
}
