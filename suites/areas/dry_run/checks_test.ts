import { conformance } from "../../conformance.ts";
import { optionsFromEnvironment } from "../../test_environment.ts";
import { dryRun } from "./mod.ts";

conformance({ areas: [dryRun], ...await optionsFromEnvironment() });
