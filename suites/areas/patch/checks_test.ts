import { conformance } from "../../conformance.ts";
import { optionsFromEnvironment } from "../../test_environment.ts";
import { patch } from "./mod.ts";

conformance({ areas: [patch], ...await optionsFromEnvironment() });
