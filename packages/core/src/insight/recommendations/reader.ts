import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer, Schema } from "effect"
import {
  type CampaignName,
  campaignFilter,
  readCampaignNames,
  readCampaignSlugs,
  slugFinder
} from "../../campaigns/index.ts"
import { type NotFound, type Output, RecommendationId, recordNotFound } from "../../contract/index.ts"
import { type NamingAction, readActionsNaming, readLatestNaming } from "../../log/recent-actions.ts"
import { EpochMillis, pagedList } from "../../paging.ts"
import type { OrganizationClearance } from "../../request/clearance.ts"
import { handler } from "../../request/handler.ts"
import { bindStatement, Statements, type StatementsShape, statement } from "../../storage/index.ts"
import { amountOf } from "../amounts.ts"
import { type DailyRun, readDailyRuns, undecidedColumn } from "../daily/runs.ts"
import type { Undecided } from "../daily/undecided.ts"
import { boughtConversions, type CombinedSaving, combinedSaving } from "../savings/estimate.ts"
import { type EvidenceRange, rangeOf } from "./evidence.ts"
import type { RecommendationType } from "./labels.ts"
import { choosableNames, onlyStops } from "./parts.ts"
import { affectedKey, detailsColumn, type RecommendationDetails, type RecommendationStatus } from "./rows.ts"

/** A recommendation in a list for people. Amounts are monthly, in the organization's currency. */
export interface RecommendationSummary {
  readonly id: string
  readonly type: RecommendationType
  /** Slug of the campaign. */
  readonly campaign: string
  readonly campaignName: string
  readonly status: RecommendationStatus
  readonly summary: string
  readonly saving: number | null
  readonly createdAt: string
  /** When it was applied, dismissed or undone. */
  readonly decidedAt: string | null
  /** The saving measured over 14 and 30 days; null before their end, or if it cannot be measured. */
  readonly realised14d: number | null
  readonly realised30d: number | null
}

/** A pending recommendation with its evidence, as the list shows it. */
export interface PendingRecommendation extends RecommendationSummary {
  readonly findings: RecommendationDetails["findings"]
  /** Whether it can be applied together with others: it only excludes and pauses. */
  readonly together: boolean
  /** What speaks for it; null if it is no matter of chance. */
  readonly range: EvidenceRange | null
  /** The terms and keywords that can be applied without the others; none if all go together. */
  readonly choosable: ReadonlyArray<string>
}

/** What the last daily run on a campaign could not decide. */
export interface UndecidedMatter extends Undecided {
  readonly campaignName: string
}

/** The last daily run of the detectors. */
export interface DailyRunSummary {
  readonly at: string
  /** The campaigns that were checked, and those of them with a finding. */
  readonly campaigns: number
  readonly withFindings: number
}

export interface RecommendationList {
  /** The largest saving first, then the most certain. */
  readonly pending: ReadonlyArray<PendingRecommendation>
  /** Null before the first. */
  readonly lastRun: DailyRunSummary | null
  /** What the runs of the last two days left open. */
  readonly undecided: ReadonlyArray<UndecidedMatter>
  /** The number of all pending ones; the list may have only those with the largest saving. */
  readonly pendingTotal: number
  /** What the pending ones of the list together would save; each keyword and search counts once. */
  readonly combinedSaving: CombinedSaving | null
  /** Applied, dismissed and undone ones, newest first. */
  readonly decided: ReadonlyArray<RecommendationSummary>
}

/** A recommendation with its evidence. */
export interface RecommendationDetail extends RecommendationSummary {
  readonly findings: RecommendationDetails["findings"]
  /** The terms and keywords that can be applied without the others; none if all go together. */
  readonly choosable: ReadonlyArray<string>
  /** What speaks for it; null if it is no matter of chance. */
  readonly range: EvidenceRange | null
  /** The basis of the estimate; null without one. */
  readonly basis: {
    readonly keywords: number
    readonly searches: number
    /** What the campaign spent in the same days. */
    readonly spent: number
    /** What the stopped keywords and searches brought in the same days; null if it is not known. */
    readonly conversions: number | null
  } | null
  /** What was done with it, newest first. */
  readonly history: ReadonlyArray<NamingAction>
}

interface Row extends Omit<RecommendationSummary, "campaign" | "campaignName"> {
  readonly campaign_id: number
  readonly details: unknown
}

