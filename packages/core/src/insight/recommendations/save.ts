import { Effect } from "effect"
import { randomBase62, type recommendationTypes } from "../../contract/index.ts"
import { type StatementsShape, statement } from "../../storage/index.ts"
import { detailsColumn, type RecommendationDetails } from "./details.ts"

/*
 * A campaign has one pending recommendation per type and discriminator: a new run replaces its details. The
 * engine does not repeat an unchanged recommendation that a person dismissed or undid, or whose draft was
 * created. While one is being applied, its details stay: the log, undo and realised savings describe what was
 * applied.
 */
const upsert = statement(`
insert into recommendations (organization_id, campaign_id, id, type, summary, details, estimated_monthly_saving, discriminator)
values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict (organization_id, campaign_id, type, discriminator) where status = 'pending' do update
set summary = excluded.summary, details = excluded.details, updated_at = excluded.updated_at,
  estimated_monthly_saving = excluded.estimated_monthly_saving
where recommendations.applying_at is null
returning id`)

const findDecided = statement(`
select 1 from recommendations where organization_id = $1 and type = $3 and discriminator = $5
  and (campaign_id = $2 or $5 <> '') and details -> 'operations' = $4::jsonb -> 'operations'
  and (dismissed_by is not null or status = 'undone' or (status = 'applied' and $5 <> '')) limit 1`)

export interface NewRecommendation extends RecommendationDetails {
  readonly type: (typeof recommendationTypes)[number]
  readonly summary: string
  readonly saving: number | null
  /** Distinguishes several recommendations of one type in a campaign. */
  readonly discriminator?: string
}

/**
 * Saves a recommendation until it is applied or dismissed, and returns its id. Null while the pending one is being
 * applied: a later run saves its own. `unlessDecided`: also null if people have already decided on the same
 * one.
 */
export const saveRecommendation = (
  statements: StatementsShape,
  organization: number,
  campaign: number,
  { discriminator = "", findings, operations, saves, saving, summary, type }: NewRecommendation,
  { unlessDecided = false } = {}
) =>
  Effect.gen(function* () {
    const details = JSON.stringify(
      detailsColumn.write({ findings, operations, ...(saves === undefined ? {} : { saves }) })
    )
    if (unlessDecided) {
      const decided = yield* statements.query(findDecided, [
        organization,
        campaign,
        type,
        details,
        discriminator
      ])
      if (decided.length > 0) return null
    }
    const [row] = yield* statements.query<{ readonly id: string }>(upsert, [
      organization,
      campaign,
      `rec_${randomBase62(22)}`,
      type,
      summary,
      details,
      saving,
      discriminator
    ])
    return row?.id ?? null
  })
