/**
 * Servers that answer a few requests well and then try to keep a run from ending, to fill its memory
 * or to make it print the token.
 *
 * @module
 */
import { createServer } from "@plumbline/reference";

/** The token of the only identity. */
export const HOSTILE_TOKEN = "token/of+the=hostile targets' administrator-4711";

/** Returns the hostile response to a request; undefined to answer it well. */
type Hostility = (request: Request) => Response | Promise<Response> | undefined;

const encoder = new TextEncoder();

/** Returns a stream of chunks for ever, with a pause of some milliseconds between two. */
function endless(chunkOf: (at: number) => string, pause = 0): ReadableStream<Uint8Array> {
  let at = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return new ReadableStream({
    async pull(controller) {
      if (pause > 0) await new Promise((resolve) => timer = setTimeout(resolve, pause));
      controller.enqueue(encoder.encode(chunkOf(at++)));
    },
    cancel: () => clearTimeout(timer),
  });
}

const JSON_TYPE = { "content-type": "application/json" };

const COLLECTION =
  /\/(?:secrets|deployments|roles|rolebindings|clusterroles|clusterrolebindings)(?:\?|$)/;

const isList = ({ method, url }: Request) => method === "GET" && COLLECTION.test(url);

const isWatch = ({ url }: Request) => /[?&]watch=(1|true)/.test(url);

/** The response to lists only, or to watches only. */
const toLists = (respond: Hostility): Hostility => (request) =>
  isList(request) && !isWatch(request) ? respond(request) : undefined;
const toWatches = (respond: Hostility): Hostility => (request) =>
  isWatch(request) ? respond(request) : undefined;

const stream = (body: ReadableStream<Uint8Array>, headers = {}) =>
  new Response(body, { headers: { ...JSON_TYPE, ...headers } });

const silence = () => new Promise<Response>(() => {});

const item = (at: number) =>
  `{"apiVersion":"v1","kind":"Secret","metadata":{"name":"s${at}","namespace":"default",` +
  `"uid":"${at}","resourceVersion":"${at + 1}"},"data":{"a":"${"QUJD".repeat(200)}"}}`;

/** Returns compressed zeros: 1,000 times as many as it has bytes. */
async function bomb(): Promise<Uint8Array<ArrayBuffer>> {
  const zeros = new Uint8Array(1024 * 1024);
  let left = 64;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (left-- > 0) controller.enqueue(zeros);
      else controller.close();
    },
  }).pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(body).arrayBuffer());
}

function echo(request: Request): Response {
  const sent = request.headers.get("authorization") ?? "";
  const bytes = encoder.encode(sent);
  const forms = [
    sent,
    bytes.toBase64(),
    bytes.toBase64({ alphabet: "base64url" }),
    encoder.encode(`x${sent}`).toBase64(),
    encoder.encode(`xy${sent}`).toBase64(),
    encodeURIComponent(sent),
    bytes.toHex(),
    bytes.toHex().toUpperCase(),
    JSON.stringify(sent),
  ];
  return Response.json({ kind: "Status", apiVersion: "v1", message: forms.join("\n") }, {
    status: 500,
    headers: { "x-echo": forms.slice(0, -1).join(" ") },
  });
}

/** The hostile targets by name. */
export const HOSTILE: Readonly<Record<string, Hostility>> = {
  "is silent": silence,
  "is silent to lists": toLists(silence),
  "is silent to writes": ({ method }) => method === "GET" ? undefined : silence(),
  "dribbles": () => stream(endless(() => " ", 20)),
  "never ends a body": toLists(() => stream(endless(() => "x".repeat(64 * 1024)))),
  "never ends its pages": toLists(({ url }) => {
    const token = crypto.randomUUID();
    const { pathname } = new URL(url);
    return Response.json({
      kind: "SecretList",
      apiVersion: "v1",
      metadata: { resourceVersion: "1", continue: `${pathname.length}${token}` },
      items: [],
    });
  }),
  "sends a list without end": toLists(() =>
    stream(
      endless((at) => at === 0 ? `{"kind":"SecretList","metadata":{},"items":[` : `${item(at)},`),
    )
  ),
  "sends a compressed bomb": toLists(async () =>
    new Response(await bomb(), { headers: { ...JSON_TYPE, "content-encoding": "gzip" } })
  ),
  "sends JSON nested deep": toLists(() =>
    new Response(`${'{"items":'.repeat(100_000)}1${"}".repeat(100_000)}`, { headers: JSON_TYPE })
  ),
  "sends lines that are no events": toWatches(() =>
    stream(endless((at) => `${"garbage ".repeat(100)}${at}\n`))
  ),
  "sends a watch without a line break": toWatches(() =>
    stream(endless((at) => at === 0 ? '{"type":"ADDED","object":{"a":"' : "x".repeat(64 * 1024)))
  ),
  "sends a flood of events": toWatches(() =>
    stream(endless((at) => `{"type":"ADDED","object":${item(at)}}\n`.repeat(20)))
  ),
  "repeats the credentials": echo,
};

/** A hostile target that listens. */
export interface HostileTarget extends AsyncDisposable {
  readonly url: string;
}

/** Requests that are answered well, so that a run begins. */
const ANSWERED = 3;

/** Starts a target that becomes hostile after some requests. */
export async function startHostile(respond: Hostility): Promise<HostileTarget> {
  const server = await createServer({
    identities: [{ name: "admin", token: HOSTILE_TOKEN, groups: ["system:masters"] }],
  });
  const cut = new AbortController();
  const { promise: closed, resolve: close } = Promise.withResolvers<Response>();
  let requests = 0;
  const listener = Deno.serve(
    { port: 0, hostname: "127.0.0.1", signal: cut.signal, onListen: () => {}, onError: () => gone },
    async (request) => {
      requests++;
      const isAnswered = requests <= ANSWERED || request.url.endsWith("/version");
      const hostile = isAnswered && respond !== silence ? undefined : respond(request);
      if (hostile === undefined || requests <= ANSWERED) return await server.fetch(request);
      return await Promise.race([hostile, closed]);
    },
  );
  return {
    url: `http://127.0.0.1:${listener.addr.port}`,
    async [Symbol.asyncDispose]() {
      close(gone);
      cut.abort();
      await listener.finished;
      await server.close();
    },
  };
}

const gone = new Response(null, { status: 500 });
