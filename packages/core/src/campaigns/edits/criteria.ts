import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Schema } from "effect"
import {
  defineEditWith,
  type EngineError,
  type PlanContext,
  type Planned,
  type PlatformFirst,
  type Restorable,
  type Step
} from "../../changes/edit.ts"
import type { ActionId } from "../../contract/index.ts"
import { pluralize, quoteList, renderSubject } from "../../log/sentence.ts"
import { AdAccounts, type AdAccountsShape, type LinkedAccount } from "../../platform/ad-accounts.ts"
import type { ReadFailure } from "../../platform/errors.ts"
import type {
  Mutation,
  PlatformChange,
  PlatformKeyword,
  PlatformNegative,
  Ref
} from "../../platform/model.ts"
import { type Campaign, campaignById, channelProblem, isPlatformFirst } from "../campaign.ts"
import { linkProblem } from "../connection.ts"
import {
  activateKeywords,
  affectedKeywordKey,
  type CriterionTable,
  criterionChanges,
  deletePending,
  keywordKey,
  markRemoved,
  type NewKeyword,
  platformRefOf,
  readKeywordRows,
  type StoredCriterion,
  type StoredKeyword
} from "../criterion-rows.ts"
import { readCampaignTraffic, readKeywordTraffic } from "../figures/campaign-figures.ts"
import { dropPendingExclusions } from "../negatives/pending-exclusions.ts"
import {
  activateNegatives,
  affectedNegativeKey,
  exclusionKey,
  markAsImported,
  type NamedNegative,
  readNegatives,
  type StoredNegative
} from "../negatives/rows.ts"
import type { Exclusion } from "../negatives/terms.ts"
import { type Loss, lossOf, sumTraffic } from "../negatives/would-lose.ts"

type Sql<A, E = SqlError> = Effect.Effect<A, E, SqlClient.SqlClient>
type WriteNamed = (organization: number, campaign: number, rows: ReadonlyArray<NamedNegative>) => Sql<unknown>

/** Keywords or negative keywords, with all that their edits do differently. */
export interface Criteria<New extends { readonly text: string }, Row extends StoredCriterion, Remote> {
  /** "Keywords" */
  readonly subject: string
  readonly one: string
  readonly table: CriterionTable
  readonly adds: string
  readonly removes: string
  /** Removing a keyword reduces spend; removing a negative keyword does not. */
  readonly removalStopsSpend: boolean
  readonly read: (organization: number, ids: ReadonlyArray<number>) => Sql<ReadonlyArray<Row>>
  /** Reads all that the platform has where the rows are. */
  readonly readRemote: (
    account: LinkedAccount,
    campaign: Ref,
    rows: ReadonlyArray<Row>
  ) => Effect.Effect<ReadonlyArray<Remote>, ReadFailure>
  readonly affectedKey: (campaign: number, item: New) => string
  /** The key of a row in the platform; null if it waits for its ad to be there. */
  readonly keyOf: (row: Row) => string | null
  readonly remoteKey: (remote: Remote) => string
  readonly addition: (row: Row, campaign: Ref) => Mutation
  /** Stores that others created these rows in the platform: they are not part of the action. */
  readonly exclude: WriteNamed
  readonly activate: WriteNamed
  readonly remove: (organization: number, ids: ReadonlyArray<number>) => Sql<unknown>
  /** Reads the traffic of the last 30 days that rows had; absent where they stop traffic and bring none. */
  readonly readLoss?: (organization: number, campaign: number, rows: ReadonlyArray<Row>) => Sql<Loss>
  /** What the trace of a removal keeps for its undo. */
  readonly addAgain: (campaign: number, rows: ReadonlyArray<Row>) => object
  /** Why a removed row cannot come back; null if it can. */
  readonly notRestorable?: (row: Row) => string | null
  /** The undo of a removal. */
  readonly restore: (removed: CriterionTrace & { readonly again: unknown }) => Step
}

/** Reads the traffic of the last 30 days that keywords brought. */
export const readKeywordLoss = (
  organization: number,
  campaign: number,
  rows: ReadonlyArray<Pick<StoredKeyword, "id">>
) =>
  Effect.gen(function* () {
    const [traffic, ofCampaign] = yield* Effect.all(
      [readKeywordTraffic(organization, campaign), readCampaignTraffic(organization, campaign)],
      { concurrency: "unbounded" }
    )
    const ids = new Set(rows.map(({ id }) => id))
    return lossOf(sumTraffic(traffic.filter((one) => ids.has(one.keyword))), ofCampaign)
  })

