import { conformance } from "../../conformance.ts";
import { optionsFromEnvironment } from "../../test_environment.ts";
import { lifecycle } from "./mod.ts";

conformance({ areas: [lifecycle], ...await optionsFromEnvironment() });
