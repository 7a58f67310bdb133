import { assertEquals, assertThrows } from "@std/assert";
import { ApiError } from "../api_error.ts";
import type { WatchSource } from "./contracts.ts";
import { admitWatch, WATCH_LIMIT } from "./open_watches.ts";

const source = (closed: () => void): WatchSource => ({
  next: () => Promise.resolve(undefined),
  fail: () => ({ type: "ERROR", object: {} }),
  close: closed,
});

Deno.test("a user's watches are limited, and one that ends makes room for another", async () => {
  const server = {};
  const open = Array.from({ length: WATCH_LIMIT }, () => admitWatch(server, "alice"));
  const error = assertThrows(() => admitWatch(server, "alice"), ApiError);
  assertEquals([error.code, error.details?.retryAfterSeconds], [429, 1]);
  admitWatch(server, "bob");
  admitWatch({}, "alice");
  let closed = 0;
  const [first, second, third] = open.map((watch) => watch.counted(source(() => closed++)));
  first!.close();
  first!.close();
  assertEquals(closed, 2);
  assertEquals(await second!.next(), undefined);
  third!.fail(new Error());
  for (let room = 0; room < 3; room++) admitWatch(server, "alice");
  assertThrows(() => admitWatch(server, "alice"), ApiError);
});
