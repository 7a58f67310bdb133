/**
 * Benign variants that encode the same responses differently.
 *
 * @module
 */
import type { Json, JsonObject } from "@plumbline/server/api";
import { variants } from "../mutant.ts";
import {
  isJson,
  isWatch,
  jsonAnswers,
  rewriteRequest,
  shownObjects,
  textOf,
  watchBytes,
  withBody,
} from "./wire_changes.ts";
import {
  CHECKSUM_NAMES,
  GAPPED_NAMES,
  nameVersions,
  OPAQUE_NAMES,
} from "./resource_version_names.ts";
import { wrap } from "../vocabulary/wrap.ts";
import { all } from "../vocabulary/on.ts";
import { within, withMetadata } from "../vocabulary/json.ts";

/** Returns the value with the members of all objects in reverse order. */
function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([key, each]) => [key, reversed(each)]);
  return Object.fromEntries(members.reverse());
}

const BLANK = new TextEncoder().encode(" \r\n\n");

export const encodingVariants = variants({
  "resource-versions/opaque": {
    description: "Resource versions are strings without a recognizable order.",
    reason: "The storage identifies its states by checksums.",
    allowedBy: "A resourceVersion is opaque: it is compared for equality and need not be a number.",
    install: nameVersions(OPAQUE_NAMES),
  },
  "resource-versions/gapped": {
    description: "Resource versions are large numbers in steps of a thousand.",
    reason: "Several stores share one counter.",
    allowedBy: "A resourceVersion is opaque: which one comes next is not defined.",
    install: nameVersions(GAPPED_NAMES),
  },
  "resource-versions/checksums": {
    description: "Resource versions are checksums in base 64, with characters that URLs escape.",
    reason: "The storage identifies its states by checksums.",
    allowedBy: "A resourceVersion is opaque: it is compared for equality and need not be a number.",
    install: nameVersions(CHECKSUM_NAMES),
  },
  "resource-versions/lists-have-their-own": {
    description: "The resourceVersion of a list begins with a letter, that of an object does not.",
    reason: "It names a snapshot, which is stored elsewhere than the objects.",
    allowedBy: "A resourceVersion is opaque: that of a list is no number of a change.",
    install: all(
      wrap("wire", "answer", async ({ answer }, request) => {
        const own = (text: string) =>
          text.replaceAll(/resourceVersion=S(\d+)/g, "resourceVersion=$1");
        return await answer(
          own(request.url) === request.url ? request : await rewriteRequest(request, own),
        );
      }),
      jsonAnswers({
        change: (body, request, response) => {
          const { resourceVersion } = within(body, "metadata");
          const isList = /List$|^Table$/.test(`${body.kind}`) && !isWatch(request, response);
          return isList && resourceVersion
            ? withMetadata(body, { resourceVersion: `S${resourceVersion}` })
            : body;
        },
      }),
    ),
  },
  "negotiation/other-key-order": {
    description: "The members of all JSON objects are in reverse order.",
    reason: "Another JSON library orders them that way.",
    allowedBy: "JSON objects are unordered.",
    install: jsonAnswers({ write: (body) => `${JSON.stringify(reversed(body))}\n` }),
  },
  "negotiation/indented": {
    description: "All JSON is indented over several lines, including watch events.",
    reason: "Indented JSON is easier for people to read.",
    allowedBy: "The body is JSON; a watch is a sequence of documents, not of lines.",
    install: jsonAnswers({ write: (body) => `\n${JSON.stringify(body, null, "\t")}\r\n` }),
  },
  "negotiation/escaped": {
    description: "Non-ASCII characters and some ASCII characters in JSON are written as escapes.",
    reason: "Escaped JSON passes through every proxy unchanged.",
    allowedBy: "An escape and the character mean the same in JSON.",
    install(parts) {
      const escaped = (text: string) =>
        text.replaceAll(
          /[<>&\u007f-\uffff]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
        );
      jsonAnswers({ write: (body) => `${escaped(JSON.stringify(body))}\n` })(parts);
    },
  },
  "negotiation/charset": {
    description: "The Content-Type of JSON has a charset parameter and capital letters.",
    reason: "The web framework adds the parameter to all text.",
    allowedBy: "The media type is the same; parameters and case are up to HTTP.",
    install: wrap("wire", "answer", async ({ answer }, request) => {
      const response = await answer(request);
      if (isJson(response)) {
        response.headers.set("content-type", "Application/JSON; Charset=UTF-8");
      }
      return response;
    }),
  },
  "negotiation/compressed": {
    description: "Every response except watches is compressed if the client accepts gzip.",
    reason: "A proxy in front of the server compresses responses.",
    allowedBy: "`Accept-Encoding` permits it; content coding is up to HTTP.",
    install: wrap("wire", "answer", async ({ answer }, request) => {
      const response = await answer(request);
      const accepts = request.headers.get("accept-encoding")?.includes("gzip");
      const { headers } = response;
      if (!accepts || !isJson(response) || isWatch(request, response)) return response;
      if (headers.has("content-encoding")) return response;
      const zipped = withBody(
        response,
        new Response(await textOf(response)).body!.pipeThrough(new CompressionStream("gzip")),
      );
      zipped.headers.set("content-encoding", "gzip");
      return zipped;
    }),
  },
  "negotiation/more-headers": {
    description: "Every response has additional headers, including a `Warning`.",
    reason: "Proxies add headers, and administrators announce maintenance.",
    allowedBy: "No header is forbidden; warnings are required in some cases and excluded in none.",
    install: wrap("wire", "answer", async ({ answer }, request) => {
      const response = await answer(request);
      response.headers.append("warning", '299 - "This server is moved, tonight"');
      response.headers.set("x-audit-id", crypto.randomUUID());
      response.headers.set("vary", "accept, accept-encoding");
      response.headers.append("set-cookie", "route=3; Path=/");
      return response;
    }),
  },
  "metadata/more-fields": {
    description: "The metadata of objects and lists has fields that are not in the specification.",
    reason: "A later release or an extension adds fields.",
    allowedBy: "The specified fields are present; additional ones are not excluded.",
    install: all(
      shownObjects(({ metadata, ...object }) => ({
        ...object,
        metadata: { ...metadata, selfLink: "/somewhere" },
      })),
      jsonAnswers({
        change: (body) =>
          Array.isArray(body.items) ? withMetadata(body, { shard: "3 of 7" }) : body,
      }),
    ),
  },
  "metadata/empty-maps-shown": {
    description: "Empty labels, annotations, finalizers and ownerReferences are written out.",
    reason: "The encoder does not omit empty values.",
    allowedBy: "An empty map or list is equivalent to an omitted one.",
    install(parts) {
      const EMPTY = { labels: {}, annotations: {}, finalizers: [], ownerReferences: [] };
      shownObjects(({ metadata, ...object }) => ({
        ...object,
        metadata: { ...EMPTY, ...metadata },
      }))(parts);
    },
  },
  "metadata/more-members": {
    description: "Lists, errors and watch events have members that are not in the specification.",
    reason: "A later release or an extension adds them.",
    allowedBy: "The specified members are present; additional ones are not excluded.",
    install: jsonAnswers({
      write: (body) => {
        const isEvent = "type" in body && "object" in body;
        const isFrame = isEvent || Array.isArray(body.items) || body.kind === "Status";
        const more = isFrame ? { served: { by: "node 3", at: [1, 2] } } : {};
        return `${JSON.stringify({ ...body, ...more })}\n`;
      },
    }),
  },
  "paging/items-without-kind": {
    description: "The items of a list have no `apiVersion` and `kind`.",
    reason: "They follow from the kind of the list.",
    allowedBy: "The items of a list have one kind, and each need not repeat it.",
    install: wrap("exchange", "encode", ({ encode }, result, appearance, sending) => {
      const { view, serializer } = appearance;
      if (result.kind !== "list" || view || serializer.cacheKey === "protobuf") {
        return encode(result, appearance, sending);
      }
      const versions = result.versions.map((version) => {
        const { apiVersion: _, kind: __, ...object } = version.object;
        return { ...version, object: object as typeof version.object, encodings: new Map() };
      });
      return encode({ ...result, versions }, appearance, sending);
    }),
  },
  "paging/no-empty-token": {
    description: "The last page has no `continue` token instead of an empty one.",
    reason: "The encoder omits empty strings.",
    allowedBy: "An omitted string is equivalent to an empty one.",
    install: jsonAnswers({
      change: (body) => {
        const { continue: token, ...metadata } = (body.metadata ?? {}) as JsonObject;
        return token === "" ? { ...body, metadata } : body;
      },
    }),
  },
  "negotiation/no-rows-as-null": {
    description: "The `rows` of a Table without rows are null.",
    reason: "The encoder writes a list that was never filled as null.",
    allowedBy: "Null is equivalent to an empty list.",
    install: jsonAnswers({
      change: (body) =>
        body.kind === "Table" && Array.isArray(body.rows) && body.rows.length === 0
          ? { ...body, rows: null }
          : body,
    }),
  },
  "errors/other-words": {
    description: "The messages of errors and warnings have other words.",
    reason: "The texts are maintained by another team and partly translated.",
    allowedBy: "The text of messages is not specified.",
    install: jsonAnswers({
      change: (body) =>
        body.kind === "Status" && typeof body.message === "string"
          ? { ...body, message: `E-4711. Nein: ${body.message.replaceAll(/[":]/g, " ")} (sorry)` }
          : body,
    }),
  },
  "errors/more-details": {
    description: "Errors have additional details and causes.",
    reason: "They are added for support.",
    allowedBy:
      "The shape of errors is not specified in full, so additional fields are not excluded.",
    install(parts) {
      const more = { reason: "Trace", message: "handled by node 3 of 7", field: "" };
      jsonAnswers({
        change: (body) => {
          if (body.kind !== "Status" || body.status !== "Failure") return body;
          const { causes = [], ...details } = (body.details ?? {}) as JsonObject;
          return {
            ...body,
            trace: "0af7651916cd43dd",
            details: { ...details, causes: [...causes as Json[], more], node: 3 },
          };
        },
      })(parts);
    },
  },
  "watch/pieces-of-a-few-bytes": {
    description: "A watch is sent in chunks that end anywhere, even inside characters.",
    reason: "A proxy forwards bytes as they arrive.",
    allowedBy: "The body is a sequence of documents; its chunks are up to HTTP.",
    install: watchBytes((piece) =>
      Array.from(
        { length: Math.ceil(piece.length / SHORT) },
        (_, index) => piece.slice(index * SHORT, (index + 1) * SHORT),
      )
    ),
  },
  "watch/blank-lines": {
    description: "White space is sent before and after each chunk of a watch.",
    reason: "It keeps idle connections open.",
    allowedBy: "White space between JSON documents has no meaning.",
    install: watchBytes((piece) => [BLANK, piece, BLANK]),
  },
  "watch/no-line-breaks": {
    description: "The documents of a watch follow each other without a separator.",
    reason: "The end of a JSON document is recognizable without one.",
    allowedBy: "The body is a sequence of JSON documents; line breaks are not specified.",
    install: jsonAnswers({ write: (body) => JSON.stringify(body) }),
  },
});

/** Size of a chunk in bytes. */
const SHORT = 61;
