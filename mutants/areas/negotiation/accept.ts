/**
 * Mutants of the `Accept` and Content-Type headers.
 *
 * @module
 */
import { bugs } from "../../mutant.ts";
import { ApiError, type RequestContext } from "@plumbline/server/api";
import { readJson } from "@plumbline/server/codec";
import type { Expectation } from "@plumbline/server/parts";
import { wrap } from "../../vocabulary/wrap.ts";
import { type Install, on } from "../../vocabulary/on.ts";
import { notAcceptable } from "./helpers.ts";

/** Returns the request context with another `Accept` header. */
function accepting(context: RequestContext, accept: string): RequestContext {
  return { ...context, request: new Request(context.request.url, { headers: { accept } }) };
}

/** Returns the media ranges of the `Accept` header. */
const rangesOf = ({ request }: RequestContext): string[] =>
  (request.headers.get("accept") ?? "").split(",").map((range) => range.trim());

/** Negotiates with the `Accept` header that the change returns, if any. */
const withAccept = (
  change: (context: RequestContext, expectation: Expectation) => string | undefined,
): Install =>
  wrap("exchange", "appearanceOf", async ({ appearanceOf }, context, expectation) => {
    const accept = change(context, expectation);
    return await appearanceOf(
      accept === undefined ? context : accepting(context, accept),
      expectation,
    );
  });

/** A media type that the server does not support. */
const NOTHING = "application/x-nothing";

