import { conformance } from "../../conformance.ts";
import { optionsFromEnvironment } from "../../test_environment.ts";
import { paging } from "./mod.ts";

conformance({ areas: [paging], ...await optionsFromEnvironment() });
