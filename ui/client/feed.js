/**
 * Follows a feed of the program.
 *
 * @module
 */
import { announce, byId, setText } from "./dom.js";

/** Milliseconds in which messages are gathered, so that a page is not drawn for each. */
const GATHER = 100;

/**
 * Follows the feed at a path. `take` gets its messages, `{ type, data }`, many at once and in their
 * order, the last of them of the type `end`; `words` are what is told of the connection in the
 * element with the id `connection`.
 */
export function follow(path, take, words = {}) {
  const { live = "Live", lost = "Not connected; trying again", ended = "The program has ended" } =
    words;
  const source = new EventSource(path);
  let waiting = [];
  let over = false;

  function told(text, isLost) {
    const connection = byId("connection");
    if (connection === null || connection.textContent === text) return;
    setText(connection, text);
    connection.classList.toggle("lost", isLost);
    announce(text);
  }

  function hand() {
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
    hand();
    told(ended, false);
  }

  source.addEventListener("open", () => told(live, false));
  source.addEventListener("error", () => {
    if (over) return;
    // A browser gives up where it is refused: the program there is another one.
    if (source.readyState === EventSource.CLOSED) end();
    else told(lost, true);
  });
  source.addEventListener("message", ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === "end") return end();
    if (waiting.length === 0) setTimeout(hand, GATHER);
    waiting.push(message);
  });
  return source;
}

/** Sends something to the program; the answer's JSON, or an error with what it said. */
export async function send(method, path, body) {
  const response = await fetch(path, {
    method,
    ...(body !== undefined && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text.trim() || `The program answered ${response.status}`);
  return text === "" ? undefined : JSON.parse(text);
}
