import { conformance } from "../../conformance.ts";
import { optionsFromEnvironment } from "../../test_environment.ts";
import { watch } from "./mod.ts";

conformance({ areas: [watch], ...await optionsFromEnvironment() });
