import { conformance } from "../../conformance.ts";
import { optionsFromEnvironment } from "../../test_environment.ts";
import { apply } from "./mod.ts";

conformance({ areas: [apply], ...await optionsFromEnvironment() });
