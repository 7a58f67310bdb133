import { conformance } from "../../conformance.ts";
import { optionsFromEnvironment } from "../../test_environment.ts";
import { reviews } from "./mod.ts";

conformance({ areas: [reviews], ...await optionsFromEnvironment() });
