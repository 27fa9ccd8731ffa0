import { Effect } from "effect"
import { randomBase62, type recommendationTypes } from "../../contract/index.ts"
import { type StatementsShape, statement } from "../../storage/index.ts"
import { type Details, detailsColumn } from "./details.ts"

/** A campaign has one pending recommendation of a type: a new run puts its own details in the place of the old ones. */
const upsert = statement(`
insert into recommendations (organization_id, campaign_id, id, type, summary, details, estimated_monthly_saving)
values ($1, $2, $3, $4, $5, $6::jsonb, $7)
on conflict (organization_id, campaign_id, type) where status = 'pending' do update
set summary = excluded.summary, details = excluded.details, updated_at = now(),
  estimated_monthly_saving = excluded.estimated_monthly_saving
returning id`)

export interface Recommended extends Details {
  readonly type: (typeof recommendationTypes)[number]
  readonly summary: string
  readonly saving: number | null
}

/** Keeps what was found until somebody applies or dismisses it; answers its id. */
export const saveRecommendation = (
  statements: StatementsShape,
  organization: number,
  campaign: number,
  { findings, operations, saving, summary, type }: Recommended
) =>
  Effect.map(
    statements.query<{ readonly id: string }>(upsert, [
      organization,
      campaign,
      `rec_${randomBase62(22)}`,
      type,
      summary,
      JSON.stringify(detailsColumn.write({ findings, operations })),
      saving
    ]),
    ([row]) => row!.id
  )
