import { conformance } from "../../conformance.ts";
import { optionsFromEnvironment } from "../../test_environment.ts";
import { negotiation } from "./mod.ts";

conformance({ areas: [negotiation], ...await optionsFromEnvironment() });
