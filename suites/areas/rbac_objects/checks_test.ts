import { conformance } from "../../conformance.ts";
import { optionsFromEnvironment } from "../../test_environment.ts";
import { rbacObjects } from "./mod.ts";

conformance({ areas: [rbacObjects], ...await optionsFromEnvironment() });
