import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { readRequesterNames } from "../access/requester.ts"
import {
  acceptChangesTask,
  conflictOf,
  readCampaignInConflict,
  readContentChangesWaiting,
  readNewestExternalChanges
} from "../campaigns/index.ts"
import { readLastSetters } from "../log/recent-actions.ts"
import type { OutsideChange } from "../platform/outside-changes.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import { Statements } from "../storage/index.ts"
import { readIsUnderWay } from "../tasks/task-rows.ts"

/** A setting of a campaign that others changed, with who set each value. */
export interface ConflictingSetting extends OutsideChange {
  /** Who last set ours, and when; null if nobody did, or for people who cannot read the log. */
  readonly set: { readonly by: string; readonly at: string } | null
}

/** What others changed in a campaign in the ad platform, and nobody has decided on. */
export interface CampaignConflict {
  readonly foundAt: string
  readonly settings: ReadonlyArray<ConflictingSetting>
  /** The newest changes that the ad platform's history has, also of ads and keywords. */
  readonly changes: ReadonlyArray<{
    readonly id: string
    readonly at: string
    readonly by: string | null
    readonly what: string
  }>
  /** Whether more than the settings was changed: ads or keywords. */
  readonly contentChanged: boolean
  /** Whether somebody has accepted them, and a task takes them over. */
  readonly accepting: boolean
}

const maxChanges = 20
/** For a campaign that was never synced: all that is stored. */
const longAgo = "1970-01-01T00:00:00Z"

/** Reads the conflict of a campaign, for its page. */
export class CampaignConflicts extends Context.Tag("@adwarden/CampaignConflicts")<
  CampaignConflicts,
  {
    /** Null if the campaign is in none. */
    readonly read: (
      clearance: OrganizationClearance,
      slug: string
    ) => Effect.Effect<CampaignConflict | null, SqlError>
  }
>() {
  static readonly layer = Layer.effect(
    CampaignConflicts,
    Effect.map(Effect.all([Statements, SqlClient.SqlClient]), ([statements, sql]) => ({
      read: Effect.fnUntraced(function* (
        { organization: { id: organization }, scopes }: OrganizationClearance,
        slug: string
      ) {
        const [campaign] = yield* statements.read(readCampaignInConflict(organization, slug))
        const conflict = campaign === undefined ? null : conflictOf(campaign, organization)
        if (campaign === undefined || conflict === null) return null
        const { id, synced } = campaign
        const keyOf = (field: OutsideChange["field"]) => `campaign/${id}/${field}`
        const [newest, setters, [accepting], contentChanges] = yield* Effect.all(
          [
            statements.read(readNewestExternalChanges(organization, synced ?? longAgo, id, maxChanges)),
            // Only people who can read the log see who changed what.
            scopes.has("audit:read")
              ? statements.read(
                  readLastSetters(
                    organization,
                    id,
                    conflict.settings.map(({ field }) => keyOf(field))
                  )
                )
              : Effect.succeed([]),
            statements.read(readIsUnderWay(organization, acceptChangesTask.type, { campaign: id })),
            Effect.provideService(readContentChangesWaiting(organization, id), SqlClient.SqlClient, sql)
          ],
          { concurrency: "unbounded" }
        )
        const waiting = newest.filter(({ accepted }) => !accepted)
        const names =
          setters.length === 0
            ? []
            : yield* statements.read(
                readRequesterNames(
                  organization,
                  setters.map(({ connection_id, key_id, user_id }) => ({
                    requester_user_id: user_id ?? 0,
                    requester_key_id: key_id,
                    requester_connection_id: connection_id
                  }))
                )
              )
        const settingOf = (change: OutsideChange): ConflictingSetting => {
          // A sync knows the author only from the history.
          const edit = waiting.find(({ previous }) => previous?.[change.field] !== undefined)
          const setter = setters.find(({ key }) => key === keyOf(change.field))
          const person = names.find(({ user_id }) => user_id === setter?.user_id)?.person ?? setter?.email
          return {
            ...change,
            ours: campaign[change.field],
            by: change.by ?? edit?.by ?? null,
            at: change.at ?? edit?.at ?? null,
            set: setter === undefined || person == null ? null : { by: person, at: setter.at }
          }
        }
        const found: CampaignConflict = {
          foundAt: conflict.found_at,
          settings: conflict.settings.map(settingOf).filter(({ ours, theirs }) => ours !== theirs),
          changes: waiting.map(({ at, by, id, what }) => ({ id, at, by, what })),
          contentChanged: contentChanges > 0,
          accepting: accepting?.found ?? false
        }
        return found
      })
    }))
  )
}
