import { Effect } from "effect"
import { renewLease } from "../../platform/account-sync.ts"
import type { LinkedAccount } from "../../platform/ad-accounts.ts"
import type { NegativeList, Ref } from "../../platform/model.ts"
import { inTransaction, runSqlText } from "../../storage/index.ts"
import { readIdsByName } from "./read-window.ts"

/** Replaces the lists of an account by those that a sync read. */
const replaceNegativeLists = (
  { accountId, organizationId }: Pick<LinkedAccount, "accountId" | "organizationId">,
  lists: ReadonlyArray<NegativeList>,
  campaignIds: ReadonlyMap<Ref, number>
) => {
  const rows = lists.map(({ campaigns, keywords, name, ref }) => {
    // Sorted, so that an unchanged list stays as it is.
    const sorted = keywords.toSorted((a, b) => a.text.localeCompare(b.text) || a.match.localeCompare(b.match))
    const ids = campaigns?.flatMap((one) => campaignIds.get(one) ?? [])
    return {
      ref,
      name,
      campaigns: ids?.toSorted((a, b) => a - b) ?? null,
      texts: sorted.map(({ text }) => text),
      matches: sorted.map(({ match }) => match)
    }
  })
  return inTransaction(
    Effect.gen(function* () {
      yield* runSqlText(
        `delete from negative_lists where organization_id = $1 and ad_account_id = $2
           and platform_resource_name <> all($3::text[])`,
        [organizationId, accountId, rows.map(({ ref }) => ref)]
      )
      yield* runSqlText(
        `insert into negative_lists as kept
           (organization_id, ad_account_id, platform_resource_name, name, campaign_ids, texts, match_types)
         select $1, $2, ref, name, campaigns, texts, matches
         from json_to_recordset($3::json) as given(ref text, name text, campaigns bigint[], texts text[], matches text[])
         on conflict (organization_id, ad_account_id, platform_resource_name) do update
           set name = excluded.name, campaign_ids = excluded.campaign_ids, texts = excluded.texts,
             match_types = excluded.match_types
           where (kept.name, kept.campaign_ids, kept.texts, kept.match_types)
             is distinct from (excluded.name, excluded.campaign_ids, excluded.texts, excluded.match_types)`,
        [organizationId, accountId, JSON.stringify(rows)]
      )
    })
  )
}

/**
 * Reads the negative keyword lists of an account. It runs after the structure, so that campaigns which were imported
 * just now have their lists too.
 */
export const syncNegativeLists = (account: LinkedAccount) =>
  Effect.gen(function* () {
    const lists = yield* account.platform.negativeLists(account)
    const campaigns =
      lists.length === 0 ? new Map<string, number>() : yield* readIdsByName(account, "campaigns")
    yield* replaceNegativeLists(account, lists, campaigns)
    yield* renewLease(account)
  }).pipe(Effect.withSpan("Sync.negativeLists"))
