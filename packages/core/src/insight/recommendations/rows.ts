import { Effect, Schema } from "effect"
import type { PlanContext } from "../../changes/edit.ts"
import {
  matchTypes,
  randomBase62,
  type recommendationStatuses,
  type recommendationTypes,
  recordNotFound
} from "../../contract/index.ts"
import { bindStatement, runSql, type StatementsShape, statement } from "../../storage/index.ts"
import { storedColumn } from "../../storage/stored-json.ts"
import { SavingBasis } from "../savings/estimate.ts"
import { Evidence } from "./evidence.ts"

const KeywordFields = { text: Schema.String, match: Schema.Literal(...matchTypes) }

/**
 * One operation that applying a recommendation would do, as data: it is stored, previewed and converted into
 * edits.
 */
const ProposedOperation = Schema.Union(
  Schema.Struct({ op: Schema.Literal("pause_keyword"), keyword: Schema.Int, ...KeywordFields }),
  Schema.Struct({ op: Schema.Literal("add_keyword"), ad: Schema.Int, ...KeywordFields }),
  Schema.Struct({ op: Schema.Literal("add_negative_keyword"), ...KeywordFields }),
  Schema.Struct({
    op: Schema.Literal("set_target_cpa"),
    from: Schema.NullOr(Schema.Number),
    to: Schema.Number
  }),
  Schema.Struct({ op: Schema.Literal("switch_off_ai_max") }),
  Schema.Struct({ op: Schema.Literal("set_budget"), from: Schema.Int, to: Schema.Int }),
  Schema.Struct({
    op: Schema.Literal("create_draft"),
    type: Schema.Literal("hipo"),
    keywords: Schema.Array(Schema.Struct(KeywordFields))
  }),
  Schema.Struct({
    op: Schema.Literal("create_draft"),
    type: Schema.Literal("location"),
    website: Schema.String,
    location: Schema.String
  }),
  Schema.Struct({
    op: Schema.Literal("create_draft"),
    type: Schema.Literal("icp"),
    website: Schema.String,
    audience: Schema.String
  })
)
export type ProposedOperation = typeof ProposedOperation.Type

/** The findings as reported, and the operations of applying them. */
export const RecommendationDetails = Schema.Struct({
  findings: Schema.Array(Schema.Record({ key: Schema.String, value: Schema.Unknown })),
  operations: Schema.NonEmptyArray(ProposedOperation),
  /** The basis of the estimated saving; absent without an estimate. */
  saves: Schema.optional(SavingBasis),
  /** What speaks for it; absent if it is no matter of chance. */
  evidence: Schema.optional(Evidence)
})
export type RecommendationDetails = typeof RecommendationDetails.Type

export const detailsColumn = storedColumn("recommendations.details", RecommendationDetails)

export type RecommendationStatus = (typeof recommendationStatuses)[number]

/** The affected key of changes that apply, dismiss or take back a recommendation. */
export const affectedKey = (id: string): string => `recommendation/${id}`

/** A recommendation as applying reads it. */
export interface StoredRecommendation {
  readonly id: string
  readonly campaign: number
  readonly type: (typeof recommendationTypes)[number]
  readonly status: RecommendationStatus
  readonly summary: string
  readonly saving: number | null
  readonly applied_at: string | null
  readonly details: RecommendationDetails
}

/** The part of a recommendation that a new run replaces, as it was when an apply was planned. */
export const AppliedContent = Schema.Struct({
  summary: Schema.String,
  saving: Schema.NullOr(Schema.Number),
  details: RecommendationDetails
})
export type AppliedContent = typeof AppliedContent.Type

export const appliedContent = ({ details, saving, summary }: StoredRecommendation): AppliedContent => ({
  summary,
  saving,
  details
})

type Row = Omit<StoredRecommendation, "details"> & { readonly details: unknown }

const byId = statement(`
  select id, campaign_id as campaign, type, status, summary, estimated_monthly_saving as saving, applied_at, details
  from recommendations where organization_id = $1 and id = $2`)

/** Finds the organization of a recommendation ($2) among some ($1). */
export const recommendationOwner = statement(
  "select organization_id from recommendations where organization_id = any($1::bigint[]) and id = $2"
)

const largest = statement(`
  select id, summary, campaign_id as campaign, count(*) over () as total from recommendations
  where organization_id = $1 and status = 'pending'
  order by estimated_monthly_saving desc nulls last, created_at desc, id desc limit $2`)

/** Reads the pending recommendations with the largest savings, each with the number of all. */
export const readLargestRecommendations = (organization: number, limit: number) =>
  bindStatement<{
    readonly id: string
    readonly summary: string
    readonly campaign: number
    readonly total: number
  }>(largest, [organization, limit])

const pendingIds = statement(`
  select coalesce(md5(string_agg(id, ' ' order by id)), '') as ids from recommendations
  where organization_id = $1 and status = 'pending'`)

/** Reads which recommendations are pending, as one text: it changes with them. */
export const readPendingRecommendationIds = (organization: number) =>
  bindStatement<{ readonly ids: string }>(pendingIds, [organization])

const readById = (organization: number, id: string) => bindStatement<Row>(byId, [organization, id])

/** What operations that name a recommendation read first. */
export const recommendationReads = (organization: number, { id }: { readonly id: string }) => [
  readById(organization, id)
]

/** What operations that name several recommendations read first. */
export const recommendationsReads = (
  organization: number,
  { ids }: { readonly ids: ReadonlyArray<string> }
) => ids.map((id) => readById(organization, id))

