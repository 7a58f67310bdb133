/**
 * Checks that every answer must pass, whatever the request.
 *
 * @module
 */
import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { parse as parseYaml } from "@std/yaml";
import type { RawAnswer, RawRequest } from "../client/connection.ts";

const decoder = new TextDecoder();

/** Returns the first problem of an answer, undefined if there is none. */
export function violationOf(request: RawRequest, answer: RawAnswer): string | undefined {
  const { status } = answer;
  if (!(status >= 200 && status < 600)) return `the status is ${status}`;
  // The server waits for a future resourceVersion, which may not be reached in time.
  const isAhead = status === 504 && request.target.includes("resourceVersion=");
  if (status >= 500 && !isAhead) {
    return `${status} is an internal error of the server: ${textOf(answer)}`;
  }
  if (request.method === "HEAD" || answer.isOpen) return undefined;
  try {
    return status < 400
      ? violationOfSuccess(answer)
      : violationOfStatus(readStatus(answer), status);
  } catch (error) {
    return `${status} cannot be read: ${(error as Error).message}: ${textOf(answer)}`;
  }
}

const textOf = ({ body }: RawAnswer) => decoder.decode(body).slice(0, 300);

const typeOf = ({ headers }: RawAnswer) => (headers.get("content-type") ?? "").split(";")[0]!;

/** Checks that the body of a success has the form of its Content-Type. */
function violationOfSuccess(answer: RawAnswer): string | undefined {
  const text = decoder.decode(answer.body);
  switch (typeOf(answer)) {
    case "application/json":
      // A watch has one value per line.
      if (answer.headers.has("transfer-encoding")) {
        text.split("\n").filter((line) => line !== "").forEach((line) => JSON.parse(line));
      } else if (!answer.headers.has("content-encoding")) JSON.parse(text);
      return undefined;
    case "application/yaml":
      parseYaml(text);
      return undefined;
    case "application/vnd.svc.protobuf":
    case "text/plain":
      return undefined;
    default:
      return `a success with the type "${typeOf(answer)}"`;
  }
}

interface Status {
  readonly kind?: unknown;
  readonly status?: unknown;
  readonly message?: unknown;
  readonly reason?: unknown;
  readonly code?: unknown;
}

function readStatus(answer: RawAnswer): Status {
  switch (typeOf(answer)) {
    case "application/json":
      return JSON.parse(decoder.decode(answer.body));
    case "application/yaml":
      return parseYaml(decoder.decode(answer.body)) as Status;
    case "application/vnd.svc.protobuf":
      return readProtobufStatus(answer.body);
    default:
      throw new Error(`an error response of the type "${typeOf(answer)}"`);
  }
}

/** Checks that an error is a Status whose code is the HTTP status. */
function violationOfStatus(found: Status, expected: number): string | undefined {
  const { kind, status, message, reason, code } = found;
  const isWhole = kind === "Status" && status === "Failure" && code === expected &&
    typeof message === "string" && message !== "" && typeof reason === "string" && reason !== "";
  return isWhole ? undefined : `${expected} is not a complete Status: ${JSON.stringify(found)}`;
}

/** Protobuf field numbers of the envelope and of Status. */
function readProtobufStatus(bytes: Uint8Array): Status {
  const magic = [...bytes.subarray(0, 4)].join();
  if (magic !== "107,56,115,0") throw new Error(`the first bytes are ${magic}`);
  const envelope = readFields(bytes.subarray(4));
  const type = readFields(envelope.get(1) as Uint8Array);
  const status = readFields(envelope.get(2) as Uint8Array);
  const text = (field: number) => decoder.decode(status.get(field) as Uint8Array);
  return {
    kind: decoder.decode(type.get(2) as Uint8Array),
    status: text(2),
    message: text(3),
    reason: text(4),
    code: status.get(6),
  };
}

function readFields(bytes: Uint8Array): ReadonlyMap<number, Uint8Array | number> {
  const reader = new BinaryReader(bytes);
  const fields = new Map<number, Uint8Array | number>();
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    if (type === WireType.LengthDelimited) fields.set(number, reader.bytes());
    else if (type === WireType.Varint) fields.set(number, reader.int32());
    else reader.skip(type);
  }
  return fields;
}
