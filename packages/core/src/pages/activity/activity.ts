import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { isNamedBy, readRequesterNames } from "../../access/requester.ts"
import { campaignFilter } from "../../campaigns/index.ts"
import { readDeciders, readUndoOutlooks } from "../../changes/activity-rows.ts"
import { makeActionReader, type ReadAction } from "../../changes/read-actions.ts"
import { NotFound, type ValidationError } from "../../contract/index.ts"
import type { OrganizationClearance } from "../../request/clearance.ts"
import { Statements } from "../../storage/index.ts"
import { type ActivityChoices, makeChoicesReader } from "./choices.ts"
import { type ActivityEntry, askedOf, entryOf } from "./entry.ts"
import { makeTimelineReader, type Timeline } from "./timeline.ts"

/** What the activity page shows of the log. */
export interface ActivityQuery {
  readonly campaign: string | null
  /** The id of a person or of a key; null for everybody. */
  readonly by: { readonly kind: "person" | "key"; readonly id: number } | null
  readonly source: "dashboard" | "engine" | null
  readonly cursor: string | null
}

export interface ActivityPage {
  readonly entries: ReadonlyArray<ActivityEntry>
  readonly total: number
  readonly nextCursor: string | null
  readonly choices: ActivityChoices
}

interface ActivityShape {
  /** What was changed here and outside since a day, at one campaign or all. */
  readonly timeline: (
    clearance: OrganizationClearance,
    campaign: string | null,
    since: string
  ) => Effect.Effect<Timeline, NotFound | SqlError>
  readonly page: (
    clearance: OrganizationClearance,
    query: ActivityQuery
  ) => Effect.Effect<ActivityPage, NotFound | ValidationError | SqlError>
  readonly entry: (
    clearance: OrganizationClearance,
    id: string
  ) => Effect.Effect<ActivityEntry, NotFound | SqlError>
}

const rowsOfPage = 50

const make = Effect.gen(function* () {
  const statements = yield* Statements
  const actions = yield* makeActionReader
  const readChoices = yield* makeChoicesReader
  const readTimeline = yield* makeTimelineReader

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
    page: ({ organization }, { by, campaign, cursor, source }) =>
      Effect.gen(function* () {
        const filter = {
          source,
          since: null,
          before: null,
          campaign: yield* campaignFilter(statements, organization, campaign ?? undefined),
          user: by?.kind === "person" ? by.id : null,
          key: by?.kind === "key" ? by.id : null
        }
        const request = { limit: rowsOfPage, cursor: cursor ?? undefined }
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
      })
  }
  return shape
})

/** Reads the log of executed changes for people: with the names of those who made, approved and undid them. */
export class Activity extends Context.Tag("@adwarden/Activity")<Activity, ActivityShape>() {
  static readonly layer = Layer.effect(Activity, make)
}