const columns = `id, type, campaign_id, status, summary, estimated_monthly_saving as saving, created_at as "createdAt",
  case status when 'applied' then applied_at when 'dismissed' then dismissed_at when 'undone' then undone_at end as "decidedAt",
  realised_saving_14d as "realised14d", realised_saving_30d as "realised30d"`
/** What a page shows. */
const shown = { pending: 200, decided: 30 }

const pendingRows = statement(`select ${columns}, details, count(*) over () as total from recommendations
  where organization_id = $1 and status = 'pending'
  order by estimated_monthly_saving desc nulls last, created_at desc, id limit $2`)
/** What the service withdrew, nobody decided on. */
const decidedRows = statement(`select ${columns}, null as details from recommendations
  where organization_id = $1 and status <> 'pending' and (status <> 'dismissed' or dismissed_by is not null)
  order by greatest(applied_at, dismissed_at, undone_at) desc nulls last, id limit $2`)
const oneRow = statement(
  `select ${columns}, details from recommendations where organization_id = $1 and id = $2`
)

const basisOf = ({ saves }: RecommendationDetails): RecommendationDetail["basis"] =>
  saves === undefined
    ? null
    : {
        keywords: new Set(saves.stops.flatMap((one) => ("keyword" in one ? [one.keyword] : []))).size,
        searches: new Set(saves.stops.flatMap((one) => ("search" in one ? [one.search] : []))).size,
        spent: amountOf(saves.spent_micros),
        conversions: boughtConversions(saves.stops)
      }

const lastRunOf = (runs: ReadonlyArray<DailyRun>): DailyRunSummary | null => {
  const at = runs
    .map(({ ran_at }) => ran_at)
    .toSorted()
    .at(-1)
  return at === undefined
    ? null
    : {
        at,
        campaigns: runs.length,
        withFindings: runs.filter(({ recommendations }) => recommendations > 0).length
      }
}

export interface RecommendationReaderShape {
  readonly list: (
    clearance: OrganizationClearance,
    most?: { readonly pending: number; readonly decided: number }
  ) => Effect.Effect<RecommendationList, SqlError>
  readonly one: (
    clearance: OrganizationClearance,
    id: string
  ) => Effect.Effect<RecommendationDetail, NotFound | SqlError>
}

/** Reads recommendations with their estimates, evidence and results, for the pages of an organization. */
export class RecommendationReader extends Context.Tag("@adwarden/RecommendationReader")<
  RecommendationReader,
  RecommendationReaderShape
>() {
  static readonly layer = Layer.effect(
    RecommendationReader,
    Effect.map(Statements, ({ read }): RecommendationReaderShape => {
      const campaignsOf = (organization: number) =>
        Effect.map(read(readCampaignNames(organization)), (rows) => {
          const byId = new Map(rows.map((row) => [row.id, row]))
          return (id: number): CampaignName => byId.get(id)!
        })
      const summaryOf = (
        { campaign_id, details: _, ...row }: Row,
        campaignOf: (id: number) => CampaignName
      ): RecommendationSummary => {
        const { name, slug } = campaignOf(campaign_id)
        return { ...row, campaign: slug, campaignName: name }
      }
      return {
        list: ({ organization: { currency, id: organization } }, most = shown) =>
          Effect.gen(function* () {
            const [pending, decided, campaignOf, runs] = yield* Effect.all(
              [
                read(
                  bindStatement<Row & { readonly total: number }>(pendingRows, [organization, most.pending])
                ),
                read(bindStatement<Row>(decidedRows, [organization, most.decided])),
                campaignsOf(organization),
                read(readDailyRuns(organization))
              ],
              { concurrency: "unbounded" }
            )
            return {
              pending: pending
                .map(({ total: _, ...row }): PendingRecommendation => {
                  const details = detailsColumn.read(row.details, { organization, id: row.id })
                  const { evidence, findings, operations } = details
                  return {
                    ...summaryOf(row, campaignOf),
                    findings,
                    together: onlyStops(operations),
                    choosable: choosableNames(details),
                    range: evidence === undefined ? null : rangeOf(evidence, currency)
                  }
                })
                .toSorted(
                  (a, b) =>
                    (b.saving ?? 0) - (a.saving ?? 0) || (b.range?.certainty ?? 0) - (a.range?.certainty ?? 0)
                ),
              lastRun: lastRunOf(runs),
              undecided: runs
                .filter(({ recent, undecided }) => recent && undecided !== null)
                .flatMap(({ campaign, undecided }) =>
                  undecidedColumn
                    .read(undecided, { organization, id: campaign })
                    .list.map((one) => ({ ...one, campaignName: campaignOf(campaign).name }))
                ),
              pendingTotal: pending[0]?.total ?? 0,
              combinedSaving: combinedSaving(
                pending.map(({ campaign_id, details, id }) => ({
                  campaign: campaignOf(campaign_id).slug,
                  saves: detailsColumn.read(details, { organization, id }).saves ?? null
                }))
              ),
              decided: decided.map((row) => summaryOf(row, campaignOf))
            }
          }),
        one: ({ organization: { currency, id: organization } }, id) =>
          Effect.gen(function* () {
            const [row] = yield* read(bindStatement<Row>(oneRow, [organization, id]))
            if (row === undefined) {
              return yield* recordNotFound("recommendation", id)
            }
            const [campaignOf, history] = yield* Effect.all(
              [
                campaignsOf(organization),
                read(readActionsNaming(organization, row.campaign_id, affectedKey(id)))
              ],
              { concurrency: "unbounded" }
            )
            const details = detailsColumn.read(row.details, { organization, id })
            return {
              ...summaryOf(row, campaignOf),
              findings: details.findings,
              choosable: choosableNames(details),
              range: details.evidence === undefined ? null : rangeOf(details.evidence, currency),
              basis: basisOf(details),
              history
            }
          })
      }
    })
  )
}

