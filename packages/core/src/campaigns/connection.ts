import { Effect } from "effect"
import type { PlanContext } from "../changes/edit.ts"
import { errorOfRefusal, platformRefusal } from "../changes/settle.ts"
import type { ServiceError } from "../contract/index.ts"
import { connectionFailure, reasonOfError } from "../platform/connection.ts"
import type { ConnectionBroken, SetupRequired } from "../platform/errors.ts"
import { type AdAccountsShape, taskFailure } from "../platform/index.ts"
import { type Campaign, isInPlatform } from "./campaign.ts"

/** Returns why a campaign is in error, whether or not it ever reached the platform. */
export const errorWarnings = (campaign: Campaign): ReadonlyArray<string> =>
  campaign.state === "error" ? [`The campaign is in error: ${reasonOfError(campaign)}`] : []

/**
 * Returns why the platform will probably not apply a change, as far as stored facts show, for previews.
 * `reaches`: whether the change goes to the platform at all.
 */
export const connectionWarnings = (
  accounts: AdAccountsShape,
  context: PlanContext,
  campaign: Campaign,
  reachesPlatform: boolean = isInPlatform(campaign)
) => {
  const account = reachesPlatform ? campaign.ad_account_id : null
  if (account === null) return Effect.succeed(errorWarnings(campaign))
  const asWarning = (failure: Parameters<typeof taskFailure>[0]) =>
    Effect.succeed([taskFailure(failure).message])
  return accounts.get(context.clearance.organization.id, account).pipe(
    Effect.as<ReadonlyArray<string>>([]),
    Effect.catchTags({ SetupRequired: asWarning, ConnectionBroken: asWarning }),
    Effect.map((problems) => {
      const errors = errorWarnings(campaign)
      // A connection problem that put the campaign in error is reported once.
      return [...errors, ...problems.filter((problem) => !errors.some((error) => error.includes(problem)))]
    })
  )
}

/**
 * Returns why the login of a campaign's account does not work and what to do, or null. An unlinked account
 * has no login.
 */
export const loginProblem = ({ connection }: Pick<Campaign, "connection">): string | null => {
  if (connection === null) return null
  const failure = connectionFailure(connection)
  return failure === null || isAboutLink(failure) ? null : taskFailure(failure).message
}

const isAboutLink = ({ code }: SetupRequired | ConnectionBroken): boolean => code.startsWith("ACCOUNT_")

/**
 * Returns the warning of an executed change that waits because the platform cannot be reached; null if it
 * can.
 */
export const waitingProblem = ({ connection }: Pick<Campaign, "connection">): string | null => {
  const failure = connectionFailure(connection)
  return failure === null
    ? null
    : `The change is saved here and waits to be sent to the ad platform. ${taskFailure(failure).message} It is sent by itself a few minutes after that.`
}

/** Returns why the platform cannot be written to, as far as stored facts show, for platform-first changes. */
export const linkProblem = (
  accounts: AdAccountsShape,
  organization: number,
  campaign: Campaign,
  field: string
) => {
  const asError = (failure: SetupRequired | ConnectionBroken) =>
    Effect.succeed<ServiceError | null>(errorOfRefusal(platformRefusal(failure, field)))
  return accounts
    .get(organization, campaign.ad_account_id ?? "")
    .pipe(Effect.as(null), Effect.catchTags({ SetupRequired: asError, ConnectionBroken: asError }))
}
