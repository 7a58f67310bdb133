/**
 * Keeps the state of a plugin to one server.
 *
 * @module
 */
import { ConfigurationError } from "@plumbline/server/settings";
import type { PluginContext } from "@plumbline/server/parts";

/**
 * Returns a function that accepts one server, again and again.
 *
 * @param name the plugin's name, for the error
 * @throws {ConfigurationError} from the returned function, for a second server
 */
export function onlyServer(name: string): (server: PluginContext) => void {
  let only: PluginContext | undefined;
  return (server) => {
    only ??= server;
    if (only !== server) {
      throw new ConfigurationError(
        `Cannot install the plugin ${name} in two servers. Create one for each server`,
      );
    }
  };
}
