import type { SqlError } from "@effect/sql/SqlError"
import { Clock, Context, Effect, Layer } from "effect"
import { isNamedBy, type RequesterNames, readRequesterNames } from "../../access/requester.ts"
import { readDeciders } from "../../approvals/queued-write.ts"
import {
  campaignFilter,
  type RequestedDays,
  readCampaignNames,
  readNewestExternalChanges
} from "../../campaigns/index.ts"
import { NotFound, plusDays, renderMentions, type ValidationError } from "../../contract/index.ts"
import { type MetOutsideChange, readActionsOfEvents } from "../../log/action-log.ts"
import {
  CampaignDirectory,
  type CampaignEntry,
  makeActionReader,
  type ReadAction
} from "../../log/read-actions.ts"
import {
  type LoggedActor,
  readActionMarks,
  readLoggedActors,
  readUndoOutlooks,
  type UndoOutlook
} from "../../log/recent-actions.ts"
import { readAccountTimeZones } from "../../platform/account-rows.ts"
import { localOf } from "../../platform/local-time.ts"
import type { PreviousSettings } from "../../platform/model.ts"
import type { OrganizationClearance } from "../../request/clearance.ts"
import { Statements } from "../../storage/index.ts"

/** What the log can be filtered by. */
export interface ActivityChoices {
  readonly campaigns: ReadonlyArray<{ readonly slug: string; readonly name: string }>
  readonly people: ReadonlyArray<{ readonly id: number; readonly name: string }>
  readonly keys: ReadonlyArray<{ readonly id: number; readonly name: string }>
}

const byName = (a: { readonly name: string }, b: { readonly name: string }) => a.name.localeCompare(b.name)

/** The first row of each value. */
const distinct = (rows: ReadonlyArray<LoggedActor>, key: (row: LoggedActor) => number | null) => [
  ...new Map(rows.flatMap((row) => (key(row) === null ? [] : [[key(row), row] as const]))).values()
]

/** Makes the function that reads who changed which campaigns lately. */
const makeChoicesReader = Effect.gen(function* () {
  const statements = yield* Statements
  const directory = yield* CampaignDirectory

  return Effect.fnUntraced(function* (organization: number) {
    const rows = yield* statements.read(readLoggedActors(organization))
    const people = distinct(rows, ({ key_id, user_id }) => (key_id === null ? user_id : null))
    const keys = distinct(rows, ({ key_id }) => key_id)
    const asked = [...people, ...keys].map(({ key_id, user_id }) => ({
      requester_user_id: user_id ?? 0,
      requester_key_id: key_id,
      requester_connection_id: null
    }))
    const [campaigns, names] = yield* Effect.all(
      [
        directory.find(
          organization,
          rows.map(({ campaign_id }) => campaign_id)
        ),
        asked.length === 0 ? Effect.succeed([]) : statements.read(readRequesterNames(organization, asked))
      ],
      { concurrency: "unbounded" }
    )
    const choices: ActivityChoices = {
      campaigns: [...campaigns.values()].map(({ name, slug }) => ({ slug, name })).toSorted(byName),
      people: people
        .map(({ email, user_id }) => ({
          id: user_id!,
          name: names.find((one) => one.user_id === user_id)?.person ?? email ?? "Former member"
        }))
        .toSorted(byName),
      keys: keys
        .map(({ key_id, last_four }) => ({
          id: key_id!,
          name: `${names.find((one) => one.key_id === key_id)?.key ?? "API key"} …${last_four ?? ""}`
        }))
        .toSorted(byName)
    }
    return choices
  })
})

/** The person behind a change, and the key or connected app that made it for them. */
export interface Actor {
  /** Null for the service itself. */
  readonly person: string | null
  readonly key: { readonly id: number; readonly name: string; readonly lastFour: string } | null
  readonly app: string | null
}

