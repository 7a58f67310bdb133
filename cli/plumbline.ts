#!/usr/bin/env node
/**
 * The program `plumbline` of the npm package.
 *
 * @module
 */
import process from "node:process";
import { exit, programArguments } from "../runtime/process.ts";
import { main } from "./main.ts";
import { systemTerminal } from "./terminal.ts";

// Node reports features of its own that are not stable, which users of the program cannot change.
process.removeAllListeners("warning");
exit(await main(programArguments(), systemTerminal()));
