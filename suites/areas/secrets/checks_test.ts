import { conformance } from "../../conformance.ts";
import { optionsFromEnvironment } from "../../test_environment.ts";
import { secrets } from "./mod.ts";

conformance({ areas: [secrets], ...await optionsFromEnvironment() });
