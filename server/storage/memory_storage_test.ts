/** @module */
import { testStorageContract } from "./storage_contract.ts";
import { MemoryStorage } from "./memory_storage.ts";

testStorageContract({
  name: "MemoryStorage",
  open: (clock, history) => new MemoryStorage({ clock, history }),
});