export const keywordCriteria: Criteria<NewKeyword, StoredKeyword, PlatformKeyword> = {
  subject: "Keywords",
  one: "keyword",
  table: "keywords",
  adds: "keywords.add",
  removes: "keywords.remove",
  removalStopsSpend: true,
  read: readKeywordRows,
  readRemote: (account, campaign) => account.platform.keywords(account, { campaign }),
  affectedKey: affectedKeywordKey,
  keyOf: (row) => (row.adRef === null ? null : keywordKey(row.adRef, row)),
  remoteKey: (remote) => keywordKey(remote.ad, remote),
  addition: ({ adRef, match, state, text }) => ({
    do: "add_keyword",
    ad: adRef!,
    text,
    match,
    ...(state === "paused" && { state })
  }),
  // The next sync imports them, and an undo leaves them.
  exclude: (organization, _campaign, rows) =>
    deletePending(
      "keywords",
      organization,
      rows.map(({ id }) => id)
    ),
  activate: (organization, _campaign, rows) => activateKeywords(organization, rows),
  remove: (organization, ids) => markRemoved("keywords", organization, ids),
  addAgain: (campaign, rows) => ({
    campaign,
    keywords: rows.map(({ ad, match, state, text }) => ({
      ad,
      text,
      match,
      ...(state === "paused" && { state })
    }))
  }),
  restore: ({ again }) => ({ kind: "keywords.add", version: 1, input: again }),
  readLoss: readKeywordLoss
}

/** The identity of an exclusion in the platform: on its campaign, or on one of the ads. */
const remoteNegativeKey = (ad: Ref | null, exclusion: Exclusion): string =>
  ad === null ? exclusionKey(exclusion) : `${ad} ${exclusionKey(exclusion)}`

export const negativeCriteria: Criteria<Exclusion, StoredNegative, PlatformNegative> = {
  subject: "Negative keywords",
  one: "negative keyword",
  table: "negative_keywords",
  adds: "negatives.add",
  removes: "negatives.remove",
  removalStopsSpend: false,
  read: readNegatives,
  readRemote: (account, campaign, rows) => {
    const ads = [...new Set(rows.flatMap(({ adRef }) => adRef ?? []))].map((ad) => ({ ad }))
    const parents = rows.some(({ ad }) => ad === null) ? [{ campaign }, ...ads] : ads
    return Effect.map(
      Effect.forEach(parents, (parent) => account.platform.negatives(account, parent)),
      (there) => there.flat()
    )
  },
  affectedKey: affectedNegativeKey,
  keyOf: (row) => (row.ad !== null && row.adRef === null ? null : remoteNegativeKey(row.adRef, row)),
  remoteKey: (remote) => remoteNegativeKey(remote.ad, remote),
  addition: ({ adRef, match, text }, campaign) => ({
    do: "add_negative",
    parent: adRef === null ? { campaign } : { ad: adRef },
    text,
    match
  }),
  exclude: markAsImported,
  activate: activateNegatives,
  remove: (organization, ids) =>
    Effect.zipRight(
      dropPendingExclusions(organization, ids),
      markRemoved("negative_keywords", organization, ids)
    ),
  addAgain: (campaign, rows) => ({ campaign, ids: rows.map(({ id }) => id) }),
  notRestorable: ({ adRemoved }) => (adRemoved ? "Its ad was removed." : null),
  restore: ({ campaign, ids }) => ({ kind: "negatives.restore", version: 1, input: { campaign, ids } })
}

type Text = { readonly text: string }

/** The fields that the traces of all these edits have. */
export const traceFields = { campaign: Schema.Int, slug: Schema.String, ids: Schema.Array(Schema.Int) }
export type CriterionTrace = Schema.Struct.Type<typeof traceFields>

/** What an edit plans for its campaign: the rows to add, or the stored rows to change. */
interface CriterionDraft<Item> extends Pick<Planned, "hashedContent" | "loss" | "stopsSpend"> {
  readonly items: ReadonlyArray<Item>
  /** "2 keywords added: …" */
  readonly did: string
}
type CriterionPlan<Draft> = Draft & Planned & { readonly campaign: Campaign }

/** The rows of a trace, and all keywords or negative keywords of their campaign in the platform. */
interface RemoteCriteria<Row, Remote> {
  readonly campaign: Ref
  readonly rows: ReadonlyArray<Row>
  readonly there: ReadonlyArray<Remote>
}

