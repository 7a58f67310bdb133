/**
 * Benign variants: servers that say the same in another way.
 *
 * @module
 */
import type { Json, JsonObject } from "../../server/object.ts";
import type { BenignVariant } from "../mutant.ts";
import {
  isJson,
  isWatch,
  jsonAnswers,
  shownObjects,
  textOf,
  watchBytes,
  withBody,
} from "./rewrite.ts";
import { GAPPED_NAMES, nameVersions, OPAQUE_NAMES } from "./version_names.ts";

/** A value with the members of all objects in it the other way round. */
function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([key, each]) => [key, reversed(each)]);
  return Object.fromEntries(members.reverse());
}

const BLANK = new TextEncoder().encode(" \r\n\n");

/** The variants. */
export const appearanceVariants: readonly BenignVariant[] = [
  {
    id: "resource-versions/opaque",
    area: "resource-versions",
    description: "Versions are texts that no order can be read from.",
    reason: "The storage names its states by checksums.",
    allowedBy: "Versions are opaque: they are compared for equality, and need not be numbers.",
    install: (seams) => nameVersions(seams, OPAQUE_NAMES),
  },
  {
    id: "resource-versions/gapped",
    area: "resource-versions",
    description: "Versions are large numbers, each a thousand above the one before.",
    reason: "Many stores count their writes together.",
    allowedBy: "Versions are opaque: nothing is said of which one comes after another.",
    install: (seams) => nameVersions(seams, GAPPED_NAMES),
  },
  {
    id: "negotiation/other-key-order",
    area: "negotiation",
    description: "The members of all JSON objects come in the opposite order.",
    reason: "Another JSON library keeps them so.",
    allowedBy: "Answers are JSON, whose objects have no order.",
    install({ wire }) {
      wire(jsonAnswers({ write: (body) => `${JSON.stringify(reversed(body))}\n` }));
    },
  },
  {
    id: "negotiation/indented",
    area: "negotiation",
    description: "All JSON is indented over many lines, that of watches too.",
    reason: "It is read by people now and then.",
    allowedBy: "The body is JSON; a watch is a sequence of documents, not of lines.",
    install({ wire }) {
      wire(jsonAnswers({ write: (body) => `\n${JSON.stringify(body, null, "\t")}\r\n` }));
    },
  },
  {
    id: "negotiation/escaped",
    area: "negotiation",
    description: "Every character beyond ASCII, and some within, is written as an escape.",
    reason: "Such JSON passes through whatever is between.",
    allowedBy: "Answers are JSON, in which the two mean the same.",
    install({ wire }) {
      const escaped = (text: string) =>
        text.replaceAll(
          /[<>&\u007f-\uffff]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
        );
      wire(jsonAnswers({ write: (body) => `${escaped(JSON.stringify(body))}\n` }));
    },
  },
  {
    id: "negotiation/charset",
    area: "negotiation",
    description: "The Content-Type of JSON names its character set, in capitals here and there.",
    reason: "The web framework adds it to all that is text.",
    allowedBy: "The media type is the same; parameters and case are HTTP's.",
    install({ wire }) {
      wire(({ answer }) => ({
        async answer(request) {
          const response = await answer(request);
          if (isJson(response)) {
            response.headers.set("content-type", "Application/JSON; Charset=UTF-8");
          }
          return response;
        },
      }));
    },
  },
  {
    id: "negotiation/compressed",
    area: "negotiation",
    description: "Every answer but a watch is compressed for who accepts gzip, however small.",
    reason: "A proxy in front does so.",
    allowedBy: "Accept-Encoding asks for it; content coding is HTTP's.",
    install({ wire }) {
      wire(({ answer }) => ({
        async answer(request) {
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
        },
      }));
    },
  },
  {
    id: "negotiation/more-headers",
    area: "negotiation",
    description: "Every answer has headers of its own, and a Warning that no request asked for.",
    reason: "Proxies add to headers, and administrators announce what they do.",
    allowedBy: "No header is forbidden; warnings are due in some cases and excluded in none.",
    install({ wire }) {
      wire(({ answer }) => ({
        async answer(request) {
          const response = await answer(request);
          response.headers.append("warning", '299 - "This server is moved, tonight"');
          response.headers.set("x-audit-id", crypto.randomUUID());
          response.headers.set("vary", "accept, accept-encoding");
          response.headers.append("set-cookie", "route=3; Path=/");
          return response;
        },
      }));
    },
  },
  {
    id: "metadata/more-fields",
    area: "metadata",
    description:
      "The metadata of objects and of lists has fields that the interface does not know.",
    reason: "A later release, or an extension, has more to tell.",
    allowedBy: "The fields of the interface are there; others are not excluded.",
    install({ wire, exchange }) {
      exchange(shownObjects(({ metadata, ...object }) => ({
        ...object,
        metadata: { ...metadata, selfLink: "/somewhere" },
      })));
      wire(jsonAnswers({
        say: (body) =>
          Array.isArray(body.items)
            ? { ...body, metadata: { ...body.metadata as JsonObject, shard: "3 of 7" } }
            : body,
      }));
    },
  },
  {
    id: "metadata/empty-maps-shown",
    area: "metadata",
    description: "Labels and annotations, finalizers and owners are shown where there are none.",
    reason: "The encoder at hand leaves out nothing that is empty.",
    allowedBy: "An empty map or list says what one left out says.",
    install({ exchange }) {
      const EMPTY = { labels: {}, annotations: {}, finalizers: [], ownerReferences: [] };
      exchange(shownObjects(({ metadata, ...object }) => ({
        ...object,
        metadata: { ...EMPTY, ...metadata },
      })));
    },
  },
  {
    id: "paging/items-without-kind",
    area: "paging",
    description: "The items of a list bear neither apiVersion nor kind.",
    reason: "The list says of what kind its items are.",
    allowedBy: "A list has items of one kind; that each says so again is not asked for.",
    install({ exchange }) {
      exchange(({ encode }) => ({
        encode(result, appearance, sending) {
          const { view, serializer } = appearance;
          if (result.kind !== "list" || view || serializer.cacheKey === "protobuf") {
            return encode(result, appearance, sending);
          }
          const versions = result.versions.map((version) => {
            const { apiVersion: _, kind: __, ...object } = version.object;
            return { ...version, object: object as typeof version.object, encodings: new Map() };
          });
          return encode({ ...result, versions }, appearance, sending);
        },
      }));
    },
  },
  {
    id: "paging/no-empty-token",
    area: "paging",
    description: "The last page has no continue token, rather than an empty one.",
    reason: "The encoder leaves out empty texts.",
    allowedBy: "A text left out is the empty one.",
    install({ wire }) {
      wire(jsonAnswers({
        say: (body) => {
          const { continue: token, ...metadata } = (body.metadata ?? {}) as JsonObject;
          return token === "" ? { ...body, metadata } : body;
        },
      }));
    },
  },
  {
    id: "errors/other-words",
    area: "errors",
    description: "The messages of refusals and warnings are other ones; they name the same.",
    reason: "The texts are another team's, and in another language for some users.",
    allowedBy: "The text of messages is not part of the interface.",
    install({ wire }) {
      wire(jsonAnswers({
        say: (body) =>
          body.kind === "Status" && typeof body.message === "string"
            ? { ...body, message: `E-4711. Nein: ${body.message.replaceAll(/[":]/g, " ")} (sorry)` }
            : body,
      }));
    },
  },
  {
    id: "errors/more-details",
    area: "errors",
    description: "Refusals have further details and causes beside those that are due.",
    reason: "Support wants to know where a refusal came from.",
    allowedBy: "The shape of refusals is not shown, so that more of it is not excluded.",
    install({ wire }) {
      const more = { reason: "Trace", message: "handled by node 3 of 7", field: "" };
      wire(jsonAnswers({
        say: (body) => {
          if (body.kind !== "Status" || body.status !== "Failure") return body;
          const { causes = [], ...details } = (body.details ?? {}) as JsonObject;
          return {
            ...body,
            trace: "0af7651916cd43dd",
            details: { ...details, causes: [...causes as Json[], more], node: 3 },
          };
        },
      }));
    },
  },
  {
    id: "watch/pieces-of-a-few-bytes",
    area: "watch",
    description: "Watches come in pieces that end anywhere, within characters too.",
    reason: "A proxy sends on what it has.",
    allowedBy: "The body is a sequence of documents; where it is cut is HTTP's business.",
    install({ wire }) {
      wire(watchBytes((piece) =>
        Array.from(
          { length: Math.ceil(piece.length / SHORT) },
          (_, index) => piece.slice(index * SHORT, (index + 1) * SHORT),
        )
      ));
    },
  },
  {
    id: "watch/blank-lines",
    area: "watch",
    description: "There is white space before and behind each piece of a watch.",
    reason: "It keeps connections alive that are quiet for long.",
    allowedBy: "White space between JSON documents says nothing.",
    install({ wire }) {
      wire(watchBytes((piece) => [BLANK, piece, BLANK]));
    },
  },
  {
    id: "watch/no-line-breaks",
    area: "watch",
    description: "The documents of a watch follow each other without anything in between.",
    reason: "Each of them ends by itself.",
    allowedBy: "The body is a sequence of JSON documents; lines are not spoken of.",
    install({ wire }) {
      wire(jsonAnswers({ write: (body) => JSON.stringify(body) }));
    },
  },
];

/** The length of short pieces, in bytes. */
const SHORT = 61;
