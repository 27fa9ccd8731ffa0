import { Effect } from "effect"
import { closeOrganization, lockAndRead, readOrganization } from "../access/organizations.ts"
import { endPendingWrites, readClaimedCount } from "../approvals/pending.ts"
import { deleteWebsiteTexts, readMaySpend } from "../campaigns/index.ts"
import { ValidationError } from "../contract/index.ts"
import { removeEndpoints } from "../events/endpoints.ts"
import { administerChange } from "../pipeline/administer.ts"
import { unlinkAccounts } from "../platform/logins.ts"
import { deleteWebsiteFacts } from "./website-facts/rows.ts"

const problem = (path: string, message: string) => new ValidationError({ fields: [{ path, message }] })

/** Why an organization cannot be deleted now, or null. Nothing may keep spending that nobody here can stop. */
export const deletionProblem = (facts: {
  readonly name: string
  readonly typedName: string
  readonly maySpend: number
  readonly executing: number
}): ValidationError | null => {
  if (facts.typedName.trim() !== facts.name.trim())
    return problem("typed_name", `must be exactly ${JSON.stringify(facts.name)}`)
  if (facts.maySpend > 0)
    return problem(
      "campaigns",
      `can still spend (${facts.maySpend}): pause them, for example by the emergency stop, and wait until the ad platform has the pauses`
    )
  return facts.executing > 0
    ? problem("campaigns", "are being changed right now: try again in a minute")
    : null
}

export const deletionAdministration = {
  /**
   * Ends all access at once and unlinks the ad accounts, whose campaigns stay on the platform, paused. The records
   * stay, and the audit chain ends with the deletion.
   */
  "organizations.delete": administerChange(
    "organizations.delete",
    ({ organization: { id } }, { typed_name: typedName }) =>
      Effect.gen(function* () {
        const [[organization], [spending], [claimed]] = yield* lockAndRead(id, [
          readOrganization(id),
          readMaySpend(id),
          readClaimedCount(id)
        ])
        const refusal = deletionProblem({
          name: organization!.name,
          typedName,
          maySpend: spending!.campaigns,
          executing: claimed!.claimed
        })
        if (refusal !== null) return yield* refusal
        yield* endPendingWrites(id, "organization deleted")
        yield* unlinkAccounts(id)
        yield* removeEndpoints(id)
        yield* deleteWebsiteFacts(id)
        yield* deleteWebsiteTexts(id)
        yield* closeOrganization(id)
      })
  )
}
