/**
 * The page of the playground.
 *
 * @module
 */
import { byId } from "@plumbline/cli/pages/dom";
import { connectConsole, run } from "./console.js";
import { connectManifests, files } from "./manifests.js";
import { connectSuites } from "./suites.js";
import { call, start } from "./thread.js";
import { connectWatch } from "./watch.js";
import { connectWrong } from "./wrong.js";

async function main() {
  const state = byId("state");
  try {
    await start();
    connectConsole(files);
    connectManifests();
    connectSuites();
    for (const id of ["console-form", "manifest", "suite-form"]) enable(id);
    document.documentElement.dataset.ready = Math.round(performance.now());
    state.textContent = `The server runs in this page, ready after ${
      (performance.now() / 1000).toFixed(1)
    } s. Its objects are gone when you close or reload the page.`;
    byId("clock-forward").addEventListener("click", async () => {
      await call("advance", 5 * 60_000 + 1_000);
      byId("clock-state").textContent =
        "The clock is 5 minutes ahead: older resourceVersions and continue tokens are expired.";
    });
    await run("kubectl get namespaces", files);
    await Promise.all([
      connectWatch().then(() => enable("watch-form")),
      connectWrong().then(() => ["bug-form", "fault-form"].forEach(enable)),
    ]);
  } catch (error) {
    state.textContent = `The playground cannot start: ${error.message}`;
    byId("how-to-open").hidden = false;
  }
}

/** Lets people use what is around an element, once its listeners are connected. */
const enable = (id) => void (byId(id).closest("fieldset").disabled = false);

if (location.protocol === "file:" || !("serviceWorker" in navigator)) {
  byId("how-to-open").hidden = false;
  byId("state").textContent = "The server does not run.";
} else {
  void main();
}
