import { Effect } from "effect"
import {
  type BusinessLocation,
  lookUpLocations,
  type Targeting,
  targetingOf
} from "../../organizations/index.ts"
import type { LinkedAccount } from "../../platform/ad-accounts.ts"

/** The targeting of a draft, and what a person must decide about it. */
export interface DraftTargeting extends Targeting {
  /** Which of several places is meant, as the end of a sentence; null if every place is known. */
  readonly locationQuestion: string | null
}

const maxChoices = 6

/**
 * Finds the locations of a draft in the platform: the first list of which it knows any, or which has coordinates.
 * A draft without locations is still generated, and its launch check reports them as missing, with the places
 * that an ambiguous name can mean.
 */
export const targetingFor = (
  account: LinkedAccount,
  places: ReadonlyArray<ReadonlyArray<BusinessLocation>>
) =>
  Effect.gen(function* () {
    let question: string | null = null
    for (const list of places) {
      const found = yield* lookUpLocations(account, list)
      const targeting = targetingOf(found.map(({ location }) => location))
      const open = found.filter(({ choices }) => choices.length > 1)
      question ??=
        open.length === 0
          ? null
          : open
              .map(({ choices, location }) => {
                const names = choices.slice(0, maxChoices).map(({ name }) => name)
                return `“${location.name}” can be ${names.join("; ")}`
              })
              .join(". ")
      if (targeting.locations.length > 0 || targeting.radius !== null)
        return { ...targeting, locationQuestion: null } satisfies DraftTargeting
    }
    return { ...targetingOf([]), locationQuestion: question } satisfies DraftTargeting
  })
