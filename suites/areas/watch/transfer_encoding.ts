/**
 * The transfer encoding of a watch, which most HTTP clients do not show.
 *
 * @module
 */
import { type Check, Discard, example } from "../../check.ts";
import { collectionPath, typesServing } from "../../resources/mod.ts";
import { verify } from "../../verify.ts";

/** Checks of the transfer encoding. */
export const TRANSFER_ENCODING: readonly Check[] = [
  example({
    id: "watch/sent-in-chunks",
    title: "Over HTTP/1.1 a watch is sent with `Transfer-Encoding: chunked`",
    requirements: ["watch.sent-in-chunks"],
    run: async (scope) => {
      await Promise.all(
        typesServing(scope.target, "watch").map(async (type) => {
          const namespace = type.namespaced ? scope.namespaces[0] : undefined;
          const path = collectionPath(type, scope.target.dialect, namespace);
          const stream = await scope.watch({
            path,
            query: { timeoutSeconds: "1", labelSelector: scope.selector },
            headers: { accept: "application/json" },
            // HTTP/2 has no chunks, and `fetch` does not show the header.
            bare: true,
          });
          const { status, headers } = stream.response;
          await stream.close();
          const encoding = headers.get("transfer-encoding") ?? "";
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
