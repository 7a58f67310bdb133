import { conformance } from "../../conformance.ts";
import { optionsFromEnvironment } from "../../test_environment.ts";
import { deployments } from "./mod.ts";

conformance({ areas: [deployments], ...await optionsFromEnvironment() });
