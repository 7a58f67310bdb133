import { conformance } from "../../conformance.ts";
import { optionsFromEnvironment } from "../../test_environment.ts";
import { apiVersions } from "./mod.ts";

conformance({ areas: [apiVersions], ...await optionsFromEnvironment() });
