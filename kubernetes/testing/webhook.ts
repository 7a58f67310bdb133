/**
 * A webhook for tests: it listens over TLS and answers reviews by a function.
 *
 * @module
 */
import { createAuthority } from "@plumbline/server/parts";
import type { JsonObject } from "@plumbline/server/api";

/** A webhook that listens. */
export interface TestWebhook extends AsyncDisposable {
  /** The `clientConfig` of a configuration. */
  readonly clientConfig: { readonly url: string; readonly caBundle: string };
  /** Its certificate in PEM. */
  readonly certificate: string;
  /** The requests of the reviews so far. */
  readonly requests: JsonObject[];
}

/** Starts a webhook that answers the request of each review with the members of a response. */
export async function startWebhook(
  answer: (request: JsonObject) => JsonObject | Promise<JsonObject>,
): Promise<TestWebhook> {
  const authority = await createAuthority(Date.now());
  const { certificate, key } = await authority.issueServer([]);
  const requests: JsonObject[] = [];
  const server = Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    cert: certificate,
    key,
    onListen: () => {},
  }, async (http) => {
    // Like Go's servers.
    const path = new URL(http.url).pathname;
    if (path.startsWith("//")) {
      return new Response(null, { status: 307, headers: { location: path.slice(1) } });
    }
    const { kind, apiVersion, request } = await http.json();
    requests.push(request);
    return Response.json({
      kind,
      apiVersion,
      response: { uid: request.uid, ...await answer(request) },
    });
  });
  return {
    clientConfig: {
      url: `https://127.0.0.1:${server.addr.port}/review`,
      caBundle: btoa(authority.certificate),
    },
    certificate,
    requests,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
