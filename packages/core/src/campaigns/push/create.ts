import { Effect, Schedule } from "effect"
import { underOrganizationLock } from "../../access/organizations.ts"
import type { LinkedAccount } from "../../platform/ad-accounts.ts"
import { PlatformRefused } from "../../platform/errors.ts"
import type { PlatformCampaign, Ref } from "../../platform/model.ts"
import { platformBudget } from "../../platform/outside-changes.ts"
import { runSql } from "../../storage/index.ts"
import { campaignDraft, isServing } from "./draft.ts"
import { toUnreachable } from "./failure.ts"
import { markAdsSent, readParts } from "./parts.ts"
import type { PushRecord } from "./record.ts"

const nameTakenError = (platform: string, name: string) =>
  new PlatformRefused({
    platform,
    code: "campaign_name_taken",
    message: `A campaign called “${name}” is already in the account. Rename one of the two.`
  })

/** A request without a response may still take effect, so the campaign is looked up more than once. */
const lookupSchedule = Schedule.intersect(Schedule.spaced("400 millis"), Schedule.recurs(4))

/** Stores the name under which the campaign is being created, or clears it. */
const recordCreationName = ({ id, organization }: PushRecord, creationName: string | null) =>
  underOrganizationLock(
    organization,
    runSql`update campaigns set creation_name = ${creationName}, updated_at = now()
        where organization_id = ${organization} and id = ${id}`
  )

const belongsToAnother = (record: PushRecord, ref: Ref) =>
  Effect.map(
    runSql`select 1 from campaigns where organization_id = ${record.organization}
        and platform_resource_name = ${ref} and id <> ${record.id}`,
    (rows) => rows.length > 0
  )

/** Stores the platform's resource names of the created campaign, and its budget. */
const storeCreated = ({ id, organization }: PushRecord, remote: PlatformCampaign) =>
  underOrganizationLock(
    organization,
    Effect.as(
      runSql`update campaigns set platform_id = ${remote.platformId}, platform_resource_name = ${remote.ref},
            platform_budget_resource_name = ${remote.budgetRef}, platform_bidding_strategy = ${remote.bidding},
            platform_budget = ${platformBudget(remote)}, creation_name = null, updated_at = now()
          where organization_id = ${organization} and id = ${id}`,
      remote.ref
    )
  )

/**
 * Creates the campaign in the platform, once. It stores the name before it sends the request. A retry that
 * finds a stored name looks that name up first, because the last attempt may have created it. Returns null if
 * the platform has no campaign and needs none.
 */
export const createInPlatform = (account: LinkedAccount, record: PushRecord, shouldExist: boolean) =>
  Effect.gen(function* () {
    const { platform } = account
    const findByName = (name: string) => platform.campaignByName(account, name)
    const previousName = record.creation_name
    if (previousName !== null) {
      const remote = yield* findByName(previousName)
      if (remote !== null && !(yield* belongsToAnother(record, remote.ref)))
        return yield* storeCreated(record, remote)
    }
    if (!shouldExist) return yield* Effect.as(recordCreationName(record, null), null)
    if (previousName !== record.name) {
      if ((yield* findByName(record.name)) !== null) return yield* nameTakenError(platform.label, record.name)
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
          // An earlier attempt without a response created the campaign under the stored name.
          previousName !== null && refusal.meaning === "duplicate_name"
            ? Effect.void
            : Effect.zipRight(recordCreationName(record, null), refusal)
      })
    )
    const remote = yield* findByName(record.name)
    return remote === null
      ? yield* nameTakenError(platform.label, record.name)
      : yield* storeCreated(record, remote)
  })
