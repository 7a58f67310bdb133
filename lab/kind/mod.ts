/**
 * The program `kind`: reads a kind of a running server and prints a module that defines it. See
 * the section about kinds of other servers in `docs/extending.md`.
 *
 * @module
 */
import { flag, runTool, text } from "@plumbline/options";
import { readTarget, TARGET_OPTIONS } from "../client/options.ts";
import { send } from "../client/send.ts";
import { print } from "../program/output.ts";
import { moduleText } from "./module_text.ts";
import { type Read, readKind } from "./read_kind.ts";

const OPTIONS = {
  ...TARGET_OPTIONS,
  token: text("TOKEN", "bearer token of a user that may read discovery and OpenAPI"),
  json: flag("print the options of defineResource as JSON instead of a module"),
};

const COMMAND = {
  name: "kind",
  arguments: ["<URL>", "<VERSION>", "<KIND>"],
  description: "Read a kind of a running server, and print a module that defines it.",
  options: OPTIONS,
  examples: [
    [
      "kind https://localhost:6443 --ca ca.crt --token TOKEN coordination.k8s.io/v1 Lease > lease.ts",
      "Define the resource Lease as that server does",
    ],
  ] as [string, string][],
};

Deno.exit(
  await runTool(COMMAND, Deno.args, async ({ arguments: given, options }) => {
    const [url = "", apiVersion = "", kind = ""] = given;
    const target = await readTarget(url, options, {});
    const read: Read = async (path) => {
      const { status, text } = await send(target, { method: "GET", path });
      if (status === 404) return undefined;
      if (status === 200) return JSON.parse(text);
      throw new Error(`Cannot read ${path} as the server answered ${status}: ${text}`);
    };
    try {
      const found = await readKind(read, apiVersion, kind);
      print(options.json ? JSON.stringify(found, null, 2) : moduleText(found).trimEnd());
      return 0;
    } finally {
      target.client?.close();
    }
  }),
);