/** An executed change as the activity page shows it. */
export interface ActivityEntry {
  readonly id: string
  readonly at: string
  readonly detail: string
  /** Why, in the requester's own words: untrusted text. */
  readonly comment: string | null
  /** Whether it is an applied recommendation. */
  readonly applied: boolean
  readonly campaign: { readonly slug: string; readonly name: string } | null
  readonly actor: Actor
  /** The person who approved it; null if it needed no approval. */
  readonly approvedBy: string | null
  readonly undone: { readonly at: string; readonly by: string | null } | null
  /** Whether it can be undone as far as the log shows: yes, never, or not before a later action. */
  readonly undo: "possible" | "irreversible" | { readonly later: string }
  readonly syncError: string | null
  /** What others had changed in the ad platform, found when it was sent. */
  readonly outside: ReadonlyArray<MetOutsideChange>
}

/** The columns by which the names of an actor are read. */
const askedOf = ({ row }: ReadAction) => ({
  requester_user_id: row.actor_user_id ?? 0,
  requester_key_id: row.actor_key_id,
  requester_connection_id: row.actor_connection_id
})

const undoOf = (outlook: UndoOutlook | undefined): ActivityEntry["undo"] => {
  if (outlook === undefined || !outlook.reversible) return "irreversible"
  return outlook.later_id === null ? "possible" : { later: outlook.later_id }
}

interface Known {
  readonly names: RequesterNames | undefined
  readonly outlook: UndoOutlook | undefined
  readonly approvedBy: string | null
}

/** Pages show the campaign beside the sentence, which names it by its short name if it is of an undo. */
const detailOf = (detail: string, campaign: Pick<CampaignEntry, "slug"> | null): string =>
  campaign === null
    ? detail
    : detail
        .replaceAll(` of ${campaign.slug} to `, " to ")
        .replaceAll(`Removed from ${campaign.slug}: `, "Removed ")

const entryOf = (
  { campaign, outside, row, syncError }: ReadAction,
  { approvedBy, names, outlook }: Known
): ActivityEntry => ({
  id: row.id,
  at: row.at,
  detail: detailOf(row.detail, campaign ?? null),
  comment: row.comment,
  applied: row.source === "engine",
  campaign: campaign === undefined ? null : { slug: campaign.slug, name: campaign.name },
  actor: {
    person: row.actor_type === "engine" ? null : (names?.person ?? row.actor_user_email),
    key:
      row.actor_key_id === null
        ? null
        : {
            id: row.actor_key_id,
            name: names?.key ?? "API key",
            lastFour: row.actor_key_last_four ?? ""
          },
    app: names?.app ?? null
  },
  approvedBy,
  undone: row.undone_at === null ? null : { at: row.undone_at, by: row.undone_by },
  undo: undoOf(outlook),
  syncError: syncError === null ? null : renderMentions("dashboard", syncError),
  outside
})

/** A standing change of ours on the time axis. */
export interface TimelineChange {
  readonly id: string
  /** Its day in the time zone of the ad account, as the figures have it. */
  readonly date: string
  readonly detail: string
  readonly campaign: Pick<CampaignEntry, "name" | "slug"> | null
}

/** A change that others made in the ad platform. */
export interface OutsideChange {
  readonly id: string
  readonly at: string
  /** Its day in the time zone of the ad account. */
  readonly date: string
  /** Who made it; null if the platform did not say. */
  readonly by: string | null
  readonly what: string
  /** The part of the campaign that was changed, and its text or name, as far as it is known here. */
  readonly part: "keyword" | "negative" | "ad" | null
  readonly partName: string | null
  /** False if the campaign here still has its values from before, and is not launched until somebody accepts it. */
  readonly accepted: boolean
  /** What was before it, as far as an edit of ours restores it. */
  readonly previous: PreviousSettings | null
  readonly campaign: Pick<CampaignEntry, "name" | "slug"> | null
}

export interface Timeline {
  /** Empty for people who cannot read the log. */
  readonly changes: ReadonlyArray<TimelineChange>
  readonly outside: ReadonlyArray<OutsideChange>
}

