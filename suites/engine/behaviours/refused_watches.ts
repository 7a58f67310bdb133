/**
 * Watches that are answered with 200 although they are refused: with the Status of the error as their body,
 * or as the object of their first event.
 *
 * @module
 */
import { codeOfFailure } from "@plumbline/reports/hidden_errors";
import type { HttpResponse, JsonObject, WatchStream } from "../../client/http_client.ts";
import { asObject } from "../../model/object.ts";
import type { Behaviour, Seen } from "./behaviour.ts";

/** Milliseconds in which a refusal comes, or the first event. */
const PATIENCE = 100;

/** Returns the code of the error that is the first event of a watch. That of an expired version may be. */
function codeOfEvent(events: WatchStream["documents"]): number | undefined {
  const [first] = events;
  const code = first?.type === "ERROR" ? codeOfFailure(first.object) : undefined;
  return code === 410 ? undefined : code;
}

/** Returns the response that a watch should have had: an error that came with 200. */
export async function refusalInWatch(stream: WatchStream): Promise<HttpResponse | undefined> {
  const { response: { status, headers: given } } = stream;
  if (status !== 200) return undefined;
  await stream.waitFor(() => true, PATIENCE);
  const [first] = stream.documents;
  const body = first === undefined ? parsed(stream.malformed[0]) : first.object;
  const code = first === undefined ? codeOfFailure(body) : codeOfEvent(stream.documents);
  if (code === undefined || body === undefined) return undefined;
  const headers = new Headers(given);
  headers.set("content-type", "application/json");
  return { status: code, headers, json: body, text: JSON.stringify(body) };
}

function parsed(text: string | undefined): JsonObject | undefined {
  try {
    return asObject(JSON.parse(text ?? ""));
  } catch {
    return undefined;
  }
}

const isWatch = ({ verb, status }: Seen): boolean => verb === "watch" && status === 200;

/** What a target does whose watches have an error as their first event. */
export const REFUSED_WATCHES: readonly Behaviour[] = [
  {
    id: "refused watches are answered with 200",
    name: "A watch that is refused is answered with 200, and with the error as its first event",
    concerns: isWatch,
    shows: (seen) => seen.filter((one) => isWatch(one) && (codeOfEvent(one.events) ?? 500) < 500),
    relieve: () => ({ refused: refusalInWatch }),
  },
  {
    id: "watches begin with a 5xx error",
    name: "A watch is answered with 200, and with a 5xx error as its first event",
    concerns: isWatch,
    shows: (seen) => seen.filter((one) => isWatch(one) && (codeOfEvent(one.events) ?? 0) >= 500),
  },
];