export const acceptMutants = bugs({
  "negotiation/json-whatever-is-accepted": {
    description: "An unsupported `Accept` is answered with JSON instead of 406.",
    reason: "A response in any format was considered more useful than an error.",
    breaks: "negotiation.not-acceptable",
    install: wrap("exchange", "appearanceOf", async ({ appearanceOf }, context, expectation) => {
      try {
        return await appearanceOf(context, expectation);
      } catch (error) {
        if (!(error instanceof ApiError) || error.reason !== "NotAcceptable") throw error;
        return await appearanceOf(accepting(context, "*/*"), expectation);
      }
    }),
  },
  "negotiation/json-watch-instead-of-406": {
    description: "A watch with an unsupported `Accept` is answered with JSON instead of 406.",
    reason: "Streams select their format where they are framed, with JSON as the fallback.",
    breaks: "negotiation.not-acceptable",
    install: withAccept((context) =>
      context.info.verb === "watch" && !/json|protobuf|\*/.test(rangesOf(context).join())
        ? "*/*"
        : undefined
    ),
  },
  "negotiation/yaml-for-any-type": {
    description: "A list with `Accept: */*` is answered in YAML.",
    reason: "The wildcard matches the media types in reverse alphabetical order.",
    breaks: "negotiation.json-by-default",
    install: withAccept((context, { isList }) =>
      isList && rangesOf(context)[0] === "*/*" ? "application/yaml" : undefined
    ),
  },
  "negotiation/yaml-for-any-application-type": {
    description: "A list with `Accept: application/*` is answered in YAML.",
    reason: "The last encoding that the pattern matches is taken.",
    breaks: "negotiation.json-by-default",
    install: withAccept((context, { isList }) =>
      isList && rangesOf(context)[0] === "application/*" ? "application/yaml" : undefined
    ),
  },
  "negotiation/answers-in-form-of-body": {
    description: "A write with `Accept: */*` and a body in Protobuf is answered in Protobuf.",
    reason: "Who sends a form was assumed to read it.",
    breaks: "negotiation.json-by-default",
    install: withAccept((context) => {
      const sent = context.request.headers.get("content-type") ?? "";
      return rangesOf(context)[0] === "*/*" && sent.includes("protobuf") ? sent : undefined;
    }),
  },
  "negotiation/status-updates-answer-yaml": {
    description: "An update of a Deployment's status with `Accept: */*` is answered in YAML.",
    reason: "The subresource lists its media types in another order.",
    breaks: "negotiation.json-by-default",
    install: withAccept((context) =>
      rangesOf(context)[0] === "*/*" && context.info.verb === "update" &&
        context.info.subresource === "status"
        ? "application/yaml"
        : undefined
    ),
  },
  "negotiation/type-without-json": {
    description: "A get of a RoleBinding with `Accept: application/json` is answered with 406.",
    reason: "Each type lists its encodings, and one list is incomplete.",
    breaks: ["negotiation.json-for-every-type", "negotiation.some-acceptable-type"],
    install: withAccept((context, { definition }) =>
      definition?.kind === "RoleBinding" && context.info.verb === "get" &&
        rangesOf(context)[0] === "application/json"
        ? NOTHING
        : undefined
    ),
  },
  "negotiation/charset-in-accept": {
    description: "A list with `Accept: application/json;charset=utf-8` is answered with 406.",
    reason: "Parameters that are not those of a Table make another media type.",
    breaks: "negotiation.json-for-every-type",
    install: on("list").where(({ request }) =>
      request.headers.get("accept")?.includes("charset") === true
    ).reject(notAcceptable("charset")),
  },
  "negotiation/lists-are-text": {
    description: "A JSON list has the Content-Type `text/plain`.",
    reason: "Lists have a faster writer, which does not set the header.",
    breaks: [
      "negotiation.json-content-type",
      "negotiation.some-acceptable-type",
      "negotiation.first-supported-type",
    ],
    install: wrap("exchange", "encode", async ({ encode }, result, appearance, sending) => {
      const response = await encode(result, appearance, sending);
      const isPlain = !appearance.view &&
        appearance.serializer.mediaType === "application/json";
      if (result.kind === "list" && isPlain) {
        response.headers.set("content-type", "text/plain; charset=utf-8");
      }
      return response;
    }),
  },
  "negotiation/first-range-only": {
    description: "Only the first media type in `Accept` is used.",
    reason: "Most clients send one, and the header is read as a single value.",
    breaks: ["negotiation.some-acceptable-type", "negotiation.first-supported-type"],
    install: withAccept((context) => rangesOf(context)[0]),
  },
  "negotiation/table-without-fallback": {
    description: "An `Accept` with an unsupported type followed by a Table is answered with 406.",
    reason: "Parameters are split off before the header is split into media types.",
    breaks: ["negotiation.some-acceptable-type", "negotiation.first-supported-type"],
    install: withAccept((context) => {
      const [first = "", ...rest] = rangesOf(context);
      const isCut = !first.includes(";") && rest.some((range) => range.includes("as=Table"));
      return isCut && /x-|protobuf/.test(first) ? NOTHING : undefined;
    }),
  },
  "negotiation/protobuf-preferred": {
    description: "Protobuf is used whenever it is in `Accept`, regardless of its position.",
    reason: "It is the cheapest format, so the server prefers it.",
    breaks: "negotiation.first-supported-type",
    install: withAccept((context) => {
      const ranges = rangesOf(context);
      return ranges.length > 1 ? ranges.find((range) => range.endsWith("protobuf")) : undefined;
    }),
  },
  "negotiation/plain-json-before-tables": {
    description: "An `Accept` with a Table followed by plain JSON is answered with plain JSON.",
    reason: "Media types are sorted by length to try the simple ones first.",
    breaks: ["negotiation.table-kind", "negotiation.first-supported-type"],
    install: withAccept((context) => {
      const ranges = rangesOf(context);
      const hasTable = ranges.some((range) => range.includes("as=Table"));
      return hasTable ? ranges.find((range) => range === "application/json") : undefined;
    }),
  },
  "negotiation/pretty-number-rejected": {
    description: "`pretty` values other than `true` and `false` are rejected.",
    reason: "Booleans are parsed strictly, although `1` and `0` are accepted elsewhere.",
    breaks: "negotiation.pretty-keeps-content",
    install: wrap("exchange", "appearanceOf", async ({ appearanceOf }, context, expectation) => {
      const pretty = context.query.get("pretty");
      if (pretty === null || /^(true|false|)$/.test(pretty)) {
        return await appearanceOf(context, expectation);
      }
      throw new ApiError("BadRequest", `pretty must be true or false: "${pretty}" given`);
    }),
  },
  "negotiation/pretty-lists-lose-types": {
    description: "Items of a list with `pretty` have no `apiVersion` and `kind`.",
    reason: "Pretty lists are not assembled from encoded items, which contain these fields.",
    breaks: "negotiation.pretty-keeps-content",
    install: wrap("exchange", "encode", ({ encode }, result, appearance, sending) => {
      const isPretty = appearance.serializer.cacheKey === "pretty json";
      if (result.kind !== "list" || !isPretty || appearance.view) {
        return encode(result, appearance, sending);
      }
      const versions = result.versions.map((version) => {
        const { apiVersion: _, kind: __, ...object } = version.object;
        return { ...version, object: object as typeof version.object, encodings: new Map() };
      });
      return encode({ ...result, versions }, appearance, sending);
    }),
  },
  "negotiation/no-yaml-of-bindings": {
    description: "A ClusterRoleBinding cannot be requested as YAML.",
    reason: "Each type lists its encodings, and one list predates YAML support.",
    breaks: "negotiation.yaml-served",
    install: withAccept((context, { definition }) =>
      definition?.kind === "ClusterRoleBinding" && rangesOf(context)[0] === "application/yaml"
        ? NOTHING
        : undefined
    ),
  },
  "negotiation/yaml-read-as-json": {
    description: "A YAML body is parsed as JSON.",
    reason: "All test bodies were valid JSON as well.",
    breaks: "negotiation.yaml-accepted",
    install: wrap("steps", "readBody", async ({ readBody }, write) => {
      const { context } = write;
      const isYaml = context.request.headers.get("content-type") === "application/yaml";
      if (isYaml) write.document = readJson(await context.body());
      else await readBody(write);
    }),
  },
  "negotiation/any-body-is-json": {
    description: "A body that parses as JSON is accepted with any Content-Type.",
    reason: "Scripts often omit the header.",
    breaks: "negotiation.unsupported-body-type",
    install: wrap("steps", "readBody", async ({ readBody }, write) => {
      if (!write.sendsObject) return await readBody(write);
      const bytes = await write.context.body();
      const context = { ...write.context, body: () => Promise.resolve(bytes) };
      const read = { ...write, context };
      try {
        await readBody(read);
      } catch (error) {
        const isUnknown = error instanceof ApiError && error.reason === "UnsupportedMediaType";
        if (!isUnknown) throw error;
        read.document = readJson(bytes);
      }
      write.document = read.document;
    }),
  },
  "negotiation/first-type-only": {
    description: "Only the first of several media types in `Accept` is used.",
    reason: "Clients usually send one media type.",
    breaks: ["negotiation.some-acceptable-type", "negotiation.first-supported-type"],
    install: wrap("exchange", "appearanceOf", ({ appearanceOf }, context, expectation) => {
      const { request } = context;
      const headers = new Headers(request.headers);
      headers.set("accept", headers.get("accept")?.split(",")[0] ?? "*/*");
      const asked = new Request(request.url, { method: request.method, headers });
      return appearanceOf({ ...context, request: asked }, expectation);
    }),
  },
});
