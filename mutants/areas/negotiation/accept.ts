/**
 * Faults of content negotiation: which form is answered.
 *
 * @module
 */
import { ApiError } from "../../../server/api_error.ts";
import type { RequestContext } from "../../../server/context.ts";
import { readJson } from "../../../server/codec/json.ts";
import type { Appearance, Expectation } from "../../../server/http/response.ts";
import type { Mutant } from "../../mutant.ts";
import type { Exchange } from "../../../server/parts.ts";

/** The request with another Accept header. */
function accepting(context: RequestContext, accept: string): RequestContext {
  return { ...context, request: new Request(context.request.url, { headers: { accept } }) };
}

/** What a request accepts, each range by itself. */
const rangesOf = ({ request }: RequestContext): string[] =>
  (request.headers.get("accept") ?? "").split(",").map((range) => range.trim());

/** Settles another form, where the change names one: what is accepted instead. */
const acceptingInstead = (
  change: (context: RequestContext, expectation: Expectation) => string | undefined,
) =>
({ appearanceOf }: Exchange): Partial<Exchange> => ({
  async appearanceOf(context, expectation): Promise<Appearance> {
    const accept = change(context, expectation);
    return await appearanceOf(
      accept === undefined ? context : accepting(context, accept),
      expectation,
    );
  },
});

/** A type that nobody has. */
const NOTHING = "application/x-nothing";

