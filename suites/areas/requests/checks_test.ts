import { conformance } from "../../conformance.ts";
import { optionsFromEnvironment } from "../../test_environment.ts";
import { requests } from "./mod.ts";

conformance({ areas: [requests], ...await optionsFromEnvironment() });
