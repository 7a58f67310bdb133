/**
 * The console: a line of curl or kubectl, and what it prints.
 *
 * @module
 */
import { byId, element } from "@plumbline/cli/pages/dom";
import { curl } from "./curl.js";
import { COMMANDS, kubectl } from "./kubectl.js";
import { onRequest } from "./requests.js";
import { wordsOf } from "./words.js";

const LIMIT = 200_000;
const lines = [];
let place = 0;
let running;
let printRequest = () => {};

const HELP = [
  "Commands of kubectl:",
  ...Object.values(COMMANDS).map((example) => `  ${example}`),
  "Commands of curl:",
  "  curl [-i] [-X METHOD] [-H HEADER] [-d BODY|@manifest.yaml] /api/v1/namespaces",
  "  The administrator's token is sent unless -H has another: -H 'Authorization: Bearer guest-token'",
  "clear empties the console. manifest.yaml is the text of the editor.",
].join("\n");

/** Connects the form of the console; `files` returns the content of a file. */
export function connectConsole(files) {
  const form = byId("console-form");
  const input = byId("command");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const line = input.value.trim();
    input.value = "";
    if (line !== "") void run(line, files);
  });
  input.addEventListener("keydown", (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined || lines.length === 0) return;
    event.preventDefault();
    place = Math.max(0, Math.min(lines.length, place + step));
    input.value = lines[place] ?? "";
  });
  byId("stop-command").addEventListener("click", () => running?.abort());
  for (const button of document.querySelectorAll("[data-command]")) {
    button.addEventListener("click", () => void run(button.dataset.command, files));
  }
  onRequest((request) => printRequest(request));
}

/** Runs a command line, as if it was typed. */
export async function run(line, files) {
  lines.push(line);
  place = lines.length;
  const output = byId("console-output");
  if (line === "clear") return void output.replaceChildren();
  const block = element(
    "div",
    { class: "command" },
    element("code", { class: "typed" }, `$ ${line}`),
  );
  const text = element("pre", { tabindex: "0" });
  output.append(block);
  running?.abort();
  const control = running = new AbortController();
  const stop = byId("stop-command");
  stop.hidden = false;
  const toEnd = () => void (output.scrollTop = output.scrollHeight);
  const print = (part) => {
    if (text.parentNode === null) block.append(text);
    if (text.textContent.length < LIMIT) text.append(part);
    toEnd();
  };
  printRequest = ({ method, path, status, time }) => {
    block.append(element(
      "p",
      { class: "sent" },
      `${method} ${path} `,
      element(
        "span",
        { class: `status s${String(status)[0]}` },
        status === 0 ? "no response" : status,
      ),
      ` ${Math.round(time)} ms`,
    ));
    toEnd();
  };
  try {
    await dispatch(line, { print, files, signal: control.signal });
  } catch (error) {
    if (!control.signal.aborted) {
      block.append(element("pre", { class: "wrong" }, error.message));
    }
  } finally {
    if (running === control) {
      stop.hidden = true;
      printRequest = () => {};
    }
    toEnd();
  }
}

async function dispatch(line, terminal) {
  const [program, ...words] = wordsOf(line);
  if (program === "help") return terminal.print(`${HELP}\n`);
  if (program === "kubectl" || program === "k") return await kubectl(words, terminal);
  if (program === "curl") return await curl(words, terminal);
  throw new Error(`${program}: command not found. Write kubectl, curl or help`);
}
