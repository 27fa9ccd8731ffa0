import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Schedule } from "effect"
import { underOrganizationLock } from "../../access/organization-lock.ts"
import type { AdPlatformShape } from "../../platform/ad-platform.ts"
import { PlatformRefused } from "../../platform/errors.ts"
import type { AdAccount, PlatformCampaign, Ref } from "../../platform/model/index.ts"
import { platformBudget } from "../sync/plan-campaigns.ts"
import { campaignDraft, isServing } from "./draft.ts"
import { toUnreachable } from "./failure.ts"
import { markAdsSent, readParts } from "./parts.ts"
import type { PushRecord } from "./record.ts"

const nameTakenError = (name: string) =>
  new PlatformRefused({
    code: "campaign_name_taken",
    message: `A campaign called “${name}” is already in the account. Rename one of the two.`
  })

/** An answer that was lost may still be on its way: it is looked for more than once. */
const lookupSchedule = Schedule.intersect(Schedule.spaced("400 millis"), Schedule.recurs(4))

/** Writes down under which name it is being made, or that it is no more. */
const recordCreationName = ({ id, organization }: PushRecord, creationName: string | null) =>
  underOrganizationLock(
    organization,
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`update campaigns set creation_name = ${creationName}, updated_at = now()
        where organization_id = ${organization} and id = ${id}`
    )
  )

const belongsToAnother = (record: PushRecord, ref: Ref) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql`select 1 from campaigns where organization_id = ${record.organization}
        and platform_resource_name = ${ref} and id <> ${record.id}`,
      (rows) => rows.length > 0
    )
  )

/** Keeps the platform's names for what was made, and what it spends. */
const storeCreated = ({ id, organization }: PushRecord, remote: PlatformCampaign) =>
  underOrganizationLock(
    organization,
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.as(
        sql`update campaigns set platform_id = ${remote.platformId}, platform_resource_name = ${remote.ref},
            platform_budget_resource_name = ${remote.budgetRef}, platform_bidding_strategy = ${remote.bidding},
            platform_budget = ${platformBudget(remote)}, creation_name = null, updated_at = now()
          where organization_id = ${organization} and id = ${id}`,
        remote.ref
      )
    )
  )

/**
 * Makes the campaign in the platform, once. Before it is sent, the name under which it goes is written down; a
 * try that finds such a note looks for that name first, since whatever bears it is what the last try made.
 * Answers null where there is nothing in the platform and nothing has to be.
 */
export const createInPlatform = (
  platform: AdPlatformShape,
  account: AdAccount,
  record: PushRecord,
  shouldExist: boolean
) =>
  Effect.gen(function* () {
    const findByName = (name: string) => platform.campaignByName(account, name)
    const previousName = record.creation_name
    if (previousName !== null) {
      const remote = yield* findByName(previousName)
      if (remote !== null && !(yield* belongsToAnother(record, remote.ref)))
        return yield* storeCreated(record, remote)
    }
    if (!shouldExist) return yield* Effect.as(recordCreationName(record, null), null)
    if (previousName !== record.name) {
      if ((yield* findByName(record.name)) !== null) return yield* nameTakenError(record.name)
      yield* recordCreationName(record, record.name)
    }
    const parts = yield* readParts(record.organization, record.id)
    yield* markAdsSent(record.organization, parts.ads.filter(isServing))
    const draft = campaignDraft(record, parts)
    yield* platform.createCampaign(account, draft).pipe(
      Effect.catchTags({
        OutcomeUnknown: (unknown) =>
          findByName(record.name).pipe(
            Effect.repeat({ until: (remote) => remote !== null, schedule: lookupSchedule }),
            Effect.zipRight(findByName(record.name)),
            Effect.flatMap((remote) => (remote === null ? toUnreachable(unknown) : Effect.void))
          ),
        PlatformRefused: (refusal) =>
          // What a lost try of ours has made meanwhile bears the name that was noted.
          previousName !== null && refusal.code.endsWith("DUPLICATE_CAMPAIGN_NAME")
            ? Effect.void
            : Effect.zipRight(recordCreationName(record, null), refusal)
      })
    )
    const remote = yield* findByName(record.name)
    return remote === null ? yield* nameTakenError(record.name) : yield* storeCreated(record, remote)
  })