const readRecommendation = Effect.fnUntraced(function* (context: PlanContext, id: string) {
  const organization = context.clearance.organization.id
  const [[row]] = yield* context.read(readById(organization, id))
  if (row === undefined) {
    return yield* recordNotFound("recommendation", id)
  }
  const recommendation: StoredRecommendation = {
    ...row,
    details: detailsColumn.read(row.details, { organization, id })
  }
  return recommendation
})

/** Returns the recommendation of a call or an edit, read and decoded once per plan. */
export const recommendationById = (context: PlanContext, id: string) =>
  context.once(`recommendation ${id}`, readRecommendation(context, id))

const statusStatement = (timestamp: string) =>
  statement(`update recommendations set status = $3, updated_at = now(), ${timestamp} = now(), dismissed_by = $4,
      applying_at = null
    where organization_id = $1 and id = $2`)

/** Takes a dismissal back: the service may then find it again. */
const pendingStatement =
  statement(`update recommendations set status = $3, updated_at = now(), dismissed_at = null,
    dismissed_by = $4, applying_at = null
  where organization_id = $1 and id = $2`)

const statusStatements = {
  pending: pendingStatement,
  applied: statusStatement("applied_at"),
  dismissed: statusStatement("dismissed_at"),
  undone: statusStatement("undone_at")
}

const keepContent = (change: string) =>
  statement(`update recommendations set ${change}, summary = $3, estimated_monthly_saving = $4, details = $5::jsonb
    where organization_id = $1 and id = $2`)

const claim = keepContent("applying_at = now()")
const apply = keepContent(
  "status = 'applied', applied_at = now(), updated_at = now(), dismissed_by = null, applying_at = null"
)

/**
 * Marks a recommendation as applied. `claimed`: the platform has to confirm first, so it is only claimed until
 * `setStatus` or `releaseApply`. Either way its row keeps exactly what is applied, and no new run replaces that.
 */
export const applyContent = (
  organization: number,
  id: string,
  { details, saving, summary }: AppliedContent,
  { claimed }: { readonly claimed: boolean }
) =>
  bindStatement(claimed ? claim : apply, [
    organization,
    id,
    summary,
    saving,
    JSON.stringify(detailsColumn.write(details))
  ])

const claimOnly = statement(
  "update recommendations set applying_at = now() where organization_id = $1 and id = $2"
)

/** Claims a recommendation of which a part is applied: if the platform refuses, all of it stays. */
export const claimPart = (organization: number, id: string) => bindStatement(claimOnly, [organization, id])

/** Releases the claim of a failed apply: new runs may replace the details again. */
export const releaseApply = (organization: number, id: string) =>
  runSql`update recommendations set applying_at = null where organization_id = ${organization} and id = ${id}`

/** Reads whether a new run found a dismissed recommendation again, which is pending beside it. */
export const readFoundAgain = (organization: number, id: string) =>
  Effect.map(
    runSql<{ readonly found: boolean }>`select exists (select 1 from recommendations r
        join recommendations p on p.organization_id = r.organization_id and p.campaign_id = r.campaign_id
          and p.type = r.type and p.discriminator = r.discriminator and p.status = 'pending'
        where r.organization_id = ${organization} and r.id = ${id}) as found`,
    ([row]) => row!.found
  )

/** Sets the status of a recommendation, with its time. `by`: the person who dismissed it. */
export const setStatus = (
  organization: number,
  id: string,
  status: keyof typeof statusStatements,
  by: number | null = null
) => bindStatement(statusStatements[status], [organization, id, status, by])

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
  { discriminator = "", evidence, findings, operations, saves, saving, summary, type }: NewRecommendation,
  { unlessDecided = false } = {}
) =>
  Effect.gen(function* () {
    const details = JSON.stringify(
      detailsColumn.write({
        findings,
        operations,
        ...(saves === undefined ? {} : { saves }),
        ...(evidence === undefined ? {} : { evidence })
      })
    )
    if (unlessDecided) {
      const decided = yield* statements.read(
        bindStatement(findDecided, [organization, campaign, type, details, discriminator])
      )
      if (decided.length > 0) return null
    }
    const [row] = yield* statements.read(
      bindStatement<{ readonly id: string }>(upsert, [
        organization,
        campaign,
        `rec_${randomBase62(22)}`,
        type,
        summary,
        details,
        saving,
        discriminator
      ])
    )
    return row?.id ?? null
  })

/** For this long, a change on which people decided is not proposed again by the daily run. */
const decisionDays = 90

const decided = statement(`
select id, details from recommendations
where organization_id = $1 and campaign_id = $2
  and (applying_at is not null
    or dismissed_by is not null and dismissed_at > now() - interval '${decisionDays} days'
    or status = 'undone' and undone_at > now() - interval '${decisionDays} days'
    or status = 'applied' and applied_at > now() - interval '${decisionDays} days')`)

/** Reads the operations of a campaign that people applied, dismissed or undid lately. */
export const readDecidedOperations = (organization: number, campaign: number) =>
  Effect.map(
    runSql(
      bindStatement<{ readonly id: string; readonly details: unknown }>(decided, [organization, campaign])
    ),
    (rows) => rows.flatMap(({ details, id }) => detailsColumn.read(details, { organization, id }).operations)
  )

const withdraw = statement(`
update recommendations set status = 'dismissed', dismissed_at = now(), updated_at = now()
where organization_id = $1 and campaign_id = $2 and status = 'pending' and type = any($3::text[])
  and id <> all($4::text[]) and applying_at is null`)

/** Withdraws a campaign's pending recommendations of these types, except some. */
export const withdrawOthers = (
  organization: number,
  campaign: number,
  types: ReadonlyArray<StoredRecommendation["type"]>,
  kept: ReadonlyArray<string>
) => bindStatement(withdraw, [organization, campaign, types, kept])