/** "2 keywords paused: "boiler", "plumber"" */
export const describeItems = (one: string, done: string, items: ReadonlyArray<Text>): string => {
  const what = `${pluralize(items.length, one)} ${done}`
  return items.length === 0 ? what : `${what}: ${quoteList(items.map(({ text }) => text))}`
}

/**
 * Builds an edit of a campaign's keywords or negative keywords. It changes the platform first if the campaign
 * runs there.
 */
export const criterionEdit = <
  In extends { readonly campaign: number },
  InStored,
  New extends Text,
  Row extends StoredCriterion,
  Remote,
  Draft extends CriterionDraft<New>,
  Trace extends CriterionTrace,
  TraceStored
>(edit: {
  readonly kind: string
  readonly input: Schema.Schema<In, InStored>
  readonly trace: Schema.Schema<Trace, TraceStored>
  readonly criteria: Criteria<New, Row, Remote>
  readonly plan: (organization: number, campaign: Campaign, input: In) => Sql<Draft, EngineError>
  /** Whether a broken connection refuses it. An undo is planned without that check. */
  readonly requiresLink: boolean
  readonly warnings: (
    accounts: AdAccountsShape,
    context: PlanContext,
    plan: CriterionPlan<Draft>
  ) => Effect.Effect<ReadonlyArray<string>, SqlError>
  readonly changes: (plan: CriterionPlan<Draft>, campaign: Ref) => ReadonlyArray<PlatformChange>
  /** Writes the plan and returns the trace. `active`: it takes effect here without the platform. */
  readonly apply: (
    organization: number,
    plan: CriterionPlan<Draft>,
    action: ActionId,
    active: boolean
  ) => Sql<Trace>
  readonly platformFirst: Omit<PlatformFirst<Trace, RemoteCriteria<Row, Remote>>, "readRemote">
  readonly restorable: (context: PlanContext, trace: Trace) => Sql<Restorable<Trace>>
  readonly reverse: (standing: Trace) => Step
}) =>
  defineEditWith(
    { kind: edit.kind, version: 1, input: edit.input, trace: edit.trace },
    Effect.gen(function* () {
      const accounts = yield* AdAccounts
      const sql = yield* SqlClient.SqlClient
      const { criteria, restorable, reverse } = edit
      const { affectedKey, read, readRemote, subject } = criteria

      return {
        restorable,
        reverse,
        plan: (context: PlanContext, input: In) =>
          Effect.gen(function* () {
            const organization = context.clearance.organization.id
            const campaign = yield* campaignById(context, input.campaign)
            const draft = yield* edit.plan(organization, campaign, input)
            const empty = draft.items.length === 0
            const checksLink = edit.requiresLink && !empty && isPlatformFirst(campaign)
            const plan: CriterionPlan<Draft> = {
              ...draft,
              campaign,
              sentence: { subject, of: campaign.slug, did: draft.did },
              affectedKeys: draft.items.map((item) => affectedKey(campaign.id, item)),
              moves: [],
              refusal:
                channelProblem(campaign) ??
                (checksLink ? yield* linkProblem(accounts, organization, campaign, "keywords") : null),
              empty
            }
            return plan
          }),
        warnings: (context: PlanContext, plan: CriterionPlan<Draft>) =>
          edit.warnings(accounts, context, plan),
        platformChanges: (_context: PlanContext, plan: CriterionPlan<Draft>) =>
          Effect.succeed(criterionChanges(plan.campaign, (campaign) => edit.changes(plan, campaign))),
        route: ({ campaign }: CriterionPlan<Draft>) =>
          isPlatformFirst(campaign)
            ? { to: "first", account: campaign.ad_account_id ?? "" }
            : { to: "local" },
        apply: (plan: CriterionPlan<Draft>, { action, context }) =>
          edit.apply(context.clearance.organization.id, plan, action, !isPlatformFirst(plan.campaign)),
        platformFirst: {
          ...edit.platformFirst,
          readRemote: (account, organization, { campaign, ids }: Trace) =>
            Effect.gen(function* () {
              const ref = yield* platformRefOf(organization, campaign)
              const rows = yield* read(organization, ids)
              return { campaign: ref, rows, there: yield* readRemote(account, ref, rows) }
            }).pipe(Effect.provideService(SqlClient.SqlClient, sql))
        },
        describe: (_context: PlanContext, { slug }: Trace) =>
          Effect.succeed(renderSubject({ subject, of: slug }))
      }
    })
  )

/** The trace of an addition. */
interface AdditionTrace extends CriterionTrace {
  /** The match type, if all have the same. */
  readonly match?: string
  /** Items of the call that already existed, if its response names them. */
  readonly alreadyThere?: ReadonlyArray<string>
}

