import { conformance } from "../../conformance.ts";
import { optionsFromEnvironment } from "../../test_environment.ts";
import { operations } from "./mod.ts";

conformance({ areas: [operations], ...await optionsFromEnvironment() });
