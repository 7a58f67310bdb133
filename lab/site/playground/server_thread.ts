/**
 * The thread of the playground's server: answers requests that the service worker relays, and calls
 * of the page.
 *
 * @module
 */
import { type FaultRule, injectedFaults } from "@plumbline/plugins";
import { AdjustableClock, createServer, type Plugin, type Server } from "@plumbline/reference";
import { parseAll, stringify } from "@std/yaml";
import { serveAt } from "../browser/servers.ts";
import { type Callable, type Message, type RelayedRequest, thread } from "./calls.ts";
import { ORIGIN, type Playground } from "./playground.ts";

/** A bundle of its own, as it is compiled in another way. */
const SUITES = "./suites.js";

const clock = new AdjustableClock();
const faults = injectedFaults();
const identities = [
  { name: "admin", token: "admin-token", groups: ["system:masters"] },
  // A user without permissions.
  { name: "guest", token: "guest-token", groups: [] },
];

/** The plugin of the bugs, once they are loaded: the server starts without them. */
let loaded: typeof import("./bugs.ts") | undefined;
let recompose = () => {};
const loadedBugs: Plugin = {
  name: "loadedBugs",
  install(parts, context) {
    recompose = () => context.recompose();
    loaded?.bugs.install(parts, context);
  },
};

async function loadBugs(): Promise<typeof import("./bugs.ts")> {
  if (loaded) return loaded;
  const [module] = await Promise.all([import("./bugs.ts"), server]);
  if (!loaded) {
    loaded = module;
    recompose();
  }
  return loaded;
}

const calls: Record<string, Callable> = {
  async start() {
    const { warnings } = await server;
    return { warnings, identities: identities.map(({ name, token }) => ({ name, token })) };
  },
  bugs: async () => (await loadBugs()).known,
  async setBugs(ids: readonly string[]) {
    const { bugs } = await loadBugs();
    for (const id of bugs.list()) if (!ids.includes(id)) bugs.remove(id);
    for (const id of ids) bugs.add(id);
    return bugs.list();
  },
  addFault(rule: FaultRule) {
    faults.add(rule);
    return listFaults();
  },
  removeFault(id: string) {
    faults.list().find((rule) => rule.id === id)?.remove();
    return listFaults();
  },
  faults: () => listFaults(),
  advance: (milliseconds: number) => clock.advance(milliseconds),
  parse: (text: string) => parseAll(text).filter((document) => document !== null),
  format: (value: unknown) => stringify(value, { lineWidth: -1, skipInvalid: true }),
  /** Loads the suites; the functions of that bundle are called then. */
  async loadSuites() {
    await import(SUITES);
    return true;
  },
};

const listFaults = () =>
  faults.list().map((rule) => ({ id: rule.id, rule: rule.rule, hits: rule.hits }));

const server: Promise<Server> = createServer({
  ...{ clock, identities },
  plugins: [faults, loadedBugs],
});

/** What the bundle of the suites needs of this server. */
const playground: Playground = {
  identities,
  advanceClock: (milliseconds) => Promise.resolve(clock.advance(milliseconds)),
};
Object.assign(thread, { plumblineCalls: calls, plumblinePlayground: playground });
serveAt(ORIGIN, async (request) => (await server).fetch(request));

thread.onmessage = ({ data }: MessageEvent<Message>) => {
  if ("answer" in data) void answer(data.answer, data.port);
  else void reply(data.id, data.call, data.given);
};

async function reply(id: number, call: string, given: unknown): Promise<void> {
  try {
    const act = thread.plumblineCalls[call];
    if (act === undefined) throw new Error(`The thread has no function ${call}`);
    const result = await act(given, (step) => thread.postMessage({ id, step }));
    thread.postMessage({ id, result });
  } catch (error) {
    thread.postMessage({ id, failed: error instanceof Error ? error.message : String(error) });
  }
}

/** Answers a relayed request, part by part. */
async function answer(relayed: RelayedRequest, port: MessagePort): Promise<void> {
  const { method, path, headers, body } = relayed;
  const stopped = new AbortController();
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  port.onmessage = () => {
    stopped.abort();
    reader?.cancel().catch(() => {});
  };
  try {
    const request = new Request(`${ORIGIN}${path}`, { method, body, signal: stopped.signal });
    // Of the headers of a request, a browser leaves out some.
    Object.defineProperty(request, "headers", {
      value: new Headers(headers.map(([name, value]): [string, string] => [name, value])),
    });
    const response = await (await server).fetch(request);
    port.postMessage({ status: response.status, headers: [...response.headers] });
    reader = response.body?.getReader();
    while (reader !== undefined) {
      const { done, value } = await reader.read();
      if (done) break;
      port.postMessage({ chunk: value });
    }
    port.postMessage({ end: true });
  } catch (error) {
    port.postMessage({ failed: error instanceof Error ? error.message : String(error) });
  }
}
