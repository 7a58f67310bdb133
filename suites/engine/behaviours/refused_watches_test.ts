import { assertEquals } from "@std/assert";
import type {
  HttpClient,
  HttpResponse,
  JsonObject,
  WatchStream,
} from "../../client/http_client.ts";
import { type Behaviour, seenIn } from "./behaviour.ts";
import { ERROR_BODIES } from "./error_bodies.ts";
import { REFUSED_WATCHES } from "./refused_watches.ts";
import { RelievedClient } from "./relieved_client.ts";

const PATH = "/api/v1/namespaces/a/secrets";

const failure = (code: number) => ({ kind: "Status", status: "Failure", code });

/** A watch that has ended, with an event or a line that is none. */
function watch(first?: { readonly type: string; readonly object: JsonObject }, line?: string) {
  const headers = new Headers();
  const response: HttpResponse = { status: 200, headers, text: "", json: undefined };
  const documents = first === undefined ? [] : [first];
  return {
    response,
    documents,
    malformed: line === undefined ? [] : [line],
    waitFor: () => Promise.resolve(documents[0]),
  } as unknown as WatchStream;
}

/** Returns the status and the number of documents of a watch without a behaviour. */
async function relieved(behaviour: Behaviour, stream: WatchStream) {
  const client = { watch: () => Promise.resolve(stream) } as unknown as HttpClient;
  const opened = await new RelievedClient(client, behaviour).watch({ path: PATH });
  const found = await opened.waitFor(() => true);
  return [opened.response.status, opened.documents.length, opened.malformed.length, found?.type];
}

Deno.test("a watch with an error as its body or first event is relieved of the 200", async () => {
  const [refused] = REFUSED_WATCHES as [Behaviour];
  const [hidden] = ERROR_BODIES as [Behaviour];
  const line = JSON.stringify(failure(400));
  for (const each of [refused, hidden]) {
    assertEquals(await relieved(each, watch(undefined, line)), [400, 0, 0, undefined]);
    const event = { type: "ERROR", object: failure(403) };
    assertEquals(await relieved(each, watch(event)), [403, 0, 0, undefined]);
  }
  // A version may expire after the response has begun, and what is no error is left as it is.
  const expired = { type: "ERROR", object: failure(410) };
  assertEquals(await relieved(refused, watch(expired)), [200, 1, 0, "ERROR"]);
  const added = { type: "ADDED", object: { kind: "Secret" } };
  assertEquals(await relieved(refused, watch(added)), [200, 1, 0, "ADDED"]);
  assertEquals(await relieved(refused, watch(undefined, "{")), [200, 0, 1, undefined]);
  assertEquals(await relieved(refused, watch()), [200, 0, 0, undefined]);
});

Deno.test("a watch that begins with an error shows it by its code", () => {
  const shown = (stream: WatchStream) => {
    const seen = seenIn({ method: "GET", path: PATH }, stream.response, { stream });
    return REFUSED_WATCHES.filter(({ shows }) => shows([seen]).length > 0).map(({ id }) => id);
  };
  const error = (code: number) => watch({ type: "ERROR", object: failure(code) });
  assertEquals(shown(error(400)), ["refused watches are answered with 200"]);
  assertEquals(shown(error(500)), ["watches begin with a 5xx error"]);
  assertEquals(shown(error(410)), []);
  assertEquals(shown(watch({ type: "ADDED", object: failure(400) })), []);
});
