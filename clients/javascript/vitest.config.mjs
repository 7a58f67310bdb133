/** @module */
export default { test: { include: ["vitest.example.mjs"] } };
