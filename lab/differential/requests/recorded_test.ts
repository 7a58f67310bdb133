import { assert, assertEquals } from "@std/assert";
import type { ServerOptions } from "@plumbline/reference";
import { createNamespace, startReference } from "../servers.ts";
import type { AnswerPair } from "./explained/explanation.ts";
import type { RecordedExchange, Recording } from "./recording.ts";
import { replay } from "./replay.ts";
import { showDivergence } from "./show.ts";
import type { Template } from "../../requests/sequences/template.ts";

const FOLDER = new URL("../../../fixtures/recorded/", import.meta.url);
const SERVERS = [...Deno.readDirSync(FOLDER)].filter(({ isDirectory }) => isDirectory)
  .map(({ name }) => name).sort();

const recordingOf = (server: string): Recording =>
  JSON.parse(Deno.readTextFileSync(new URL(`${server}/exchanges.json`, FOLDER)));

/** Replays one sequence against a new server. */
async function replayAlone(
  sequence: readonly RecordedExchange[],
  { namespace, release }: Recording,
  options?: ServerOptions,
): Promise<readonly AnswerPair[]> {
  const { server, target } = await startReference(options);
  try {
    await createNamespace(target, namespace);
    return await replay(target, sequence, release);
  } finally {
    await server.close();
  }
}

/** Returns the sequences in which the reference server differs now, as text. */
async function divergencesOf(recording: Recording, options?: ServerOptions): Promise<string[]> {
  const shown = await Promise.all(recording.sequences.map(async (sequence) => {
    const exchanges = await replayAlone(sequence, recording, options);
    return exchanges.length > 0 ? [[...showDivergence(exchanges)].join("\n")] : [];
  }));
  return shown.flat();
}

for (const server of SERVERS) {
  Deno.test(`the reference server answers as ${server} did`, async () => {
    const divergences = await divergencesOf(recordingOf(server));
    assertEquals(divergences.length, 0, divergences.slice(0, 3).join("\n"));
  });
}

Deno.test("the recordings contain hundreds of exchanges of two releases", () => {
  const recordings = SERVERS.map(recordingOf);
  assertEquals(recordings.map(({ release }) => release), ["1.20", "1.26"]);
  for (const { sequences } of recordings) assert(sequences.flat().length > 200);
});

/** Servers that differ, with the requests that reveal it. */
const OTHERWISE: readonly [ServerOptions, (request: Template) => boolean][] = [
  [
    { featureGates: { ServerSideFieldValidation: false } },
    ({ body }) => /unknown/.test(json(body)),
  ],
  [{ featureGates: { APIListChunking: false } }, ({ query }) => query.limit !== undefined],
  [{ release: "1.29" }, ({ path }) => path.includes("/v1beta2/")],
];

const json = (value: unknown) => JSON.stringify(value) ?? "";

Deno.test("a server with different behaviour does not match the recordings", async () => {
  for (const [options, shows] of OTHERWISE) {
    const divergences = await Promise.all(
      SERVERS.map(recordingOf).map((recording) => {
        const sequences = recording.sequences
          .filter((sequence) => sequence.some(({ request }) => shows(request)));
        return divergencesOf({ ...recording, sequences }, options);
      }),
    );
    assert(divergences.flat().length > 0, json(options));
  }
});
