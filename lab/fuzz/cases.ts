/**
 * Generates the cases: a few requests in a row, or arbitrary bytes.
 *
 * @module
 */
import fc from "fast-check";
import type { Samples } from "./bodies.ts";
import { arbitraryRequest } from "./requests.ts";
import type { RawRequest } from "../client/connection.ts";
import { violationOf } from "./judge.ts";
import type { Session } from "./session.ts";

/** One case: requests, or bytes. */
export type Case = { readonly requests: readonly RawRequest[] } | { readonly bytes: Uint8Array };

const GOOD = new TextEncoder().encode(
  "POST /api/v1/namespaces/default/secrets HTTP/1.1\r\nhost: localhost\r\n" +
    "authorization: Bearer admin-token\r\ncontent-type: application/json\r\n" +
    'transfer-encoding: chunked\r\n\r\n1c\r\n{"metadata": {"name": "a"}}\n\r\n0\r\n\r\n',
);

/** Generates requests with changed or missing bytes, and other bytes. */
const rawBytes: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc.uint8Array({ maxLength: 80 }),
  fc.tuple(fc.nat(GOOD.length - 1), fc.nat(255)).map(([at, byte]) => GOOD.with(at, byte)),
  fc.nat(GOOD.length).map((length) => GOOD.slice(0, length)),
);

/** Generates cases for a server that contains the samples. */
export const casesOf = (samples: Samples): fc.Arbitrary<Case> =>
  fc.oneof(
    {
      weight: 30,
      arbitrary: fc.array(arbitraryRequest(samples), { minLength: 1, maxLength: 3 })
        .map((requests) => ({ requests })),
    },
    { weight: 1, arbitrary: rawBytes.map((bytes) => ({ bytes })) },
  );

/**
 * Sends a case and checks each answer.
 *
 * @throws {Error} with the request and the problem
 */
export async function play(session: Session, sent: Case): Promise<void> {
  if ("bytes" in sent) {
    await session.askBytes(sent.bytes);
    throwInternalErrors(session, "bytes");
    return;
  }
  for (const request of sent.requests) {
    const what = show(request);
    const answer = await session.ask(request).catch((error) => {
      throw new Error(`${what}: ${error.message}`);
    });
    throwInternalErrors(session, what);
    const violation = violationOf(request, answer);
    if (violation !== undefined) throw new Error(`${what}: ${violation}`);
  }
}

function throwInternalErrors({ internalErrors }: Session, what: string): void {
  const [error] = internalErrors.splice(0);
  if (error !== undefined) {
    throw new Error(`${what}: the server failed: ${(error as Error)?.stack ?? error}`);
  }
}

/** Formats a request in a few lines. */
function show({ method, target, headers, body }: RawRequest): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  const bytes = body && new TextDecoder("latin1").decode(body).slice(0, 2_000);
  return [`${method} ${target}`, ...lines, ...(bytes === undefined ? [] : ["", bytes])].join("\n");
}
