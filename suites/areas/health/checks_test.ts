import { conformance } from "../../conformance.ts";
import { optionsFromEnvironment } from "../../test_environment.ts";
import { health } from "./mod.ts";

conformance({ areas: [health], ...await optionsFromEnvironment() });
