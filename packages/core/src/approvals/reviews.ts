import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { readPersonOrganizations, readRules } from "../access/organizations.ts"
import { emailOf } from "../access/people.ts"
import {
  isNamedBy,
  type RequesterNames,
  readPossibleRequesters,
  readRequesterNames
} from "../access/requester.ts"
import {
  decodeInput,
  type NotFound,
  type OperationName,
  operationByName,
  type Role,
  renderMentions,
  type ServiceError
} from "../contract/index.ts"
import { Events } from "../events/events.ts"
import { CampaignDirectory, type CampaignEntry } from "../log/read-actions.ts"
import { type LaterChange, readLaterChanges } from "../log/recent-actions.ts"
import { namingCampaigns, type Sentence } from "../log/sentence.ts"
import { clearRequester } from "../pipeline/authorize.ts"
import { auditDraftOf, type Clearance, type OrganizationClearance } from "../request/clearance.ts"
import { runSql, Statements } from "../storage/index.ts"
import { type ApprovalComment, countedFirstApprover, mayDecide, readComments } from "./decide.ts"
import {
  expireApprovals,
  failureReason,
  findQueuedWrite,
  previewHashOf,
  type QueuedWrite,
  queuedPlanColumn,
  readPendingWrites,
  readQueuedPlan,
  selectQueuedWrites,
  storedRequester
} from "./queued-write.ts"
import { makePlanReview, type PlanReview } from "./review-plan.ts"

interface ReviewedOrganization {
  readonly id: number
  readonly slug: string
  readonly name: string
  readonly currency: string
}

/** A queued write as people see it in lists. */
export interface ReviewedWrite {
  readonly id: string
  readonly organization: Omit<ReviewedOrganization, "id">
  readonly status: QueuedWrite["status"]
  /** Approved, and being sent to the platform. */
  readonly inProgress: boolean
  readonly summary: string
  /** The requester's reason: untrusted text. */
  readonly comment: string | null
  readonly campaign: { readonly slug: string; readonly name: string } | null
  /** What it changes, in the engine's own words; empty for a write that was queued before plans were stored. */
  readonly changes: ReadonlyArray<Sentence>
  readonly requester: {
    readonly person: string
    readonly email: string
    readonly role: Role | null
    readonly key: {
      readonly id: number
      readonly name: string
      readonly prefix: string
      readonly lastFour: string
    } | null
    readonly app: string | null
  }
  /** How much more it lets the organization spend a day. */
  readonly dailyRise: number
  readonly requestedAt: string
  readonly expiresAt: string
  readonly decidedAt: string | null
  /** Why it was rejected or failed. */
  readonly reason: string | null
}

const changesOf = (organization: number, { id, plan }: QueuedWrite): ReadonlyArray<Sentence> =>
  plan === null
    ? []
    : queuedPlanColumn
        .read(plan, { organization, id })
        .actions.flatMap(({ steps }) => steps.flatMap(({ empty, sentence }) => (empty ? [] : [sentence])))

/** The campaigns of some writes, by their ids. */
type Campaigns = ReadonlyMap<number | null, Pick<CampaignEntry, "slug" | "name">>

/** Describes queued writes, with the names of their campaigns and requesters. */
const describeWrites = (
  { id: organization, ...shown }: ReviewedOrganization,
  rows: ReadonlyArray<QueuedWrite>,
  campaigns: Campaigns,
  names: ReadonlyArray<RequesterNames>
): ReadonlyArray<ReviewedWrite> =>
  rows.map((row): ReviewedWrite => {
    const named = names.find(isNamedBy(row))
    const campaign = campaigns.get(row.campaign_id)
    const withNames = (text: string) => namingCampaigns(text, campaign === undefined ? [] : [campaign])
    const prefix = row.requester_key_prefix
    const lastFour = row.requester_key_last_four
    return {
      id: row.id,
      organization: { slug: shown.slug, name: shown.name, currency: shown.currency },
      status: row.expired ? "rejected" : row.status,
      inProgress: row.claimed,
      summary: withNames(row.summary),
      comment: row.comment,
      campaign: campaign === undefined ? null : { slug: campaign.slug, name: campaign.name },
      changes: changesOf(organization, row),
      requester: {
        person: named?.person ?? row.requester_user_email,
        email: row.requester_user_email,
        role: named?.role ?? null,
        key:
          prefix === null || lastFour === null
            ? null
            : { id: row.requester_key_id!, name: named?.key ?? "API key", prefix, lastFour },
        app: named?.app ?? null
      },
      dailyRise: row.daily_rise,
      requestedAt: row.requested_at,
      expiresAt: row.expires_at,
      decidedAt: row.decided_at,
      reason: row.reason === null ? null : withNames(renderMentions("dashboard", row.reason))
    }
  })