/** A chart and a list beside the log cannot show more. */
const maxShown = 100

/** Changes of the last weeks are listed in any case, also for a shorter chart: they may wait for a decision. */
const leastDays = 28

/** Makes the function that reads changes of both kinds for a chart of these days. */
const makeTimelineReader = Effect.gen(function* () {
  const statements = yield* Statements
  const directory = yield* CampaignDirectory

  return Effect.fnUntraced(function* (
    { organization, scopes }: OrganizationClearance,
    slug: string | null,
    days: RequestedDays
  ) {
    const campaign = yield* campaignFilter(statements, organization, slug ?? undefined)
    const today = new Date(yield* Clock.currentTimeMillis).toISOString().slice(0, 10)
    const weeksAgo = plusDays(today, -Math.max(leastDays, days.from === undefined ? days.days : 0))
    // A day more: the account's days are not those of UTC.
    const since = plusDays(days.from !== undefined && days.from < weeksAgo ? days.from : weeksAgo, -1)
    const from = `${since}T00:00:00Z`
    const [zones, names, changes, outside] = yield* Effect.all(
      [
        statements.read(readAccountTimeZones(organization.id)),
        statements.read(readCampaignNames(organization.id)),
        scopes.has("audit:read")
          ? statements.read(readActionMarks(organization.id, campaign, from, maxShown))
          : Effect.succeed([]),
        statements.read(readNewestExternalChanges(organization.id, from, campaign, maxShown))
      ],
      { concurrency: "unbounded" }
    )
    const campaigns = yield* directory.find(organization.id, [
      ...changes.map(({ campaign_id }) => campaign_id),
      ...outside.map((change) => change.campaign)
    ])
    const named = (id: number | null) => {
      const found = campaigns.get(id)
      return found === undefined ? null : { slug: found.slug, name: found.name }
    }
    const dateOf = (at: string, id: number | null): string => {
      const account = names.find((one) => one.id === id)?.account
      const { zone } = zones.find((one) => one.id === account) ?? zones[0] ?? { zone: "UTC" }
      return localOf(new Date(at), zone).slice(0, 10)
    }
    const timeline: Timeline = {
      changes: changes.map(({ at, campaign_id: id, ...change }) => ({
        ...change,
        date: dateOf(at, id),
        campaign: named(id)
      })),
      outside: outside.map((change) => ({
        ...change,
        date: dateOf(change.at, change.campaign),
        campaign: named(change.campaign)
      }))
    }
    return timeline
  })
})

/** What the activity page shows of the log. */
export interface ActivityQuery {
  readonly campaign: string | null
  /** The id of a person or of a key; null for everybody. */
  readonly by: { readonly kind: "person" | "key"; readonly id: number } | null
  readonly source: "dashboard" | "engine" | null
  readonly cursor: string | null
  /** The rows of a page; 50 by default. */
  readonly limit?: number
}

export interface ActivityPage {
  readonly entries: ReadonlyArray<ActivityEntry>
  readonly total: number
  readonly nextCursor: string | null
  readonly choices: ActivityChoices
}

interface ActivityShape {
  /** What was changed here and outside in the days of a chart, at one campaign or all. */
  readonly timeline: (
    clearance: OrganizationClearance,
    campaign: string | null,
    days: RequestedDays
  ) => Effect.Effect<Timeline, NotFound | SqlError>
  readonly page: (
    clearance: OrganizationClearance,
    query: ActivityQuery
  ) => Effect.Effect<ActivityPage, NotFound | ValidationError | SqlError>
  readonly entry: (
    clearance: OrganizationClearance,
    id: string
  ) => Effect.Effect<ActivityEntry, NotFound | SqlError>
  /** What each of some audited requests changed. */
  readonly ofRequests: (
    clearance: OrganizationClearance,
    events: ReadonlyArray<{ readonly at: string; readonly request_id: string }>
  ) => Effect.Effect<ReadonlyMap<string, ReadonlyArray<RequestedChange>>, SqlError>
}

