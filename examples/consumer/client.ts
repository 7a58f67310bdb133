/** A small client: yields the names of all Secrets, first from a list, then after each change. */
export async function* followSecrets(url: string, token: string): AsyncGenerator<string[]> {
  const get = (query: string) =>
    fetch(`${url}/api/v1/secrets?${query}`, { headers: { authorization: `Bearer ${token}` } });
  while (true) {
    const { items, metadata } = await (await get("")).json();
    const names = new Set<string>(items.map((item: Secret) => item.metadata.name));
    yield [...names].sort();
    const watch = await get(`watch=true&resourceVersion=${metadata.resourceVersion}`);
    for await (const { type, object } of eventsOf(watch)) {
      if (type === "ERROR") break; // 410: the history is compacted, so list again
      if (type === "DELETED") names.delete(object.metadata.name);
      else names.add(object.metadata.name);
      yield [...names].sort();
    }
  }
}

interface Secret {
  metadata: { name: string };
}

async function* eventsOf(response: Response): AsyncGenerator<{ type: string; object: Secret }> {
  let rest = "";
  for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    yield* lines.map((line) => JSON.parse(line));
  }
}
