import { conformance } from "../../conformance.ts";
import { optionsFromEnvironment } from "../../test_environment.ts";
import { resourceVersions } from "./mod.ts";

conformance({ areas: [resourceVersions], ...await optionsFromEnvironment() });
