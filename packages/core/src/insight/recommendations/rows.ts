import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { At } from "../../changes/edit.ts"
import { NotFound, type recommendationStatuses, type recommendationTypes } from "../../contract/index.ts"
import { bound, inOneFlight, statement, unawaited } from "../../storage/index.ts"
import { type Details, detailsColumn } from "./details.ts"

export type RecommendationStatus = (typeof recommendationStatuses)[number]

/** A recommendation as applying looks at it. */
export interface StoredRecommendation {
  readonly id: string
  readonly campaign: number
  readonly type: (typeof recommendationTypes)[number]
  readonly status: RecommendationStatus
  readonly summary: string
  readonly saving: number | null
  readonly applied_at: string | null
  readonly details: Details
}

type Row = Omit<StoredRecommendation, "details"> & { readonly details: unknown }

const byId = statement(`
  select id, campaign_id as campaign, type, status, summary, estimated_monthly_saving as saving, applied_at, details
  from recommendations where organization_id = $1 and id = $2`)

/** For operations that name a recommendation: its row is read together with the organization's lock. */
export const recommendationFirst = (organization: number, { id }: { readonly id: string }) => ({
  key: `row of recommendation ${id}`,
  statement: bound<Row>(byId, [organization, id])
})

const read = Effect.fnUntraced(function* (at: At, id: string) {
  const organization = at.clearance.organization.id
  const { key, statement } = recommendationFirst(organization, { id })
  const row = yield* at.once(
    key,
    Effect.map(inOneFlight([statement]), ([[row]]) => row ?? null)
  )
  if (row === null) {
    return yield* new NotFound({
      what: `The recommendation ${id}`,
      next: "List those there are with {recommendations.list}."
    })
  }
  const found: StoredRecommendation = {
    ...row,
    details: detailsColumn.read(row.details, { organization, id })
  }
  return found
})

/** The recommendation of a call or of an edit: read and decoded once for all that is planned together. */
export const recommendationById = (at: At, id: string) => at.once(`recommendation ${id}`, read(at, id))

const moments = { applied: "applied_at", dismissed: "dismissed_at", undone: "undone_at" } as const

/** What became of a recommendation, and when. `by`: the person who dismissed it. */
export const setStatus = (
  organization: number,
  id: string,
  status: keyof typeof moments,
  by: number | null = null
) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    unawaited(sql`update recommendations set status = ${status}, updated_at = now(),
          ${sql(moments[status])} = now(), dismissed_by = ${by}
        where organization_id = ${organization} and id = ${id}`)
  )
