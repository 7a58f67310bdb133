import { conformance } from "../../conformance.ts";
import { optionsFromEnvironment } from "../../test_environment.ts";
import { concurrency } from "./mod.ts";

conformance({ areas: [concurrency], ...await optionsFromEnvironment() });
