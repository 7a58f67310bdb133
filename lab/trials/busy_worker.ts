/**
 * Keeps one core busy until the worker is terminated, with a short pause for its messages.
 *
 * @module
 */
function work(): void {
  const end = performance.now() + 200;
  while (performance.now() < end) Math.sqrt(end);
  setTimeout(work, 0);
}

work();
