/**
 * Faults of the forms of answers: what Tables and Protobuf say.
 *
 * @module
 */
import { ApiError } from "../../api_error.ts";
import type { RequestContext } from "../../context.ts";
import type { JsonObject } from "../../object.ts";
import type { Appearance, Expectation } from "../../http/encoding.ts";
import { type Bytes, concatenate, type Serializer } from "../../http/serializer.ts";
import type { Fault } from "../fault.ts";
import type { Exchange } from "../seams.ts";
import { withSteps } from "../tools.ts";

/** Changes how an answer looks that is settled. */
const appearing = (
  change: (appearance: Appearance, expectation: Expectation, context: RequestContext) => Appearance,
) =>
({ appearanceOf }: Exchange): Partial<Exchange> => ({
  appearanceOf: async (context, expectation) =>
    change(await appearanceOf(context, expectation), expectation, context),
});

/** Changes every Table, before it is encoded. */
const tables = (change: (table: JsonObject, expectation: Expectation) => JsonObject) =>
  appearing((appearance, expectation) => {
    const { serializer, view } = appearance;
    if (view?.form.view !== "Table") return appearance;
    const encode = (value: JsonObject) =>
      serializer.encode(value.kind === "Table" ? change(value, expectation) : value);
    return { ...appearance, serializer: { ...serializer, encode } };
  });

/** Changes how Protobuf is written. */
const protobuf = (change: (serializer: Serializer, isList: boolean) => Partial<Serializer>) =>
  appearing((appearance, { isList }) => {
    const { serializer } = appearance;
    if (!serializer.cacheKey.startsWith("protobuf")) return appearance;
    const cacheKey = `${serializer.cacheKey} changed`;
    const changed = { ...serializer, ...change(serializer, isList), cacheKey };
    return { ...appearance, serializer: changed };
  });

/** Tables of the two default columns, with those changed. */
const ofDefaultColumns = (table: JsonObject, change: (table: JsonObject) => JsonObject) =>
  (table.columnDefinitions as JsonObject[] | null)?.[1]?.name === "Created At"
    ? change(table)
    : table;

const columnsOf = (table: JsonObject) => table.columnDefinitions as JsonObject[] | null;
const rowsOf = (table: JsonObject) => table.rows as JsonObject[];

const notAcceptable = (what: string) =>
  new ApiError("NotAcceptable", `Cannot answer with ${what}: there is none here`);

/** A field of a message: its number and a text. */
function textField(number: number, text: string): Bytes {
  const bytes = new TextEncoder().encode(text);
  return new Uint8Array([number * 8 + 2, bytes.length, ...bytes]);
}

