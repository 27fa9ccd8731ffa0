import { Effect } from "effect"
import type { LinkedAccount } from "../../platform/ad-accounts.ts"
import { PlatformRefused, PlatformUnreachable, type WriteFailure } from "../../platform/errors.ts"
import type { CampaignSetting, PlatformCampaign, Ref } from "../../platform/model.ts"
import {
  findOutsideChanges,
  type KnownSettings,
  type OutsideChange,
  withAuthors
} from "../../platform/outside-changes.ts"
import { mayOverwrite } from "../known-settings.ts"
import { ignoreUnknownOutcome } from "./record.ts"

/** The target values of a campaign's settings; omitted ones stay as they are in the platform. */
export interface WantedSettings {
  readonly name?: string
  readonly budget?: number
  readonly target_cpa?: number | null
  readonly ai_max?: boolean
  readonly state?: "live" | "paused"
}

/**
 * Returns the differences in the order to write them: pausing comes first, and going live last, when
 * everything else is in place.
 */
export const differences = (
  wanted: WantedSettings,
  remote: PlatformCampaign
): ReadonlyArray<CampaignSetting> => {
  const present = { ...remote, target_cpa: remote.targetCpa, ai_max: remote.aiMax }
  const order: ReadonlyArray<CampaignSetting> =
    wanted.state === "live"
      ? ["name", "budget", "target_cpa", "ai_max", "state"]
      : ["state", "name", "budget", "target_cpa", "ai_max"]
  return order.filter((field) => wanted[field] !== undefined && wanted[field] !== present[field])
}

const write = (
  account: LinkedAccount,
  ref: Ref,
  wanted: WantedSettings,
  field: CampaignSetting
): Effect.Effect<void, WriteFailure> => {
  const { platform } = account
  switch (field) {
    case "name":
      return platform.rename(account, ref, wanted.name!)
    case "budget":
      return platform.setBudget(account, ref, wanted.budget!)
    case "target_cpa":
      return platform.setTargetCpa(account, ref, wanted.target_cpa!)
    case "ai_max":
      return platform.setAiMax(account, ref, wanted.ai_max!)
    case "state":
      return platform.setState(account, ref, wanted.state!)
  }
}

const maxRounds = 4

/** The campaign as the platform has it after a push, and the changes of others that the push met. */
interface Converged {
  readonly remote: PlatformCampaign
  /** Left as they are: the campaign is in conflict. */
  readonly conflicts: ReadonlyArray<OutsideChange>
  /** Replaced, because ours was below both. */
  readonly overwritten: ReadonlyArray<OutsideChange>
}

/** Whether writing a setting can only lower spend. */
const lowersSpend = (field: CampaignSetting, wanted: WantedSettings, remote: PlatformCampaign): boolean =>
  (field === "state" && wanted.state === "paused") || (field === "budget" && wanted.budget! < remote.budget)

const readCampaign = (account: LinkedAccount, ref: Ref) =>
  Effect.flatMap(account.platform.campaign(account, ref), (remote) =>
    remote === null
      ? new PlatformRefused({
          platform: account.platform.label,
          code: "campaign_missing",
          message: `The campaign is no longer in ${account.platform.label}.`
        })
      : Effect.succeed(remote)
  )

/** Splits what others changed and this push would write into what it may overwrite and what it must leave. */
const compare = (wanted: WantedSettings, known: KnownSettings | null, remote: PlatformCampaign) => {
  if (known === null) return { conflicts: [], overwritten: [] }
  const met = findOutsideChanges(known, remote).filter(({ field }) => wanted[field] !== undefined)
  return {
    conflicts: met.filter((change) => !mayOverwrite(change, known)),
    overwritten: met.filter((change) => mayOverwrite(change, known))
  }
}

/** Returns the changes of others that keep a push from writing. It writes nothing. */
export const readConflicts = (account: LinkedAccount, wanted: WantedSettings, known: KnownSettings) =>
  Effect.flatMap(readCampaign(account, known.campaign), (remote) =>
    Effect.map(withAuthors(account, known, compare(wanted, known, remote).conflicts), (conflicts) => ({
      remote,
      conflicts
    }))
  )

/**
 * Writes the differences and reads back until there are none. A change of others is overwritten only by a lower value;
 * otherwise nothing is written but what lowers spend.
 */
export const converge = (
  account: LinkedAccount,
  ref: Ref,
  wanted: WantedSettings,
  known: KnownSettings | null
) =>
  Effect.gen(function* () {
    const overwritten = new Map<CampaignSetting, OutsideChange>()
    for (let round = 0; round <= maxRounds; round++) {
      const remote = yield* readCampaign(account, ref)
      const met = compare(wanted, known, remote)
      const conflicts = met.conflicts.filter(({ field }) => !overwritten.has(field))
      for (const change of met.overwritten)
        if (!overwritten.has(change.field)) overwritten.set(change.field, change)
      const isConflict = (field: CampaignSetting) => conflicts.some((change) => change.field === field)
      const differing = differences(wanted, remote).filter(
        (field) =>
          !isConflict(field) &&
          (conflicts.length === 0 || overwritten.has(field) || lowersSpend(field, wanted, remote))
      )
      if (differing.length === 0) {
        const authored = (changes: ReadonlyArray<OutsideChange>) =>
          known === null ? Effect.succeed([]) : withAuthors(account, known, changes)
        const converged: Converged = {
          remote,
          conflicts: yield* authored(conflicts),
          overwritten: yield* authored([...overwritten.values()])
        }
        return converged
      }
      if (round > 1) yield* Effect.sleep(`${250 * 2 ** round} millis`)
      for (const field of differing) yield* ignoreUnknownOutcome(write(account, ref, wanted, field))
    }
    return yield* new PlatformUnreachable({
      platform: account.platform.label,
      message: "It does not show what was sent to it"
    })
  })
