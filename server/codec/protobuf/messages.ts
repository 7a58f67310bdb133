/**
 * The Protobuf messages as data (see fixtures/protobuf/README.md): those of the specification's kinds,
 * and those that extensions add.
 *
 * @module
 */
import table from "../data/messages.json" with { type: "json" };
import newest from "../data/newest_messages.json" with { type: "json" };
import { isNewest } from "../../release.ts";
import type { Dialect } from "../../dialect.ts";
import { WELL_KNOWN_TYPES, type WellKnownType } from "./well_known_types.ts";

/** A field of a message, as in the table. */
export interface FieldDescription {
  /** Its number on the wire. */
  readonly number: number;
  /** Its name in JSON; without one, its fields are inlined in the parent object. */
  readonly name?: string;
  /** A scalar (`string`, `bytes`, `bool`, `int32`, `int64`) or the name of a message. */
  readonly type: string;
  /** A list of values, or a map. */
  readonly label?: "repeated" | "map";
  /**
   * True if unset differs from the zero value: an explicit zero is kept, an unset field is not
   * sent.
   */
  readonly explicit?: boolean;
  /** True if the JSON encoding shows the field even when it is empty. */
  readonly kept?: boolean;
}

/** The whole table. */
export interface MessageTable {
  /** The messages that are kinds, for example `apps/v1.Deployment`; `*` is the dialect's suffix. */
  readonly kinds: readonly string[];
  readonly messages: Readonly<Record<string, readonly FieldDescription[]>>;
}

/** A field with its resolved type. */
export interface MessageField extends FieldDescription {
  /** The message that the type names, if it is one. */
  readonly message: Message | undefined;
}

/** A message with resolved fields. */
export interface Message {
  readonly name: string;
  /** In the order of their numbers. */
  readonly fields: readonly MessageField[];
  readonly byNumber: ReadonlyMap<number, MessageField>;
  /** The fields that the JSON encoding shows even when they are absent. */
  readonly shown: readonly MessageField[];
  /** Set when the JSON encoding is a single value. */
  readonly leaf: WellKnownType | undefined;
}

/** The messages of releases, resolved on their first use, because most servers use few of them. */
interface Messages {
  /** The names of the messages that are kinds. */
  readonly kindNames: Set<string>;
  readonly named: (name: string) => Message | undefined;
}

/** The messages of kinds, by release. */
export interface MessageTables {
  /** Those of release 1.26, and of what is served beside it; later tables replace earlier ones. */
  readonly first: readonly MessageTable[];
  /** Those that the newest release has or describes otherwise. */
  readonly newest: MessageTable;
}

const tables = { first: [table] as MessageTable[], newest: [newest] as MessageTable[] };

/** The messages of release 1.26, and of what is served beside it. */
const OLDER = messagesOf(() => tables.first);
/** The messages of the newest release. */
const NEWEST = messagesOf(() => [...tables.first, ...tables.newest]);

/** The names of the messages that are kinds, of release 1.26. */
export const kindNames: ReadonlySet<string> = OLDER.kindNames;

/** Adds messages to those of all servers. */
export function installMessages({ first, newest }: MessageTables): void {
  tables.first.push(...first);
  tables.newest.push(newest);
  for (const kind of first.flatMap(({ kinds }) => kinds)) {
    OLDER.kindNames.add(kind);
    NEWEST.kindNames.add(kind);
  }
  for (const kind of newest.kinds) NEWEST.kindNames.add(kind);
}

/**
 * Returns true if the JSON encoding always shows a field: so it does with messages that are structs
 * in Go.
 */
function isShown({ kept, label, explicit, message }: MessageField): boolean {
  return kept || (message !== undefined && !label && !explicit);
}

/** Returns the messages of tables, of which a later one replaces those of earlier ones. */
function messagesOf(tables: () => readonly MessageTable[]): Messages {
  const prepared = new Map<string, Message>();
  const find = (name: string) =>
    tables().findLast(({ messages }) => messages[name])?.messages[name];
  const named = (name: string): Message | undefined => {
    const known = prepared.get(name);
    const descriptions = known ? undefined : find(name);
    if (!descriptions) return known;
    const explicit = WELL_KNOWN_TYPES[name]?.explicit;
    const fields = descriptions.map((field) => ({
      ...field,
      ...(explicit && { explicit }),
      message: named(field.type),
    }));
    const message: Message = {
      name,
      fields,
      byNumber: new Map(fields.map((field) => [field.number, field])),
      shown: fields.filter(isShown),
      leaf: WELL_KNOWN_TYPES[name],
    };
    prepared.set(name, message);
    return message;
  };
  return { kindNames: new Set(tables().flatMap(({ kinds }) => kinds)), named };
}

/**
 * Returns the message of a kind, if it has one. Some kinds (Status, DeleteOptions, those of
 * discovery) belong to every group and version.
 */
export function messageOfKind(
  apiVersion: string,
  kind: string,
  dialect: Dialect,
): Message | undefined {
  const anyBrand = apiVersion.replace(`.${dialect.suffix}/`, ".*/");
  const { kindNames, named } = isNewest(dialect.release) ? NEWEST : OLDER;
  const name = [`${anyBrand}.${kind}`, `meta.*/v1.${kind}`].find((name) => kindNames.has(name));
  return name === undefined ? undefined : named(name);
}
