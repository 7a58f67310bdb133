import { assertEquals } from "@std/assert";
import { closeFrame, encodeFrame, type Frame, FrameReader, OPCODE } from "./frames.ts";

Deno.test("a frame has the shortest form of its length", () => {
  const heads = [125, 126, 65_535, 65_536].map((
    length,
  ) => [...encodeFrame(OPCODE.binary, new Uint8Array(length)).slice(0, 10)]);
  assertEquals(heads, [
    [0x82, 125, 0, 0, 0, 0, 0, 0, 0, 0],
    [0x82, 126, 0, 126, 0, 0, 0, 0, 0, 0],
    [0x82, 126, 255, 255, 0, 0, 0, 0, 0, 0],
    [0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0],
  ]);
  assertEquals([...closeFrame(1000, "ok")], [0x88, 4, 3, 232, 111, 107]);
});

Deno.test("frames are read from pieces of any size, without the content of messages", () => {
  const bytes = [
    ...[0x81, 0x83, 1, 1, 1, 1, 96, 99, 98],
    ...[0x89, 0x82, 1, 2, 3, 4, 105, 107],
    ...[0x88, 0x82, 0, 0, 0, 0, 3, 232],
  ];
  for (let size = 1; size <= bytes.length; size++) {
    const found: Frame[] = [];
    const reader = new FrameReader((frame) => found.push(frame));
    for (let at = 0; at < bytes.length; at += size) {
      reader.push(Uint8Array.from(bytes.slice(at, at + size)));
    }
    assertEquals(found.map(({ opcode, payload }) => [opcode, ...payload]), [
      [OPCODE.text],
      [OPCODE.ping, 104, 105],
      [OPCODE.close, 3, 232],
    ]);
  }
});
