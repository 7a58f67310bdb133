import { checksOf, conformance } from "../../mod.ts";
import { optionsFromEnvironment } from "../../test_environment.ts";

conformance({ checks: checksOf("resource-versions"), ...await optionsFromEnvironment() });
