import type { ParsedArguments } from "../../parse.ts"
import { exitCodes, Refusal } from "../../refusal.ts"
import { jsonText } from "../../terminal/json-text.ts"
import type { Terminal } from "../../terminal/terminal.ts"
import { endLogins } from "../login/end-logins.ts"
import { chosenProfile } from "../profiles.ts"

/** `adwarden logout` */
export const runLogout = async (given: ParsedArguments, { err, out }: Terminal): Promise<number> => {
  const profile = await chosenProfile(process.env, given.text("profile"))
  const ended = await endLogins(process.env, profile, "keep")
  if (given.json) out.line(jsonText({ profile, ...ended }, given))
  if (ended.logins === 0) err.line(`The profile ${profile} is not signed in.`)
  else if (ended.problems.length === 0)
    err.line(`Signed out of ${ended.url}. Its tokens are no longer valid.`)
  else {
    throw new Refusal(
      `The tokens were deleted from this machine, but not revoked at ${ended.url} (${ended.problems.join("; ")}). Disconnect the app there under Account › Connected apps.`,
      { exitReason: "outOfReach" }
    )
  }
  return exitCodes.done.code
}
