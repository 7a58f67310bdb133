/**
 * The options of `serve`.
 *
 * @module
 */
import type { CommandFacts } from "../../command_line/mod.ts";
import { UI_OPTIONS } from "../ui_options.ts";

/** The command as data. */
export const SERVE_COMMAND: CommandFacts = {
  name: "serve",
  examples: [
    [
      "serve --port 8001 --identity admin=admin-token,system:masters",
      "one administrator whose token you choose",
    ],
    ["serve --dialect kubernetes --tls", "for kubectl and client libraries"],
    [
      "serve --control --fault watch/third-of-burst-lost",
      "a server that is wrong, to try a client on",
    ],
    ["serve --ui", "a page in your browser with its objects, watches, requests and faults"],
  ],
  help: "Run the reference server",
  options: [
    { name: "port", value: "N", help: "the port to listen on, 0 for a free one (8001)" },
    { name: "host", value: "ADDRESS", help: "the address to listen on (127.0.0.1)" },
    { name: "dialect", value: "svc|kubernetes", help: "how group names are spelt (svc)" },
    {
      name: "release",
      value: "1.26|1.27|1.29",
      help: "the release of the interface to serve (1.26)",
    },
    {
      name: "runtime-config",
      value: "KEY[=BOOL],…",
      repeatable: true,
      help: "serve a GROUP/VERSION[/RESOURCE] or not (alpha ones are off)",
    },
    {
      name: "feature-gates",
      value: "GATE=BOOL,…",
      repeatable: true,
      help: "switch features on or off",
    },
    {
      name: "fault",
      value: "ID",
      repeatable: true,
      help: "be wrong in this way (repeatable); the command faults lists them",
    },
    { name: "control", help: "serve the control API at /plumbline/v1, for administrators" },
    ...UI_OPTIONS,
    { name: "tls", help: "serve HTTPS, with a certificate made for the purpose" },
    {
      name: "identity",
      value: "NAME=TOKEN,GROUP,…",
      repeatable: true,
      help: "somebody the server knows (repeatable; one administrator by default)",
    },
    { name: "help", help: "show this" },
  ],
};
