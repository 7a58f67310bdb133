/**
 * Connects the page to the program: reads its feed and sends requests.
 *
 * @module
 */
import { announce, byId, setText } from "./dom.js";

/** Milliseconds in which messages are collected, so that the page is not updated for each. */
const GATHER = 100;

/**
 * Reads the feed at a path. `take` gets the messages `{ type, data }` in batches, in order; the last
 * has the type `end`. `words` are texts for the element with the id `connection`.
 */
export function follow(path, take, words = {}) {
  const { live = "Live", lost = "Not connected. Reconnecting.", ended = "The program has ended" } =
    words;
  const source = new EventSource(path);
  let waiting = [];
  let over = false;

  function showState(text, isLost) {
    const connection = byId("connection");
    if (connection === null || connection.textContent === text) return;
    setText(connection, text);
    connection.classList.toggle("lost", isLost);
    announce(text);
  }

  function flush() {
    if (waiting.length === 0) return;
    const messages = waiting;
    waiting = [];
    take(messages);
  }

  function end() {
    if (over) return;
    over = true;
    source.close();
    waiting.push({ type: "end", data: {} });
    flush();
    showState(ended, false);
  }

  source.addEventListener("open", () => showState(live, false));
  source.addEventListener("error", () => {
    if (over) return;
    // Browsers give up if the request is rejected: another program uses the port.
    if (source.readyState === EventSource.CLOSED) end();
    else showState(lost, true);
  });
  source.addEventListener("message", ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === "end") return end();
    if (waiting.length === 0) setTimeout(flush, GATHER);
    waiting.push(message);
  });
  return source;
}

/** Sends a request to the program. Returns the JSON of the response, or throws its text. */
export async function send(method, path, body) {
  const response = await fetch(path, {
    method,
    ...(body !== undefined && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  const text = await response.text();
  if (!response.ok) {
    throw new Error(text.trim() || `The program responded with status ${response.status}`);
  }
  return text === "" ? undefined : JSON.parse(text);
}