/** Makes the function that completes queued writes with the names of campaigns, people, keys and apps. */
const makeReviewedWrites = Effect.gen(function* () {
  const statements = yield* Statements
  const directory = yield* CampaignDirectory

  return (organization: ReviewedOrganization, rows: ReadonlyArray<QueuedWrite>) =>
    rows.length === 0
      ? Effect.succeed<ReadonlyArray<ReviewedWrite>>([])
      : Effect.map(
          Effect.all(
            [
              directory.find(
                organization.id,
                rows.map(({ campaign_id }) => campaign_id)
              ),
              statements.read(readRequesterNames(organization.id, rows))
            ],
            { concurrency: "unbounded" }
          ),
          ([campaigns, names]) => describeWrites(organization, rows, campaigns, names)
        )
})

/** A queued write with everything that a person needs to decide on it. */
export interface ApprovalReview {
  readonly write: ReviewedWrite
  readonly operation: OperationName
  /** The parameters of the request, without the organization. */
  readonly input: Readonly<Record<string, unknown>>
  /** Email of the person who decided; null if nobody has. */
  readonly decidedBy: string | null
  /** The result of an approved write. */
  readonly result: object | null
  /** Set if two approvers are needed. */
  readonly secondApproval: {
    readonly above: number
    readonly dailyRise: number
    /** Email of the first approver; null if nobody who may still decide has approved yet. */
    readonly firstBy: string | null
    /** Whether this person has already approved. */
    readonly own: boolean
  } | null
  /** Whether this person can approve or reject it. */
  readonly mayDecide: boolean
  /** Why it can no longer be planned, for example because the key was revoked; null if it can. */
  readonly problem: string | null
  /** The plan as it would be executed now; null if the write is decided or can no longer be planned. */
  readonly now: PlanReview | null
  /** What people wrote before the decision, oldest first. */
  readonly comments: ReadonlyArray<ApprovalComment>
  /** What was changed at the campaign since the request; empty unless the plan is out of date. */
  readonly laterChanges: ReadonlyArray<LaterChange>
}

interface ApprovalReviewsShape {
  /** What waits in all organizations of a person, oldest first. */
  readonly pendingOf: (clearance: Clearance) => Effect.Effect<ReadonlyArray<ReviewedWrite>, SqlError>
  /** The newest decided writes of all organizations of a person. */
  readonly decidedOf: (
    clearance: Clearance,
    limit: number
  ) => Effect.Effect<ReadonlyArray<ReviewedWrite>, SqlError>
  /** What waits in an organization, oldest first. */
  readonly pendingIn: (
    clearance: OrganizationClearance
  ) => Effect.Effect<ReadonlyArray<ReviewedWrite>, SqlError>
  /** The same in one round of queries, for a page that reads the names of all campaigns anyway. */
  readonly pendingWith: (
    clearance: OrganizationClearance,
    campaigns: Effect.Effect<
      ReadonlyArray<{ readonly id: number; readonly slug: string; readonly name: string }>,
      SqlError
    >
  ) => Effect.Effect<ReadonlyArray<ReviewedWrite>, SqlError>
  /** The newest decided writes of an organization. */
  readonly decidedIn: (
    clearance: OrganizationClearance,
    limit: number
  ) => Effect.Effect<ReadonlyArray<ReviewedWrite>, SqlError>
  /** One queued write, planned again as it would be executed now. */
  readonly review: (
    clearance: OrganizationClearance,
    id: string
  ) => Effect.Effect<ApprovalReview, NotFound | SqlError>
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const events = yield* Events
  const statements = yield* Statements
  const reviewPlan = yield* makePlanReview
  const toReviewed = yield* makeReviewedWrites
  const withSql = Effect.provideService(SqlClient.SqlClient, sql)

  const readPending = (organization: ReviewedOrganization) =>
    Effect.flatMap(statements.read(readPendingWrites(organization.id)), (rows) =>
      toReviewed(organization, rows)
    )

  const reviewAsRequester = (
    queuedWrite: QueuedWrite,
    { organization, request }: OrganizationClearance
  ): Effect.Effect<Pick<ApprovalReview, "now" | "problem">, SqlError> =>
    Effect.gen(function* () {
      const operation = operationByName.get(queuedWrite.operation)
      const decoded = operation === undefined ? null : decodeInput(operation, queuedWrite.input)
      if (operation === undefined || decoded?.ok !== true)
        return { now: null, problem: "This version of the service cannot read the request." }
      const audit = auditDraftOf(request, queuedWrite.operation)
      const requester = yield* clearRequester(storedRequester(organization.id, queuedWrite), operation, {
        request,
        audit
      })
      const now = yield* reviewPlan(operation, requester, decoded.input as Record<string, unknown>, {
        id: queuedWrite.id,
        summary: queuedWrite.summary,
        plan: yield* readQueuedPlan(queuedWrite.plan, { organization: organization.id, id: queuedWrite.id }),
        previewHash: previewHashOf(queuedWrite.preview)
      })
      return { now, problem: null }
    }).pipe(
      withSql,
      Effect.catchIf(
        (error): error is ServiceError => error._tag !== "SqlError",
        (error) => Effect.succeed({ now: null, problem: renderMentions("dashboard", failureReason(error)) })
      )
    )

