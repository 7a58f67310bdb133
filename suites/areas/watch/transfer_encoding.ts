/**
 * The transfer encoding of a watch, which an HTTP client does not show: the head is read as text.
 *
 * @module
 */
import { request } from "node:http";
import { type Check, Discard, example } from "../../check.ts";
import type { Target } from "../../client/target.ts";
import { collectionPath, typesServing } from "../../resources/mod.ts";
import { verify } from "../../verify.ts";

/** Checks of the transfer encoding. */
export const TRANSFER_ENCODING: readonly Check[] = [
  example({
    id: "watch/sent-in-chunks",
    title: "Over HTTP/1.1 a watch is sent with `Transfer-Encoding: chunked`",
    requirements: ["watch.sent-in-chunks"],
    missing: ({ target }) => Promise.resolve(whyNotRaw(target)),
    run: async (scope) => {
      await Promise.all(
        typesServing(scope.target, "watch").map(async (type) => {
          const namespace = type.namespaced ? scope.namespaces[0] : undefined;
          const path = collectionPath(type, scope.target.dialect, namespace);
          const selector = encodeURIComponent(scope.selector);
          const { status, encoding } = await headOf(
            scope.target,
            `${path}?watch=1&timeoutSeconds=1&labelSelector=${selector}`,
          );
          if (status !== 200) throw new Discard(`the watch was answered with ${status}`);
          verify("watch.sent-in-chunks", {
            holds: /\bchunked\b/i.test(encoding),
            expected: "chunked",
            actual: `${encoding || "no Transfer-Encoding"} for ${type.resource}`,
          });
        }),
      );
    },
  }),
];

function whyNotRaw({ url, identities: [{ token }] }: Target): string | undefined {
  if (!url.startsWith("http:")) return "the target uses TLS, where HTTP/2 has no chunks";
  return token === "" ? "the current identity has no token" : undefined;
}

/** Sends a GET and returns the status and the transfer encoding of its answer. */
function headOf(
  { url, identities: [{ token }] }: Target,
  path: string,
): Promise<{ status: number; encoding: string }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, accept: "application/json" };
    const sent = request(url + path, { method: "GET", headers, agent: false }, (response) => {
      resolve({
        status: response.statusCode ?? 0,
        encoding: String(response.headers["transfer-encoding"] ?? ""),
      });
      response.on("error", () => {});
      response.destroy();
    });
    sent.on("error", reject);
    sent.end();
  });
}
