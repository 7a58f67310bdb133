import { conformance } from "../../conformance.ts";
import { startEmbedded } from "../../embedded/embedded_target.ts";
import { scale } from "./mod.ts";

// Enough objects for several pages of 500 would take too long here; seeded bugs have more.
conformance({
  areas: [scale],
  target: async () => ({ ...await startEmbedded(), scale: 120 }),
  runs: 50,
});