/** What a request changed. */
export interface RequestedChange {
  readonly id: string
  readonly detail: string
  readonly campaign: Pick<CampaignEntry, "name" | "slug"> | null
}

const make = Effect.gen(function* () {
  const statements = yield* Statements
  const actions = yield* makeActionReader
  const readChoices = yield* makeChoicesReader
  const readTimeline = yield* makeTimelineReader
  const directory = yield* CampaignDirectory

  const nameEntries = Effect.fnUntraced(function* (organization: number, read: ReadonlyArray<ReadAction>) {
    if (read.length === 0) return []
    const queued = read.flatMap(({ row }) => row.queued_write_id ?? [])
    const [outlooks, deciders] = yield* Effect.all(
      [
        statements.read(
          readUndoOutlooks(
            organization,
            read.map(({ row }) => row.id)
          )
        ),
        queued.length === 0 ? Effect.succeed([]) : statements.read(readDeciders(organization, queued))
      ],
      { concurrency: "unbounded" }
    )
    const people = deciders.map(({ decided_by }) => ({
      requester_user_id: decided_by,
      requester_key_id: null,
      requester_connection_id: null
    }))
    const names = yield* statements.read(readRequesterNames(organization, [...read.map(askedOf), ...people]))
    return read.map((action) => {
      const decider = deciders.find(({ id }) => id === action.row.queued_write_id)
      const approver = names.find(({ user_id }) => user_id === decider?.decided_by)
      return entryOf(action, {
        names: names.find(isNamedBy(askedOf(action))),
        outlook: outlooks.find(({ id }) => id === action.row.id),
        approvedBy: approver?.person ?? null
      })
    })
  })

  const shape: ActivityShape = {
    timeline: readTimeline,
    page: ({ organization }, { by, campaign, cursor, limit = 50, source }) =>
      Effect.gen(function* () {
        const filter = {
          source,
          since: null,
          before: null,
          campaign: yield* campaignFilter(statements, organization, campaign ?? undefined),
          user: by?.kind === "person" ? by.id : null,
          key: by?.kind === "key" ? by.id : null
        }
        const request = { limit, cursor: cursor ?? undefined }
        const [{ actions: read, next_cursor, total }, choices] = yield* Effect.all(
          [actions.page(organization.id, filter, request), readChoices(organization.id)],
          { concurrency: "unbounded" }
        )
        const entries = yield* nameEntries(organization.id, read)
        return { entries, total, nextCursor: next_cursor, choices }
      }),
    entry: ({ organization }, id) =>
      Effect.gen(function* () {
        const action = yield* actions.find(organization.id, id)
        const [entry] = action === null ? [] : yield* nameEntries(organization.id, [action])
        return (
          entry ??
          (yield* new NotFound({ what: "This change", next: "The list under {page.activity} has them all." }))
        )
      }),
    ofRequests: ({ organization }, events) =>
      Effect.gen(function* () {
        const times = events.map(({ at }) => at).toSorted()
        const [from, until] = [times[0], times.at(-1)]
        if (from === undefined || until === undefined) return new Map()
        const requests = events.map(({ request_id }) => request_id)
        const read = yield* statements.read(readActionsOfEvents(organization.id, { from, until }, requests))
        const campaigns = yield* directory.find(
          organization.id,
          read.map(({ campaign }) => campaign)
        )
        const changes = read.map(({ campaign: id, detail, request, ...action }) => {
          const campaign = campaigns.get(id) ?? null
          return { ...action, request, campaign, detail: detailOf(detail, campaign) }
        })
        return Map.groupBy(changes, ({ request }) => request)
      })
  }
  return shape
})

/** Reads the log of executed changes for people: with the names of those who made, approved and undid them. */
export class Activity extends Context.Tag("@adwarden/Activity")<Activity, ActivityShape>() {
  static readonly layer = Layer.effect(Activity, make)
}