/** The faults. */
export const formFaults: readonly Fault[] = [
  {
    id: "negotiation/no-table-of-one",
    area: "negotiation",
    description: "A get cannot be answered with a Table.",
    reason: "Tables were made for lists, and who gets one object was forgotten.",
    breaks: ["negotiation.table-get"],
    install({ exchange }) {
      exchange(appearing((appearance, { isList }, { info }) => {
        const isTable = appearance.view?.form.view === "Table";
        if (isTable && !isList && info.verb === "get") throw notAcceptable("a Table");
        return appearance;
      }));
    },
  },
  {
    id: "negotiation/no-table-across-a-cluster",
    area: "negotiation",
    description: "Lists of cluster-scoped types cannot be had as Tables.",
    reason: "The rows were keyed by namespace, and some types have none.",
    breaks: ["negotiation.table-list"],
    install({ exchange }) {
      exchange(appearing((appearance, { isList, definition }) => {
        const isTable = appearance.view?.form.view === "Table";
        if (isTable && isList && !definition?.namespaced) throw notAcceptable("a Table");
        return appearance;
      }));
    },
  },
  {
    id: "negotiation/table-kind-of-object",
    area: "negotiation",
    description: "The Table of a Secret is of the kind Secret.",
    reason: "A type that shows sensitive data got a writer of its own, which completes the kind.",
    breaks: ["negotiation.table-kind"],
    install({ exchange }) {
      exchange(
        tables((table, { isList, definition }) =>
          definition?.kind === "Secret" && !isList ? { ...table, kind: "Secret" } : table
        ),
      );
    },
  },
  {
    id: "negotiation/table-of-type-version",
    area: "negotiation",
    description: "The Table of one object bears the apiVersion of the object's type.",
    reason: "It was set from the object, as for all other answers of a get.",
    breaks: ["negotiation.table-api-version"],
    install({ exchange }) {
      exchange(tables((table, { isList }) => {
        const [group = ""] = String(table.apiVersion).split("/");
        return isList ? table : { ...table, apiVersion: group.replace("meta.", "apps.") + "/v1" };
      }));
    },
  },
  {
    id: "negotiation/untyped-columns",
    area: "negotiation",
    description: "Columns without a format have no type either.",
    reason: "The two were written by one branch.",
    breaks: ["negotiation.table-columns"],
    install({ exchange }) {
      exchange(tables((table) => ({
        ...table,
        columnDefinitions: columnsOf(table)?.map(({ type, ...column }) =>
          column.format === "" ? { ...column, type: "" } : { ...column, type: type! }
        ) ?? null,
      })));
    },
  },
  {
    id: "negotiation/creation-is-a-text",
    area: "negotiation",
    description: "The column Created At has the type string.",
    reason: "Its cells are JSON strings.",
    breaks: ["negotiation.table-default-column-types"],
    install({ exchange }) {
      exchange(tables((table) =>
        ofDefaultColumns(table, () => ({
          ...table,
          columnDefinitions: columnsOf(table)!.map((column) => ({ ...column, type: "string" })),
        }))
      ));
    },
  },
  {
    id: "negotiation/creation-in-milliseconds",
    area: "negotiation",
    description: "The cells of Created At in a list have fractions of a second.",
    reason: "They were formatted anew, by the language's own function.",
    breaks: ["negotiation.table-default-cells"],
    install({ exchange }) {
      exchange(tables((table, { isList }) =>
        ofDefaultColumns(table, () => {
          const exact = ({ cells, ...row }: JsonObject) => {
            const [name, created] = cells as string[];
            return { ...row, cells: [name!, new Date(created!).toISOString()] };
          };
          return isList ? { ...table, rows: rowsOf(table).map(exact) } : table;
        })
      ));
    },
  },
  {
    id: "negotiation/last-row-missing",
    area: "negotiation",
    description: "The Table of a list of several objects lacks the last of them.",
    reason: "A loop ends one row early where it looks at the next one.",
    breaks: ["negotiation.table-rows"],
    install({ exchange }) {
      exchange(tables((table) => ({
        ...table,
        rows: rowsOf(table).slice(0, Math.max(1, rowsOf(table).length - 1)),
      })));
    },
  },
  {
    id: "negotiation/empty-cells-left-out",
    area: "negotiation",
    description: "A row has no cell where there is nothing to show.",
    reason: "The encoder leaves out what is empty.",
    breaks: ["negotiation.table-cells"],
    install({ exchange }) {
      exchange(tables((table) => ({
        ...table,
        rows: rowsOf(table).map((row) => ({
          ...row,
          cells: (row.cells as JsonObject[]).filter((cell) => `${cell ?? ""}` !== ""),
        })),
      })));
    },
  },
  {
    id: "negotiation/roles-show-age",
    area: "negotiation",
    description: "The Table of roles has a column Age besides the default ones.",
    reason: "All tables have it, so it was added where columns are put together.",
    breaks: ["negotiation.table-default-for-roles"],
    install({ exchange }) {
      exchange(tables((table) =>
        ofDefaultColumns(table, () => ({
          ...table,
          columnDefinitions: [...columnsOf(table)!, { name: "Age", type: "string" }],
          rows: rowsOf(table).map((row) => ({ ...row, cells: [...row.cells as string[], "0s"] })),
        }))
      ));
    },
  },
  {
    id: "negotiation/changes-are-no-tables",
    area: "negotiation",
    description: "A watch of Tables shows what is there as Tables, and changes as objects.",
    reason: "The two come by different ways, and one was not told of the view.",
    breaks: ["negotiation.table-watch"],
    install({ exchange }) {
      exchange(({ encode }) => ({
        encode(result, appearance, sending) {
          const { view, serializer } = appearance;
          if (result.kind !== "watch" || !view) return encode(result, appearance, sending);
          let changes = false;
          const { source } = result;
          const told = {
            ...source,
            next: async () => {
              const events = await source.next();
              changes ||= events?.some(({ type }) => type === "MODIFIED") ?? false;
              return events;
            },
          };
          const whole = (value: JsonObject) => {
            const { object } = rowsOf(value)[0] ?? {};
            return serializer.encode(
              changes && value.kind === "Table" && object ? object as JsonObject : value,
            );
          };
          const changed = { ...appearance, serializer: { ...serializer, encode: whole } };
          return encode({ ...result, source: told }, changed, sending);
        },
      }));
    },
  },
  {
    id: "negotiation/deployments-without-protobuf",
    area: "negotiation",
    description: "Deployments have no Protobuf form.",
    reason: "Messages are generated for a list of groups, and the group apps came later.",
    breaks: ["negotiation.protobuf-served"],
    install({ exchange }) {
      exchange(appearing((appearance, { definition }) => {
        const isProtobuf = appearance.serializer.cacheKey.startsWith("protobuf");
        if (definition?.kind === "Deployment" && isProtobuf) throw notAcceptable("Protobuf");
        return appearance;
      }));
    },
  },
  {
    id: "negotiation/protobuf-of-any-kind",
    area: "negotiation",
    description: "The Content-Type of one object in Protobuf is that of Protobuf in general.",
    reason: "The framework knows a type for the format, and the handler of gets took it.",
    breaks: ["negotiation.protobuf-content-type"],
    install({ exchange }) {
      exchange(
        protobuf((_serializer, isList) => isList ? {} : { mediaType: "application/x-protobuf" }),
      );
    },
  },
  {
    id: "negotiation/lists-without-magic",
    area: "negotiation",
    description: "A list in Protobuf begins without the magic bytes.",
    reason: "Each object has them, so the list was thought not to need any.",
    breaks: ["negotiation.protobuf-envelope"],
    install({ exchange }) {
      exchange(
        protobuf(({ encode }, isList) =>
          isList ? { encode: (value) => encode(value).slice(4) } : {}
        ),
      );
    },
  },
  {
    id: "negotiation/list-of-item-kind",
    area: "negotiation",
    description: "The envelope of a list in Protobuf names the kind of its items.",
    reason: "The type was looked up by resource, and lists have none of their own.",
    breaks: ["negotiation.protobuf-type-meta"],
    install({ exchange }) {
      exchange(protobuf(({ encode }, isList) => ({
        encode(value) {
          const bytes = encode(value);
          const kind = `${value.kind}`;
          if (!isList || !kind.endsWith("List")) return bytes;
          const typeMeta = concatenate([
            textField(1, `${value.apiVersion}`),
            textField(2, kind.slice(0, -4)),
          ]);
          // What comes last counts.
          return concatenate([bytes, new Uint8Array([10, typeMeta.length]), typeMeta]);
        },
      })));
    },
  },
  {
    id: "negotiation/protobuf-without-names",
    area: "negotiation",
    description: "Items of a list in Protobuf lack their names.",
    reason: "The name is in the key that an item is stored under.",
    breaks: ["negotiation.protobuf-raw"],
    install({ exchange }) {
      exchange(protobuf(({ encode }) => ({
        encode: (value) =>
          encode(
            Array.isArray(value.items)
              ? {
                ...value,
                items: (value.items as JsonObject[]).map((item) => ({
                  ...item,
                  metadata: { ...item.metadata as JsonObject, name: "" },
                })),
              }
              : value,
          ),
      })));
    },
  },
  {
    id: "negotiation/envelope-says-identity",
    area: "negotiation",
    description: "The envelope of Protobuf says that its encoding is identity.",
    reason: "That is HTTP's word for none, and an empty text looked like an oversight.",
    breaks: ["negotiation.protobuf-encoding"],
    install({ exchange }) {
      exchange(protobuf(({ encode }) => ({
        encode: (value) => concatenate([encode(value), textField(3, "identity")]),
      })));
    },
  },
  {
    id: "negotiation/protobuf-loses-labels",
    area: "negotiation",
    description: "An update in Protobuf removes the labels of the object.",
    reason: "The reader of messages knows maps in one of their two forms only.",
    breaks: ["negotiation.protobuf-accepted"],
    install({ verbs }) {
      verbs(({ update }) => ({
        update: withSteps(update, ({ decodeObject }) => ({
          async decodeObject(registry, request, options) {
            const object = await decodeObject(registry, request, options);
            const type = request.context.request.headers.get("content-type") ?? "";
            if (!type.includes("protobuf")) return object;
            const { labels: _, ...metadata } = object.metadata;
            return { ...object, metadata: metadata as typeof object.metadata };
          },
        })),
      }));
    },
  },
];
