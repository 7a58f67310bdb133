import { assertEquals } from "@std/assert";
import { shownBody } from "./received_response.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

Deno.test("bytes that are text are shown as the text", () => {
  assertEquals(shownBody("body", undefined), { requestBody: "body" });
  assertEquals(shownBody(undefined, bytesOf('{"a": "Grüße\\n"}\n')), {
    requestBody: '{"a": "Grüße\\n"}\n',
  });
});

Deno.test("bytes that are no text are kept, and shown by their number", () => {
  for (const bytes of [bytesOf("k8s\0"), new Uint8Array([0xc3, 0x28])]) {
    assertEquals(shownBody(undefined, bytes), {
      requestBody: `(${bytes.length} bytes)`,
      requestBytes: bytes,
    });
  }
});