/** The faults. */
export const acceptMutants: readonly Mutant[] = [
  {
    id: "negotiation/json-whatever-is-accepted",
    area: "negotiation",
    description: "Who accepts nothing the server has is answered in JSON.",
    reason: "An answer in some form seemed more useful than none.",
    breaks: ["negotiation.not-acceptable"],
    install({ exchange }) {
      exchange(({ appearanceOf }) => ({
        async appearanceOf(context, expectation) {
          try {
            return await appearanceOf(context, expectation);
          } catch (error) {
            if (!(error instanceof ApiError) || error.reason !== "NotAcceptable") throw error;
            return await appearanceOf(accepting(context, "*/*"), expectation);
          }
        },
      }));
    },
  },
  {
    id: "negotiation/watches-whatever-is-accepted",
    area: "negotiation",
    description: "A watch is in JSON for who accepts nothing the server has.",
    reason: "Streams choose their form where they are framed, and fall back there.",
    breaks: ["negotiation.not-acceptable"],
    install({ exchange }) {
      exchange(
        acceptingInstead((context) =>
          context.info.verb === "watch" && !/json|protobuf|\*/.test(rangesOf(context).join())
            ? "*/*"
            : undefined
        ),
      );
    },
  },
  {
    id: "negotiation/last-form-for-anything",
    area: "negotiation",
    description: "Who accepts anything is answered a list in YAML.",
    reason: "The wildcard matched the encodings in the order of their names, from the end.",
    breaks: ["negotiation.json-by-default"],
    install({ exchange }) {
      exchange(
        acceptingInstead((context, { isList }) =>
          isList && rangesOf(context)[0] === "*/*" ? "application/yaml" : undefined
        ),
      );
    },
  },
  {
    id: "negotiation/type-without-json",
    area: "negotiation",
    description: "A RoleBinding cannot be got by who accepts JSON by name.",
    reason: "Each type lists its encodings, and one list was cut short.",
    breaks: ["negotiation.json-for-every-type", "negotiation.some-acceptable-type"],
    install({ exchange }) {
      exchange(
        acceptingInstead((context, { definition }) =>
          definition?.kind === "RoleBinding" && context.info.verb === "get" &&
            rangesOf(context)[0] === "application/json"
            ? NOTHING
            : undefined
        ),
      );
    },
  },
  {
    id: "negotiation/lists-are-text",
    area: "negotiation",
    description: "The Content-Type of a JSON list is that of plain text.",
    reason: "Lists are written by a faster way of their own, which sets no header.",
    breaks: [
      "negotiation.json-content-type",
      "negotiation.some-acceptable-type",
      "negotiation.first-supported-type",
    ],
    install({ exchange }) {
      exchange(({ encode }) => ({
        async encode(result, appearance, sending) {
          const response = await encode(result, appearance, sending);
          const isPlain = !appearance.view &&
            appearance.serializer.mediaType === "application/json";
          if (result.kind === "list" && isPlain) {
            response.headers.set("content-type", "text/plain; charset=utf-8");
          }
          return response;
        },
      }));
    },
  },
  {
    id: "negotiation/first-range-only",
    area: "negotiation",
    description: "Only the first type of Accept is looked at.",
    reason: "Most clients name one, and a header was read as one value.",
    breaks: ["negotiation.some-acceptable-type", "negotiation.first-supported-type"],
    install({ exchange }) {
      exchange(acceptingInstead((context) => rangesOf(context)[0]));
    },
  },
  {
    id: "negotiation/table-without-fallback",
    area: "negotiation",
    description: "Who accepts a Table or something else gets 406 where Tables come second.",
    reason: "The parameters of a type were split off before the list was split into types.",
    breaks: ["negotiation.some-acceptable-type", "negotiation.first-supported-type"],
    install({ exchange }) {
      exchange(acceptingInstead((context) => {
        const [first = "", ...rest] = rangesOf(context);
        const isCut = !first.includes(";") && rest.some((range) => range.includes("as=Table"));
        return isCut && /x-|protobuf/.test(first) ? NOTHING : undefined;
      }));
    },
  },
  {
    id: "negotiation/protobuf-preferred",
    area: "negotiation",
    description: "Protobuf is answered wherever it is accepted, in whatever place.",
    reason: "It is the cheapest form, so the server's taste was put before the client's.",
    breaks: ["negotiation.first-supported-type"],
    install({ exchange }) {
      exchange(acceptingInstead((context) => {
        const ranges = rangesOf(context);
        return ranges.length > 1 ? ranges.find((range) => range.endsWith("protobuf")) : undefined;
      }));
    },
  },
  {
    id: "negotiation/plain-json-before-tables",
    area: "negotiation",
    description: "Who accepts a Table, or else JSON, is answered in JSON.",
    reason: "Ranges were sorted by length, to try the simple ones first.",
    breaks: ["negotiation.table-kind", "negotiation.first-supported-type"],
    install({ exchange }) {
      exchange(acceptingInstead((context) => {
        const ranges = rangesOf(context);
        const hasTable = ranges.some((range) => range.includes("as=Table"));
        return hasTable ? ranges.find((range) => range === "application/json") : undefined;
      }));
    },
  },
  {
    id: "negotiation/numbers-are-no-booleans",
    area: "negotiation",
    description: "A pretty that is neither true nor false is refused.",
    reason: "Booleans were read strictly, though 1 and 0 stand for them elsewhere.",
    breaks: ["negotiation.pretty-changes-no-content"],
    install({ exchange }) {
      exchange(({ appearanceOf }) => ({
        async appearanceOf(context, expectation) {
          const pretty = context.query.get("pretty");
          if (pretty === null || /^(true|false|)$/.test(pretty)) {
            return await appearanceOf(context, expectation);
          }
          throw new ApiError("BadRequest", `pretty must be true or false: "${pretty}" given`);
        },
      }));
    },
  },
  {
    id: "negotiation/pretty-lists-lose-types",
    area: "negotiation",
    description: "A list with pretty has items without apiVersion and kind.",
    reason: "Pretty lists cannot be put together of encoded items, and items are stored so.",
    breaks: ["negotiation.pretty-changes-no-content"],
    install({ exchange }) {
      exchange(({ encode }) => ({
        encode(result, appearance, sending) {
          const isPretty = appearance.serializer.cacheKey === "pretty json";
          if (result.kind !== "list" || !isPretty || appearance.view) {
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
    id: "negotiation/no-yaml-of-bindings",
    area: "negotiation",
    description: "ClusterRoleBindings cannot be got in YAML.",
    reason: "Each type lists its encodings, and one list was copied from before there was YAML.",
    breaks: ["negotiation.yaml-served"],
    install({ exchange }) {
      exchange(
        acceptingInstead((context, { definition }) =>
          definition?.kind === "ClusterRoleBinding" && rangesOf(context)[0] === "application/yaml"
            ? NOTHING
            : undefined
        ),
      );
    },
  },
  {
    id: "negotiation/yaml-read-as-json",
    area: "negotiation",
    description: "A body in YAML is read as JSON.",
    reason: "JSON is YAML, and all tests sent what is both.",
    breaks: ["negotiation.yaml-accepted"],
    install({ steps }) {
      steps(({ readDocument }) => ({
        async readDocument(context, dialect, expected) {
          const type = context.request.headers.get("content-type");
          return type === "application/yaml"
            ? readJson(await context.body())
            : await readDocument(context, dialect, expected);
        },
      }));
    },
  },
  {
    id: "negotiation/any-body-is-json",
    area: "negotiation",
    description: "A body that reads as JSON is taken for it, whatever type it is said to have.",
    reason: "Scripts forget the header, and the body says what it is.",
    breaks: ["negotiation.unsupported-body-type"],
    install({ steps }) {
      steps(({ readDocument }) => ({
        async readDocument(context, dialect, expected) {
          try {
            return await readDocument(context, dialect, expected);
          } catch (error) {
            if (!(error instanceof ApiError) || error.reason !== "UnsupportedMediaType") {
              throw error;
            }
            return readJson(await context.body());
          }
        },
      }));
    },
  },
];
