/**
 * The OpenAPI v2 document as Protobuf, the only form in which Go clients read it. The messages are
 * those of the public `openapi.v2` package; values of any shape are embedded as YAML, of which JSON
 * is a subset.
 *
 * @module
 */
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import type { Json, JsonObject } from "../object.ts";

const encoded = new WeakMap<JsonObject, Uint8Array<ArrayBuffer>>();

/** Encodes a v2 document, once for each. */
export function encodeDocument(document: JsonObject): Uint8Array<ArrayBuffer> {
  const known = encoded.get(document);
  if (known) return known;
  const writer = new BinaryWriter();
  text(writer, 1, document.swagger);
  nest(writer, 2, () => {
    const { title, version } = document.info as JsonObject;
    text(writer, 1, title);
    text(writer, 2, version);
  });
  nest(writer, 8, () => named(writer, 2, document.paths, writePathItem));
  nest(writer, 9, () => named(writer, 1, document.definitions, writeSchema));
  const bytes = writer.finish();
  encoded.set(document, bytes);
  return bytes;
}

const METHODS: Readonly<Record<string, number>> = { get: 2, put: 3, post: 4, delete: 5, patch: 8 };

function writePathItem(writer: BinaryWriter, item: JsonObject): void {
  for (const [method, number] of Object.entries(METHODS)) {
    const operation = item[method];
    if (operation) nest(writer, number, () => writeOperation(writer, operation as JsonObject));
  }
  writeParameters(writer, 9, item.parameters);
}

function writeOperation(writer: BinaryWriter, operation: JsonObject): void {
  texts(writer, 6, operation.produces);
  texts(writer, 7, operation.consumes);
  writeParameters(writer, 8, operation.parameters);
  nest(
    writer,
    9,
    () =>
      named(
        writer,
        1,
        operation.responses,
        (_, { description, schema }: JsonObject) =>
          nest(writer, 1, () => {
            text(writer, 1, description);
            if (schema) nest(writer, 2, () => nest(writer, 1, () => writeSchema(writer, schema)));
          }),
      ),
  );
  writeExtensions(writer, 13, operation);
}

function writeParameters(writer: BinaryWriter, number: number, parameters: Json = []): void {
  for (const parameter of parameters as JsonObject[]) {
    nest(writer, number, () => nest(writer, 1, () => writeParameter(writer, parameter)));
  }
}

function writeParameter(writer: BinaryWriter, parameter: JsonObject): void {
  const { name, required, schema, type, uniqueItems } = parameter;
  if (parameter.in === "body") {
    nest(writer, 1, () => {
      text(writer, 2, name);
      text(writer, 3, "body");
      flag(writer, 4, required);
      nest(writer, 5, () => writeSchema(writer, schema as JsonObject));
    });
    return;
  }
  const inPath = parameter.in === "path";
  nest(writer, 2, () =>
    nest(writer, inPath ? 4 : 3, () => {
      flag(writer, 1, required);
      text(writer, 2, parameter.in);
      text(writer, 4, name);
      text(writer, inPath ? 5 : 6, type);
      flag(writer, inPath ? 19 : 20, uniqueItems);
    }));
}

function writeSchema(writer: BinaryWriter, schema: Json): void {
  const { $ref, format, required, type, ...rest } = schema as JsonObject;
  const { items, additionalProperties, properties } = rest;
  text(writer, 1, $ref);
  text(writer, 2, format);
  if (rest.default !== undefined) nest(writer, 5, () => writeAny(writer, rest.default!));
  texts(writer, 19, required);
  for (const value of (rest.enum ?? []) as Json[]) nest(writer, 20, () => writeAny(writer, value));
  if (additionalProperties) {
    nest(writer, 21, () => nest(writer, 1, () => writeSchema(writer, additionalProperties)));
  }
  if (type !== undefined) nest(writer, 22, () => text(writer, 1, type));
  if (items) nest(writer, 23, () => nest(writer, 1, () => writeSchema(writer, items)));
  if (properties) nest(writer, 25, () => named(writer, 1, properties, writeSchema));
  writeExtensions(writer, 31, rest);
}

function writeExtensions(writer: BinaryWriter, number: number, object: JsonObject): void {
  const extensions = Object.entries(object).filter(([name]) => name.startsWith("x-"));
  named(writer, number, Object.fromEntries(extensions), writeAny);
}

const writeAny = (writer: BinaryWriter, value: Json) => text(writer, 2, JSON.stringify(value));

/** Writes each entry of an object as a message with its name and its value. */
function named<T extends Json>(
  writer: BinaryWriter,
  number: number,
  entries: Json | undefined,
  write: (writer: BinaryWriter, value: T) => void,
): void {
  for (const [name, value] of Object.entries((entries ?? {}) as Record<string, T>)) {
    nest(writer, number, () => {
      text(writer, 1, name);
      nest(writer, 2, () => write(writer, value));
    });
  }
}

function nest(writer: BinaryWriter, number: number, write: () => void): void {
  writer.tag(number, WireType.LengthDelimited).fork();
  write();
  writer.join();
}

function text(writer: BinaryWriter, number: number, value: Json | undefined): void {
  if (value !== undefined) writer.tag(number, WireType.LengthDelimited).string(String(value));
}

function texts(writer: BinaryWriter, number: number, values: Json = []): void {
  for (const value of values as string[]) text(writer, number, value);
}

function flag(writer: BinaryWriter, number: number, value: Json | undefined): void {
  if (value === true) writer.tag(number, WireType.Varint).bool(true);
}
