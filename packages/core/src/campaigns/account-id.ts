import { Effect } from "effect"
import { NotFound } from "../contract/index.ts"
import { readConnections } from "../platform/connection.ts"
import type { OrganizationFacts } from "../request/caller.ts"
import { bindStatement, type StatementsShape, statement } from "../storage/index.ts"

/** Removes the dashes from an account id that is written as 123-456-7890. */
export const plainAccountId = (given: string): string =>
  /^\d{3}-\d{3}-\d{4}$/.test(given.trim()) ? given.replaceAll(/[^\d]/g, "") : given

const accountsInUse = statement(
  "select distinct ad_account_id as account from campaigns where organization_id = $1 and removed_at is null"
)

/** Reads which ad accounts of an organization have campaigns. */
export const readAccountsWithCampaigns = (organization: number) =>
  bindStatement<{ readonly account: string | null }>(accountsInUse, [organization])

const stopped = statement(
  "select conversions_stopped_since from organization_signals where organization_id = $1"
)

/** Reads since when conversions are missing in the whole organization although clicks go on. */
export const readConversionsStopped = (organization: number) =>
  bindStatement<{ readonly conversions_stopped_since: string | null }>(stopped, [organization])

const blocking = statement(`
  select slug, coalesce(wanted_state, state) = 'live' or state = 'error'
    or coalesce(platform_state = 'live' and 'state' <> all (unpushed), false) as spends
  from campaigns
  where organization_id = $1 and ad_account_id = $2 and removed_at is null and (coalesce(wanted_state, state) = 'live'
    or state = 'error' or platform_state = 'live' or platform_id is not null and unpushed <> '{}' or active_push_ids <> '{}')
  order by slug`)

/** Reads the campaigns of an account that may spend, or whose changes the platform does not have yet. */
export const readUnfinishedIn = (organization: number, account: string) =>
  bindStatement<{ readonly slug: string; readonly spends: boolean }>(blocking, [organization, account])

/** Returns the id of the ad account that a read names, or fails with not_found. */
export const accountIdOf = Effect.fnUntraced(function* (
  statements: StatementsShape,
  organization: Pick<OrganizationFacts, "id" | "slug">,
  given: string
) {
  const id = plainAccountId(given)
  const [account] = yield* statements.read(readConnections(organization.id, [id]))
  if (account !== undefined) return account.id
  return yield* new NotFound({
    what: `The ad account ${JSON.stringify(given)}`,
    next: `{organizations.get} lists the ad accounts of ${organization.slug}; leave account_id out for all campaigns.`
  })
})
