import { Effect } from "effect"
import { adminEndpoint } from "../changes/people-writes.ts"
import { BusinessProfileNotReady, ValidationError } from "../contract/index.ts"
import { businessProfileStatus, readyProfile } from "../organizations/index.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import type { Endpoint } from "../request/endpoint.ts"
import { respondWith } from "../request/handler.ts"

/** What a person can choose from for a competitor campaign. */
export interface CompetitorChoices {
  /** The competitors of the business profile, by their names. */
  readonly competitors: ReadonlyArray<string>
  /** The website of the profile, which the draft is made from. */
  readonly website: string
}

/** Reads the choices; without a ready profile there are none. */
export const readCompetitorChoices = (organization: number) =>
  Effect.gen(function* () {
    const profile = yield* readyProfile(organization)
    if (profile !== null) return { competitors: profile.competitors, website: profile.url }
    const status = yield* businessProfileStatus(organization)
    return yield* new BusinessProfileNotReady({ why: status === "ready" ? "none" : status })
  })

const invalid = (message: string) => new ValidationError({ fields: [{ path: "competitors", message }] })

/** Returns what is wrong with a choice: only companies that the profile names can be chosen. */
export const choiceProblem = (
  chosen: ReadonlyArray<string>,
  { competitors }: CompetitorChoices
): ValidationError | null => {
  if (competitors.length === 0)
    return invalid("cannot be chosen: the website of the business profile names no competitors")
  const unknown = chosen.find((name) => !competitors.includes(name))
  return unknown === undefined
    ? null
    : invalid(`is not in the business profile: “${unknown}”; choose from ${competitors.join(", ")}`)
}

/** Shows people the competitors that a campaign can bid on. The people's write drafts.create_competitor creates it. */
export const competitorEndpoints = Effect.succeed({
  choices: (organization: string): Endpoint<CompetitorChoices> => ({
    ...adminEndpoint("competitors.choices", organization),
    run: ({ organization: { id } }: OrganizationClearance) =>
      Effect.map(readCompetitorChoices(id), respondWith)
  })
})
