/**
 * The options of `check`.
 *
 * @module
 */
import type { CommandFacts } from "./arguments.ts";

/** The command as data. */
export const CHECK_COMMAND: CommandFacts = {
  name: "check",
  argument: "URL",
  help: "Check a server; without a URL the reference server, started for the purpose",
  options: [
    {
      name: "dialect",
      value: "svc|kubernetes",
      help: "how group names are spelt; asked of the target by default",
    },
    { name: "token", value: "TOKEN", help: "the bearer token of who acts" },
    {
      name: "kubeconfig",
      value: "FILE",
      path: true,
      help: "take server, certificates and token from a kubeconfig",
    },
    {
      name: "context",
      value: "NAME",
      help: "a context of the kubeconfig other than its current one",
    },
    { name: "ca", value: "FILE", path: true, help: "trust the certificates in this file (PEM)" },
    { name: "insecure", help: "do not verify the server's certificate" },
    {
      name: "identity",
      value: "NAME=TOKEN",
      repeatable: true,
      help: "somebody else the target knows (repeatable)",
    },
    {
      name: "namespace",
      value: "NAME",
      help: "a namespace that is there, used where none can be made (default)",
    },
    {
      name: "suite",
      value: "AREA,…",
      repeatable: true,
      help: "run the checks of these areas only",
    },
    { name: "only", value: "ID", repeatable: true, help: "run this check only (repeatable)" },
    {
      name: "level",
      value: "must|should|convention",
      help: "run checks at least so binding only (convention)",
    },
    { name: "runs", value: "N", help: "cases a property (100)" },
    { name: "seed", value: "N", help: "draw the same cases as the run with this seed" },
    {
      name: "path",
      value: "PATH",
      help: "run one case of a property alone, as a failure's replay line names it",
    },
    { name: "replay-path", value: "PATH", help: "the way through that case's commands" },
    { name: "workers", value: "N", help: "checks that run at once (4)" },
    { name: "report", value: "DIR", path: true, help: "write events.ndjson and report.json there" },
    {
      name: "known",
      value: "FILE",
      path: true,
      repeatable: true,
      help: "known deviations: failures that are understood (repeatable)",
    },
    { name: "config", value: "FILE", path: true, help: "read options from a YAML file" },
    { name: "list", help: "name the checks and run none" },
    { name: "plain", help: "neither colours nor a live line" },
    { name: "help", help: "show this" },
  ],
};