interface RecommendationRow
  extends Omit<Output<"recommendations.list">["recommendations"][number], "campaign"> {
  readonly id: RecommendationId
  readonly campaign_id: number
}

const filter = "organization_id = $1 and status = $2 and ($3::bigint is null or campaign_id = $3)"

/** Newest first. The list has no estimate; detect, preview and reports have it. */
const readPage = pagedList({
  name: "recommendations",
  position: Schema.Tuple(EpochMillis, Schema.typeSchema(RecommendationId)),
  positionOf: ({ created_at, id }: RecommendationRow) => [Date.parse(created_at), id],
  page: `
select id, type, campaign_id, status, summary, null as estimated_monthly_saving, created_at
from recommendations where ${filter}
  and ($4::bigint is null or (created_at, id) < (to_timestamp($4 / 1000.0)::timestamptz(3), $5::text))
order by created_at desc, id desc limit $6`,
  count: `select count(*) as total from recommendations where ${filter}`
})

/** Reads the actions that applied these recommendations. */
const readActions = (
  statements: StatementsShape,
  organization: number,
  rows: ReadonlyArray<RecommendationRow>
) =>
  Effect.map(
    statements.read(
      readLatestNaming(
        organization,
        rows.map(({ id }) => affectedKey(id)),
        rows.map(({ campaign_id }) => campaign_id)
      )
    ),
    (found) => {
      const byKey = new Map(found.map(({ id, key }) => [key, id]))
      return new Map(
        rows.flatMap(({ id }) => {
          const action = byKey.get(affectedKey(id)) ?? null
          return action === null ? [] : [[id, action] as const]
        })
      )
    }
  )

export const listRecommendations = handler(
  "recommendations.list",
  Effect.map(Statements, (statements) =>
    Effect.fnUntraced(function* ({ organization }, { campaign: slug, status, ...request }) {
      const campaign = yield* campaignFilter(statements, organization, slug)
      const { rows, ...page } = yield* readPage(statements, [organization.id, status, campaign], request)
      const ids = [...new Set(rows.map(({ campaign_id }) => campaign_id))]
      const slugOf = slugFinder(yield* statements.read(readCampaignSlugs(organization.id, ids)))
      const actions = status === "applied" ? yield* readActions(statements, organization.id, rows) : new Map()
      return {
        recommendations: rows.map(({ campaign_id, id, type, ...row }) => {
          const action_id = actions.get(id)
          return {
            id,
            type,
            campaign: slugOf(campaign_id),
            ...row,
            ...(action_id === undefined ? {} : { action_id })
          }
        }),
        ...page
      }
    })
  )
)
