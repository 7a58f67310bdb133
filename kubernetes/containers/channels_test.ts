import { assertEquals } from "@std/assert";
import { channelStreams } from "./channels.ts";

/** Gives everything that is done without waiting the time to be done. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 100; turn++) await Promise.resolve();
}

Deno.test("a client has made its streams before the first message is sent", async () => {
  const sent: string[] = [];
  const complete = Promise.withResolvers<void>();
  const connection = {
    messages: new ReadableStream<string>(),
    send(message: string | Uint8Array) {
      sent.push(new TextDecoder().decode(message as Uint8Array));
      if (sent.length === 3) complete.resolve();
      return Promise.resolve();
    },
    closed: new AbortController().signal,
  };
  const options = { stdin: false, stdout: true, stderr: false, tty: false };
  const streams = channelStreams(connection, "v4.channel.k8s.io", options);
  await streams.begin();
  const written = streams.stdout(new TextEncoder().encode("today"));
  await turns();
  assertEquals(sent, []);
  await written;
  await streams.finish({ status: "Success" });
  await complete.promise;
  assertEquals(sent, ["\x01", "\x01today", '\x03{"status":"Success"}']);
});
