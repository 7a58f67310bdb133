import { conformance } from "../../conformance.ts";
import { optionsFromEnvironment } from "../../test_environment.ts";
import { metadata } from "./mod.ts";

conformance({ areas: [metadata], ...await optionsFromEnvironment() });
