/**
 * The walk of a write: the modules of `server` that one request goes through.
 *
 * @module
 */
import { createServer } from "@plumbline/server";
import { type Call, traceCalls } from "./tracer.ts";

const SERVER = new URL("../../server/", import.meta.url);

/** What a request goes through, but for the rules of its kind. */
export interface Walk {
  /** The modules that go on to others, with the functions of others that enter them. */
  readonly places: ReadonlyMap<string, ReadonlySet<string>>;
  /** The modules that only answer, such as the comparison of two values. */
  readonly words: ReadonlySet<string>;
  /** The modules of the kind's rules. */
  readonly rules: ReadonlySet<string>;
}

/** The rules of kinds, and what they are made of. */
const RULES = "resources/";

/** Returns the walk of calls. */
export function walkOf(calls: readonly Call[]): Walk {
  const across = calls.filter(({ file, caller }) => file !== caller.file);
  const goesOn = new Set(across.map(({ caller }) => caller.file));
  const places = new Map<string, Set<string>>();
  const words = new Set<string>();
  const rules = new Set<string>();
  for (const { file, caller } of across) {
    if (file.startsWith(RULES)) rules.add(file);
    else if (!goesOn.has(file)) words.add(file);
    else {
      const entries = places.get(file) ?? new Set();
      places.set(file, entries.add(`${caller.file} ${caller.name}`));
    }
  }
  return { places, words, rules };
}

/** Returns the walk of a server-side apply that changes a Deployment. */
export async function walkOfApply(): Promise<Walk> {
  await using server = await createServer();
  const authorization = `Bearer ${server.token()}`;
  const url = "http://localhost/apis/apps/v1/namespaces/default/deployments/web?fieldManager=me";
  let replicas = 0;
  const apply = async () => {
    const body = JSON.stringify(configuration(++replicas));
    const headers = {
      ...{ authorization, "content-type": "application/apply-patch+yaml" },
      "content-length": String(body.length),
    };
    const response = await server.fetch(new Request(url, { method: "PATCH", headers, body }));
    if (!response.ok) throw new Error(`Cannot apply: ${await response.text()}`);
    await response.body?.cancel();
  };
  // What is read once in the life of a server is no part of the walk.
  await apply();
  await apply();
  return walkOf(await traceCalls(SERVER, apply));
}

const configuration = (replicas: number) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", labels: { app: "web" } },
  spec: {
    replicas,
    selector: { matchLabels: { app: "web" } },
    template: {
      metadata: { labels: { app: "web" } },
      spec: { containers: [{ name: "web", image: "web:1", ports: [{ containerPort: 80 }] }] },
    },
  },
});
