import { conformance } from "../../conformance.ts";
import { optionsFromEnvironment } from "../../test_environment.ts";
import { selectors } from "./mod.ts";

conformance({ areas: [selectors], ...await optionsFromEnvironment() });
