/**
 * The options of `check`.
 *
 * @module
 */
import type { CommandFacts } from "../../command_line/mod.ts";
import { GATE_OPTIONS } from "../gate.ts";
import { REPORT_OPTIONS } from "../report/options.ts";
import { SHARD_OPTION } from "./shard.ts";
import { LOAD_OPTIONS, TARGET_OPTIONS } from "../target_options.ts";
import { UI_OPTIONS } from "../ui_options.ts";
import { WAIT_OPTION } from "../waits.ts";

/** The command as data. */
export const CHECK_COMMAND: CommandFacts = {
  name: "check",
  argument: "URL",
  examples: [
    ["check", "the reference server, all areas"],
    [
      "check https://localhost:6443 --kubeconfig ~/.kube/config --quick",
      "few cases of everything on a server of yours",
    ],
    [
      'check http://localhost:8001 --token "$TOKEN" --suite watch,paging --report out',
      "two areas, with a report to keep",
    ],
    ["check --quick --ui", "a page in your browser that shows the run as it goes"],
    ["check --fault paging/skips-after-deleted --suite paging", "what a failure looks like"],
  ],
  help: "Check a server; without a URL the reference server, started for the purpose",
  options: [
    ...TARGET_OPTIONS,
    {
      name: "fault",
      value: "ID",
      repeatable: true,
      help: "give the reference server this fault (repeatable); the command faults lists them",
    },
    WAIT_OPTION,
    {
      name: "features",
      value: "NAME,…",
      repeatable: true,
      help: "the features the target is said to have: these are expected, and no other",
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
    {
      name: "quick",
      help: "20 cases a property, unless --runs says otherwise: all areas in seconds",
    },
    { name: "seed", value: "N", help: "draw the same cases as the run with this seed" },
    {
      name: "path",
      value: "PATH",
      help: "run one case of a property alone, as a failure's replay line names it",
    },
    { name: "replay-path", value: "PATH", help: "the way through that case's commands" },
    {
      name: "replay",
      value: "FILE",
      path: true,
      help: "run the case of this replay file again, and tell how often it fails",
    },
    { name: "repeat", value: "N", help: "run the case of --replay so many times (10)" },
    { name: "workers", value: "N", help: "checks that run at once (4)" },
    ...LOAD_OPTIONS,
    SHARD_OPTION,
    ...REPORT_OPTIONS,
    {
      name: "known",
      value: "FILE",
      path: true,
      repeatable: true,
      help: "known deviations: failures that are understood (repeatable)",
    },
    ...GATE_OPTIONS,
    { name: "config", value: "FILE", path: true, help: "read options from a YAML file" },
    { name: "list", help: "name the checks and run none" },
    {
      name: "plan",
      help: "tell what the checks would touch, with a ClusterRole for it (YAML), and run none",
    },
    ...UI_OPTIONS,
    { name: "plain", help: "neither colours nor a live line" },
    { name: "help", help: "show this" },
  ],
};
