import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Schedule } from "effect"
import { underOrganizationLock } from "../../access/organization-lock.ts"
import type { AdPlatformShape } from "../../platform/ad-platform.ts"
import { PlatformRefused } from "../../platform/errors.ts"
import type { AdAccount, PlatformCampaign, Ref } from "../../platform/model/index.ts"
import { platformBudget } from "../sync/plan-campaigns.ts"
import { campaignDraft, isServing } from "./draft.ts"
import { undecided } from "./failure.ts"
import { noteSent, readParts } from "./parts.ts"
import type { PushRecord } from "./record.ts"

const taken = (name: string) =>
  new PlatformRefused({
    code: "campaign_name_taken",
    message: `A campaign called “${name}” is already in the account. Rename one of the two.`
  })

/** An answer that was lost may still be on its way: it is looked for more than once. */
const aFewTimes = Schedule.intersect(Schedule.spaced("400 millis"), Schedule.recurs(4))

/** Writes down under which name it is being made, or that it is no more. */
const noteCreation = ({ id, organization }: PushRecord, creatingAs: string | null) =>
  underOrganizationLock(
    organization,
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`update campaigns set creating_as = ${creatingAs}, updated_at = now()
        where organization_id = ${organization} and id = ${id}`
    )
  )

const isAnothers = (record: PushRecord, ref: Ref) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql`select 1 from campaigns where organization_id = ${record.organization}
        and platform_resource_name = ${ref} and id <> ${record.id}`,
      (rows) => rows.length > 0
    )
  )

/** Keeps the platform's names for what was made, and what it spends. */
const keepCreated = ({ id, organization }: PushRecord, there: PlatformCampaign) =>
  underOrganizationLock(
    organization,
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.as(
        sql`update campaigns set platform_id = ${there.platformId}, platform_resource_name = ${there.ref},
            platform_budget_resource_name = ${there.budgetRef}, platform_bidding_strategy = ${there.bidding},
            platform_budget = ${platformBudget(there)}, creating_as = null, updated_at = now()
          where organization_id = ${organization} and id = ${id}`,
        there.ref
      )
    )
  )

/**
 * Makes the campaign in the platform, once. Before it is sent, the name under which it goes is written down; a
 * try that finds such a note looks for that name first, since whatever bears it is what the last try made.
 * Answers null where there is nothing in the platform and nothing has to be.
 */
export const create = (platform: AdPlatformShape, account: AdAccount, record: PushRecord, wanted: boolean) =>
  Effect.gen(function* () {
    const named = (name: string) => platform.campaignNamed(account, name)
    const begun = record.creating_as
    if (begun !== null) {
      const there = yield* named(begun)
      if (there !== null && !(yield* isAnothers(record, there.ref))) return yield* keepCreated(record, there)
    }
    if (!wanted) return yield* Effect.as(noteCreation(record, null), null)
    if (begun !== record.name) {
      if ((yield* named(record.name)) !== null) return yield* taken(record.name)
      yield* noteCreation(record, record.name)
    }
    const parts = yield* readParts(record.organization, record.id)
    yield* noteSent(record.organization, parts.ads.filter(isServing))
    const draft = campaignDraft(record, parts)
    yield* platform.createCampaign(account, draft).pipe(
      Effect.catchTags({
        OutcomeUnknown: (unknown) =>
          named(record.name).pipe(
            Effect.repeat({ until: (there) => there !== null, schedule: aFewTimes }),
            Effect.zipRight(named(record.name)),
            Effect.flatMap((there) => (there === null ? undecided(unknown) : Effect.void))
          ),
        PlatformRefused: (refusal) =>
          // What a lost try of ours has made meanwhile bears the name that was noted.
          begun !== null && refusal.code.endsWith("DUPLICATE_CAMPAIGN_NAME")
            ? Effect.void
            : Effect.zipRight(noteCreation(record, null), refusal)
      })
    )
    const there = yield* named(record.name)
    return there === null ? yield* taken(record.name) : yield* keepCreated(record, there)
  })
