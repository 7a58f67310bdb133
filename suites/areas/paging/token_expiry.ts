/**
 * Continue tokens that are older than the target's history.
 *
 * @module
 */
import { type Check, Discard, example } from "../../check.ts";
import type { Page } from "../../model/page_oracle.ts";
import { separateTypesOf } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { hasOperation } from "../../session/operations.ts";
import { outlive } from "../../session/expiry.ts";
import { Session } from "../../session/session.ts";
import { describeResponse, expectError } from "../../session/violation.ts";
import { recordViolation, verify } from "../../verify.ts";

/** Checks of expired tokens. */
export const TOKEN_EXPIRY: readonly Check[] = [
  example({
    id: "paging/expired-token-gone",
    title:
      "An expired `continue` token gets 410, and the list can be restarted or read without `limit`",
    requirements: [
      "paging.token-expired-gone",
      "paging.restart-after-expiry",
      "paging.token-lives",
    ],
    needs: ["history expiry"],
    alone: true,
    run: expireTokens,
  }),
];

async function expireTokens(scope: Scope): Promise<void> {
  const since = performance.now();
  const kept: { session: Session; own: Page; page: Page; gone: boolean }[] = [];
  for (const type of separateTypesOf(scope.target)) {
    const session = new Session(scope, type);
    for (const slot of [0, 2, 4]) await session.writer.create(slot);
    const { reader, at } = session;
    // Older than the other token, so that it has expired when that one has.
    const { pages: [own] } = await reader.list({ namespace: at.namespaceOf(0) }, { limit: 1 });
    const { pages: [page] } = await reader.list(at.widest(), { limit: 1 });
    if (page?.token !== undefined) kept.push({ session, own: own!, page, gone: false });
  }
  if (kept.length === 0) throw new Discard("every collection fits on one page");
  const report = (age: number, window: number) =>
    recordViolation("paging.token-lives", {
      expected: `a token that lives about ${window} s`,
      actual: `410 after at most ${age} s`,
    });
  // Otherwise a shorter life may have been configured.
  const early = scope.target.defaultConfiguration ? { since, report } : undefined;
  const left = await outlive(kept.map(({ session }) => session), async () => {
    for (const each of kept.filter(({ gone }) => !gone)) {
      const { reader, at } = each.session;
      const response = await reader.send(at.widest(), { token: each.page.token, limit: 1 });
      const version = response.status === 200 ? at.read(response.json)?.version : undefined;
      if (response.status === 200 && version === each.page.version) continue;
      expectError("paging.token-expired-gone", response, { only: 410 });
      each.gone = true;
    }
    return kept.filter(({ gone }) => !gone).length;
  }, early);
  for (const each of kept.filter(({ gone }) => gone)) await expectGone(each.session, each);
  for (const { session } of kept) await restart(session);
  if (left === kept.length) {
    throw new Discard("no token expired while the check waited");
  }
}

/** Sends an expired token in the other ways: without a limit, for a Table, and to delete. */
async function expectGone(
  { reader, at }: Session,
  { page, own }: { readonly page: Page; readonly own: Page },
): Promise<void> {
  const id = "paging.token-expired-gone";
  const { token } = page;
  expectError(id, await reader.send(at.widest(), { token }), { only: 410 });
  const table = await reader.send({ ...at.widest(), form: "Table" }, { token, limit: 2 });
  expectError(id, table, { only: 410 });
  const { type, scope: { target } } = at;
  const deletes = hasOperation(type, "deletecollection") && !target.lacks?.includes("dry-run");
  if (own.token === undefined || !deletes) return;
  const { path, query } = at.listRequest({ namespace: at.namespaceOf(0) });
  const deletion = { ...query, continue: own.token, limit: "1", dryRun: "All" };
  const response = await at.scope.send({ method: "DELETE", path, query: deletion });
  expectError(id, response, { only: 410 });
}

async function restart({ reader, at }: Session): Promise<void> {
  const pagination = await reader.list(at.widest(), { limit: 2 });
  await reader.finish(pagination);
  const whole = await reader.send(at.widest());
  const counts = [
    pagination.pages.flatMap(({ items }) => items).length,
    whole.status === 200 ? at.read(whole.json)?.items.length : describeResponse(whole),
  ];
  verify("paging.restart-after-expiry", {
    holds: counts.every((count) => count === 3),
    expected: "all 3 objects, in pages and without limit",
    actual: counts.join(" and "),
  });
}
