import { conformance } from "../../conformance.ts";
import { optionsFromEnvironment } from "../../test_environment.ts";
import { errors } from "./mod.ts";

conformance({ areas: [errors], ...await optionsFromEnvironment() });
