/**
 * The target nobody has to bring: the reference server, started in this process.
 *
 * @module
 */
import { AdjustableClock, startServer } from "../../server/mod.ts";
import type { DialectName } from "./dialect.ts";
import { connect } from "./connect.ts";
import type { Target } from "./target.ts";

/** How long the reference server keeps history, in milliseconds: five minutes and a little. */
const HISTORY = 5 * 60_000 + 1_000;

/** How the reference server is started. */
export interface EmbeddedOptions {
  /** How group names are spelt. @default {"svc"} */
  readonly dialect?: DialectName;
}

/** Starts the reference server on a free port, with a clock that can be moved. */
export async function startEmbedded(options: EmbeddedOptions = {}): Promise<Target> {
  const clock = new AdjustableClock();
  const dialect = options.dialect ?? "svc";
  const server = await startServer({ clock, dialect });
  const [admin] = server.identities;
  try {
    const target = await connect({
      url: server.url,
      dialect,
      identities: [{ name: admin.name, token: admin.token }],
      waits: { history: HISTORY },
    });
    return {
      ...target,
      advanceClock: (milliseconds) => clock.advance(milliseconds),
      close: async () => {
        await target.close();
        await server.close();
      },
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}
