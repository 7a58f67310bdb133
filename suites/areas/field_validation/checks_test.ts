import { conformance } from "../../conformance.ts";
import { optionsFromEnvironment } from "../../test_environment.ts";
import { fieldValidation } from "./mod.ts";

conformance({ areas: [fieldValidation], ...await optionsFromEnvironment() });