  const readDecided = (organization: ReviewedOrganization, limit: number) =>
    Effect.flatMap(
      sql<QueuedWrite>`${sql.literal(selectQueuedWrites)}
        where organization_id = ${organization.id} and status <> 'pending'
        order by requested_at desc, id desc limit ${limit}`,
      (rows) => toReviewed(organization, rows)
    )

  /** Reads the writes of all organizations of a person. */
  const ofAll = (
    { caller }: Clearance,
    read: (organization: ReviewedOrganization) => Effect.Effect<ReadonlyArray<ReviewedWrite>, SqlError>
  ) =>
    Effect.gen(function* () {
      const organizations = yield* statements.read(readPersonOrganizations(caller.userId))
      const open = organizations.filter(({ second_factor_missing }) => !second_factor_missing)
      return (yield* Effect.forEach(open, read, { concurrency: "unbounded" })).flat()
    })

  const shape: ApprovalReviewsShape = {
    pendingOf: (clearance: Clearance) =>
      Effect.map(ofAll(clearance, readPending), (writes) =>
        writes.toSorted((a, b) => a.requestedAt.localeCompare(b.requestedAt))
      ),
    decidedOf: (clearance: Clearance, limit: number) =>
      Effect.map(
        ofAll(clearance, (organization) => readDecided(organization, limit)),
        (writes) => writes.toSorted((a, b) => b.requestedAt.localeCompare(a.requestedAt)).slice(0, limit)
      ),
    pendingIn: ({ organization }: OrganizationClearance) =>
      readPending({ ...organization, name: organization.slug }),
    pendingWith: ({ organization }: OrganizationClearance, campaigns) =>
      Effect.map(
        Effect.all(
          [
            statements.read(readPendingWrites(organization.id)),
            campaigns,
            statements.read(readPossibleRequesters(organization.id))
          ],
          { concurrency: "unbounded" }
        ),
        ([rows, named, people]) =>
          describeWrites(
            { ...organization, name: organization.slug },
            rows,
            new Map(named.map((one) => [one.id, one])),
            people
          )
      ),
    decidedIn: ({ organization }: OrganizationClearance, limit: number) =>
      readDecided({ ...organization, name: organization.slug }, limit),
    review: (clearance: OrganizationClearance, id: string) =>
      Effect.gen(function* () {
        const { effectiveRole, organization } = clearance
        // An expired write counts as rejected, even before the expiry job has run.
        yield* Effect.provideService(expireApprovals, Events, events)
        const queuedWrite = yield* findQueuedWrite(organization.id, id)
        const [write] = yield* toReviewed({ ...organization, name: organization.slug }, [queuedWrite])
        const open = queuedWrite.status === "pending" && !queuedWrite.claimed
        const now = open ? yield* reviewAsRequester(queuedWrite, clearance) : { now: null, problem: null }
        const { campaign_id: campaign, requested_at: since } = queuedWrite
        const outdated = now.now !== null && now.now.differences.length > 0
        const laterChanges =
          outdated && campaign !== null
            ? yield* runSql(readLaterChanges(organization.id, campaign, since))
            : []
        const comments = yield* readComments(organization.id, id)
        const [rules] = yield* runSql(readRules(organization.id))
        const above = rules!.second_approval_above
        const dailyRise = now.now?.dailyRise ?? 0
        const first = yield* countedFirstApprover(organization.id, queuedWrite)
        const review: ApprovalReview = {
          secondApproval:
            above === null || dailyRise <= above
              ? null
              : {
                  above,
                  dailyRise,
                  firstBy: first === null ? null : yield* emailOf(first),
                  own: first === clearance.caller.userId
                },
          write: write!,
          operation: queuedWrite.operation,
          input: queuedWrite.input as Readonly<Record<string, unknown>>,
          decidedBy: queuedWrite.decided_by === null ? null : yield* emailOf(queuedWrite.decided_by),
          result: queuedWrite.result,
          mayDecide: mayDecide(effectiveRole),
          comments,
          laterChanges,
          ...now
        }
        return review
      }).pipe(withSql)
  }
  return shape
})

/** Reads the approval queue for people: what waits, and what approving it would do now. */
export class ApprovalReviews extends Context.Tag("@adwarden/ApprovalReviews")<
  ApprovalReviews,
  ApprovalReviewsShape
>() {
  static readonly layer = Layer.effect(ApprovalReviews, make)
}