export const describeAddition = (
  one: string,
  items: ReadonlyArray<{ readonly text: string }>,
  match?: string
): string =>
  describeItems(one, match === undefined || items.length === 0 ? "added" : `added (${match})`, items)

/** Returns the step that removes what an addition added. */
export const reverseAddition =
  ({ removes }: { readonly removes: string }) =>
  ({ campaign, ids }: CriterionTrace): Step => ({ kind: removes, version: 1, input: { campaign, ids } })

/** How an addition is finished that the platform must do first. Its rows are stored as removed until then. */
export const additionFirst = <
  New extends { readonly text: string },
  Row extends StoredCriterion,
  Remote extends { readonly ref: string },
  Trace extends AdditionTrace
>({
  activate,
  addition,
  exclude,
  keyOf,
  one,
  remoteKey,
  subject,
  table
}: Criteria<New, Row, Remote>): Omit<PlatformFirst<Trace, RemoteCriteria<Row, Remote>>, "readRemote"> => {
  /** The rows of the trace with their names in the platform, if it has them. */
  const namedRows = ({ rows, there }: RemoteCriteria<Row, Remote>, { ids }: Trace) => {
    const refs = new Map(there.map((remote) => [remoteKey(remote), remote.ref]))
    return rows
      .filter(({ id }) => ids.includes(id))
      .map((row) => {
        const key = keyOf(row)
        const ref = key === null ? null : (refs.get(key) ?? null)
        return { id: row.id, row, ref, missing: key !== null && ref === null }
      })
  }
  return {
    field: "keywords",
    excludeExisting: (organization, trace, remote) =>
      Effect.gen(function* () {
        const rows = namedRows(remote, trace)
        const existing = rows.filter(({ ref }) => ref !== null)
        if (existing.length === 0) return null
        yield* exclude(organization, trace.campaign, existing)
        const ours = rows.flatMap(({ ref, row }) => (ref === null ? [row] : []))
        const { alreadyThere, match, slug } = trace
        return {
          trace: {
            ...trace,
            ids: ours.map(({ id }) => id),
            ...(alreadyThere && { alreadyThere: [...alreadyThere, ...existing.map(({ row }) => row.text)] })
          },
          sentence: { subject, of: slug, did: describeAddition(one, ours, match) }
        }
      }),
    missing: (trace, remote) =>
      namedRows(remote, trace).flatMap(({ missing, row }) =>
        missing ? [addition(row, remote.campaign)] : []
      ),
    complete: (organization, trace, remote, refs) => {
      let created = 0
      const rows = namedRows(remote, trace).map(({ id, missing, ref }) => ({
        id,
        ref: missing ? refs[created++]! : ref
      }))
      return Effect.as(activate(organization, trace.campaign, rows), trace)
    },
    discard: (organization, { ids }) => Effect.asVoid(deletePending(table, organization, ids))
  }
}

const removedBefore = ({ removed }: StoredCriterion) => (removed ? "It was removed before." : null)

/**
 * Returns which rows of a trace are still as the edit left them, so that an undo can change them back.
 * `lostBecause` returns why a row is not; null if it is.
 */
export const standingRows = <
  New extends { readonly text: string },
  Row extends StoredCriterion,
  Remote,
  Trace extends CriterionTrace
>(
  { one, read }: Criteria<New, Row, Remote>,
  context: PlanContext,
  trace: Trace,
  lostBecause: (row: Row) => string | null = removedBefore
) =>
  Effect.map(read(context.clearance.organization.id, trace.ids), (rows): Restorable<Trace> => {
    const standing = rows.filter((row) => lostBecause(row) === null)
    const noun = one[0]!.toUpperCase() + one.slice(1)
    return {
      standing: standing.length === 0 ? null : { ...trace, ids: standing.map(({ id }) => id) },
      lost: rows.flatMap((row) => {
        const reason = lostBecause(row)
        return reason === null
          ? []
          : [{ what: `${noun} ${JSON.stringify(row.text)} of ${trace.slug}`, reason }]
      })
    }
  })

/** Also reports an action that added none. */
export const standingNegatives = <Trace extends CriterionTrace>(context: PlanContext, trace: Trace) =>
  Effect.map(standingRows(negativeCriteria, context, trace), (restorable): Restorable<Trace> => {
    if (restorable.standing !== null || restorable.lost.length > 0) return restorable
    const what = renderSubject({ subject: negativeCriteria.subject, of: trace.slug })
    return { standing: null, lost: [{ what, reason: "It had added none." }] }
  })
