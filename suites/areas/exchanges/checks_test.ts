import { conformance } from "../../conformance.ts";
import { optionsFromEnvironment } from "../../test_environment.ts";
import { exchanges } from "./mod.ts";

conformance({ areas: [exchanges], ...await optionsFromEnvironment() });
