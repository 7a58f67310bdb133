/**
 * Registers a test for each check, for `deno test` and `node --test`: import this module in a file of
 * your own. The target and the options of `check` come from the environment (`TARGET_URL`,
 * `TARGET_TOKEN`, `TARGET_AREA`, `TARGET_SHARD`, …) and from `plumbline.yaml` in the current folder.
 *
 * @module
 */
import { environmentVariables, writeStandard } from "@plumbline/runtime/process";
import { exists } from "@plumbline/runtime/files";
import { parseCommandLine } from "@plumbline/options";
import { randomSeed } from "@plumbline/suites/run";
import { checkCommand } from "./check/check.ts";
import { readCheckSettings } from "./check/options.ts";
import { registerCheckTests } from "./test_front/register.ts";
import { wordsOf } from "./test_front/variables.ts";

/** The configuration file that is read if none is named. */
const CONFIG = "plumbline.yaml";

const words = wordsOf(environmentVariables(), await exists(CONFIG) ? CONFIG : undefined);
const settings = await readCheckSettings(parseCommandLine(checkCommand, words), randomSeed);
await registerCheckTests(settings, (text) => writeStandard("out", text));
