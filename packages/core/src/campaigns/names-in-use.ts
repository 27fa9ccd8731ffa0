import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type { PlanContext } from "../changes/edit.ts"
import type { CampaignName } from "../platform/model.ts"
import { bindStatement, runSql, statement } from "../storage/index.ts"
import type { Campaign } from "./campaign.ts"

/*
 * The platform accepts a name once per ad account. A name is in use if one of our campaigns has it or is
 * being created with it. It is also in use if a campaign has it in the platform: on another channel, or until
 * our rename is pushed. The name of a removed campaign is free.
 */
const users = statement(`
  select slug, true as here from campaigns
  where organization_id = $1 and ad_account_id = $2 and id <> $3 and removed_at is null
    and (platform_budget is not null and lower(name) = lower($4) or lower(creation_name) = lower($4))
  union all
  select c.slug, false as here from platform_campaign_names n
  left join campaigns c on c.organization_id = n.organization_id and c.ad_account_id = n.ad_account_id
    and c.platform_resource_name = n.platform_resource_name
  where n.organization_id = $1 and n.ad_account_id = $2 and lower(n.name) = lower($4) and c.id is distinct from $3
  order by here desc, slug limit 1`)

interface NameUser {
  /** Null for a campaign that the service does not manage. */
  readonly slug: string | null
  /** Whether our copy has the name; else only the platform does. */
  readonly here: boolean
}

const phraseOf = ({ here, slug }: NameUser): string => {
  if (here) return `the campaign ${slug} in the same ad account`
  return slug === null
    ? "a campaign of the same ad account that is not managed here"
    : `the campaign ${slug} in the ad platform, which has not received its new name yet`
}

/**
 * Describes the other campaign of this ad account that has a name, or returns null. The platform ignores
 * case.
 *
 * @example "the campaign boiler-repair in the same ad account"
 */
export const nameOwnerOf = (context: PlanContext, { ad_account_id, id }: Campaign, name: string) =>
  ad_account_id === null
    ? Effect.succeed(null)
    : Effect.map(
        context.read(
          bindStatement<NameUser>(users, [context.clearance.organization.id, ad_account_id, id, name])
        ),
        ([[row]]) => (row === undefined ? null : phraseOf(row))
      )

/**
 * Stores the platform's name of a campaign until its rename is pushed, unless a sync or push has stored it.
 */
export const oldNameKept = statement(`insert into platform_campaign_names
    (organization_id, ad_account_id, platform_resource_name, name, seen_at)
  select organization_id, ad_account_id, platform_resource_name, name, now() from campaigns
  where organization_id = $1 and id = $2 and ad_account_id is not null and platform_budget is not null
    and platform_resource_name is not null and not 'name' = any (unpushed)
  on conflict do nothing`)

type Write = Effect.Effect<void, SqlError, SqlClient.SqlClient>

/** Stores the name that a push read for a campaign in the platform. */
export const keepPlatformName = (organization: number, account: string, { name, ref }: CampaignName): Write =>
  Effect.asVoid(runSql`insert into platform_campaign_names
        (organization_id, ad_account_id, platform_resource_name, name, seen_at)
      values (${organization}, ${account}, ${ref}, ${name}, now())
      on conflict (organization_id, ad_account_id, platform_resource_name)
        do update set name = excluded.name, seen_at = excluded.seen_at`)

/** Replaces the names of an account by those that a sync read, except names that a push stored later. */
export const replacePlatformNames = (
  organization: number,
  account: string,
  names: ReadonlyArray<CampaignName>,
  readAt: string
): Write =>
  Effect.gen(function* () {
    const refs = names.map(({ ref }) => ref)
    yield* runSql`delete from platform_campaign_names where organization_id = ${organization}
      and ad_account_id = ${account} and seen_at < ${readAt} and platform_resource_name <> all(${refs}::text[])`
    yield* runSql`insert into platform_campaign_names as kept
        (organization_id, ad_account_id, platform_resource_name, name, seen_at)
      select ${organization}, ${account}, ref, name, ${readAt}
      from unnest(${refs}::text[], ${names.map(({ name }) => name)}::text[]) as there (ref, name)
      on conflict (organization_id, ad_account_id, platform_resource_name)
        do update set name = excluded.name, seen_at = excluded.seen_at where kept.seen_at < excluded.seen_at`
  })
