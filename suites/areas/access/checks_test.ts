import { conformance } from "../../conformance.ts";
import { optionsFromEnvironment } from "../../test_environment.ts";
import { access } from "./mod.ts";

conformance({ areas: [access], ...await optionsFromEnvironment() });
