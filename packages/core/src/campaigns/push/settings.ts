import { Effect } from "effect"
import type { LinkedAccount } from "../../platform/ad-accounts.ts"
import { PlatformRefused, PlatformUnreachable, type WriteFailure } from "../../platform/errors.ts"
import type { PlatformCampaign, Ref } from "../../platform/model/index.ts"
import { ignoreUnknownOutcome } from "./failure.ts"

export const pushFields = ["name", "budget", "target_cpa", "state"] as const
export type PushField = (typeof pushFields)[number]

/** The parts that a push can send: the campaign's own settings, and ads that were created or removed here. */
export const pushParts = [...pushFields, "ads"] as const
export type PushPart = (typeof pushParts)[number]

/** The target values of a campaign's settings; omitted ones stay as they are in the platform. */
export interface WantedSettings {
  readonly name?: string
  readonly budget?: number
  readonly target_cpa?: number | null
  readonly state?: "live" | "paused"
}

/**
 * Returns the differences in the order to write them: pausing comes first, and going live last, when
 * everything else is in place.
 */
export const differences = (wanted: WantedSettings, remote: PlatformCampaign): ReadonlyArray<PushField> => {
  const present: Required<WantedSettings> = { ...remote, target_cpa: remote.targetCpa }
  const order: ReadonlyArray<PushField> =
    wanted.state === "live"
      ? ["name", "budget", "target_cpa", "state"]
      : ["state", "name", "budget", "target_cpa"]
  return order.filter((field) => wanted[field] !== undefined && wanted[field] !== present[field])
}

const write = (
  account: LinkedAccount,
  ref: Ref,
  wanted: WantedSettings,
  field: PushField
): Effect.Effect<void, WriteFailure> => {
  const { platform } = account
  switch (field) {
    case "name":
      return platform.rename(account, ref, wanted.name!)
    case "budget":
      return platform.setBudget(account, ref, wanted.budget!)
    case "target_cpa":
      return platform.setTargetCpa(account, ref, wanted.target_cpa!)
    case "state":
      return platform.setState(account, ref, wanted.state!)
  }
}

const maxRounds = 4

/**
 * Writes the differences and reads back until there are none. Returns the campaign as the platform has it
 * then.
 */
export const converge = (account: LinkedAccount, ref: Ref, wanted: WantedSettings) =>
  Effect.gen(function* () {
    for (let round = 0; round <= maxRounds; round++) {
      const remote = yield* account.platform.campaign(account, ref)
      if (remote === null) {
        return yield* new PlatformRefused({
          platform: account.platform.label,
          code: "campaign_missing",
          message: `The campaign is no longer in ${account.platform.label}.`
        })
      }
      const differing = differences(wanted, remote)
      if (differing.length === 0) return remote
      if (round > 1) yield* Effect.sleep(`${250 * 2 ** round} millis`)
      for (const field of differing) yield* ignoreUnknownOutcome(write(account, ref, wanted, field))
    }
    return yield* new PlatformUnreachable({
      platform: account.platform.label,
      message: "It does not show what was sent to it"
    })
  })
