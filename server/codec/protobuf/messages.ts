/**
 * The messages of the Protobuf form, as data (see fixtures/protobuf/README.md).
 *
 * @module
 */
import table from "../../../fixtures/protobuf/messages.json" with { type: "json" };
import type { Dialect } from "../../dialect.ts";
import { WELL_KNOWN_TYPES, type WellKnownType } from "./well_known_types.ts";

/** One field of a message, as the table states it. */
export interface FieldDescription {
  /** Its number on the wire. */
  readonly number: number;
  /** Its name in JSON; without one, its fields stand in the object around it. */
  readonly name?: string;
  /** A scalar (`string`, `bytes`, `bool`, `int32`, `int64`) or the name of a message. */
  readonly type: string;
  /** Many values, or values by key. */
  readonly label?: "repeated" | "map";
  /** Absence differs from the zero value: an explicit zero is kept, an absent field is not sent. */
  readonly explicit?: boolean;
  /** The JSON form shows the field even when it is empty. */
  readonly kept?: boolean;
}

/** The whole table. */
export interface MessageTable {
  /** The messages that are kinds, for example `apps/v1.Deployment`; `*` is the dialect's suffix. */
  readonly kinds: readonly string[];
  readonly messages: Readonly<Record<string, readonly FieldDescription[]>>;
}

/** A field, ready for use. */
export interface Field extends FieldDescription {
  /** What the type names, when it is a message. */
  readonly message: Message | undefined;
}

/** A message, ready for use. */
export interface Message {
  readonly name: string;
  /** In the order of their numbers. */
  readonly fields: readonly Field[];
  readonly byNumber: ReadonlyMap<number, Field>;
  /** The fields that the JSON form shows even when the wire does not have them. */
  readonly shown: readonly Field[];
  /** Set when the JSON form is a single value. */
  readonly leaf: WellKnownType | undefined;
}

const { kinds, messages } = table as MessageTable;

/** The names of the messages that are kinds. */
export const kindNames: ReadonlySet<string> = new Set(kinds);
const prepared = new Map<string, Message>();

/** Single messages are always shown, as their Go form has no way to be left out. */
function isShown({ kept, label, explicit, message }: Field): boolean {
  return kept || (message !== undefined && !label && !explicit);
}

/** Prepares a message on its first use, for most runs meet few of them. */
function messageNamed(name: string): Message | undefined {
  const known = prepared.get(name);
  const descriptions = messages[name];
  if (known || !descriptions) return known;
  const fields = descriptions.map((field) => ({ ...field, message: messageNamed(field.type) }));
  const message: Message = {
    name,
    fields,
    byNumber: new Map(fields.map((field) => [field.number, field])),
    shown: fields.filter(isShown),
    leaf: WELL_KNOWN_TYPES[name],
  };
  prepared.set(name, message);
  return message;
}

/**
 * The message of a kind, if it has one. Some kinds (Status, DeleteOptions, those of discovery)
 * belong to every group and version.
 */
export function messageOfKind(
  apiVersion: string,
  kind: string,
  dialect: Dialect,
): Message | undefined {
  const anyBrand = apiVersion.replace(`.${dialect.suffix}/`, ".*/");
  const name = [`${anyBrand}.${kind}`, `meta.*/v1.${kind}`].find((name) => kindNames.has(name));
  return name === undefined ? undefined : messageNamed(name);
}
