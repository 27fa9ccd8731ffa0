import { Effect } from "effect"
import { randomBase62, type recommendationTypes } from "../../contract/index.ts"
import { type StatementsShape, statement } from "../../storage/index.ts"
import { accuracyOf, type EstimateAccuracy } from "../savings/accuracy.ts"
import { detailsColumn, type RecommendationDetails } from "./details.ts"

/*
 * A campaign has one pending recommendation per type and discriminator: a new run replaces its details. The
 * engine does not repeat an unchanged recommendation that a person dismissed or undid, or whose draft was
 * created. While one is being applied, its details stay: the log, undo and realised savings describe what was
 * applied.
 */
const upsert = statement(`
with saved as (
insert into recommendations (organization_id, campaign_id, id, type, summary, details, estimated_monthly_saving, discriminator)
select $1::bigint, $2::bigint, $3::text, $4::text, $5::text, $6::jsonb, $7::numeric, $8::text
where not ($9::boolean and exists (select 1 from recommendations r where r.organization_id = $1 and r.type = $4 and r.discriminator = $8
  and (r.campaign_id = $2 or $8 <> '') and r.details -> 'operations' = $6::jsonb -> 'operations'
  and (r.dismissed_by is not null or r.status = 'undone' or (r.status = 'applied' and $8 <> ''))))
on conflict (organization_id, campaign_id, type, discriminator) where status = 'pending' do update
set summary = excluded.summary, details = excluded.details, updated_at = excluded.updated_at,
  estimated_monthly_saving = excluded.estimated_monthly_saving
where recommendations.applying_at is null
returning id)
select id, ${accuracyOf("$4")} as accuracy from saved`)

export interface NewRecommendation extends RecommendationDetails {
  readonly type: (typeof recommendationTypes)[number]
  readonly summary: string
  readonly saving: number | null
  /** Distinguishes several recommendations of one type in a campaign. */
  readonly discriminator?: string
}

interface SavedRecommendation {
  readonly id: string
  /** The results of applied recommendations of its type. */
  readonly accuracy: EstimateAccuracy
}

/**
 * Saves a recommendation until it is applied or dismissed; returns its id and the accuracy of its type. Null while the pending one is being
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
  Effect.map(
    statements.query<SavedRecommendation>(upsert, [
      organization,
      campaign,
      `rec_${randomBase62(22)}`,
      type,
      summary,
      JSON.stringify(
        detailsColumn.write({ findings, operations, ...(saves === undefined ? {} : { saves }) })
      ),
      saving,
      discriminator,
      unlessDecided
    ]),
    ([row]) => row ?? null
  )
