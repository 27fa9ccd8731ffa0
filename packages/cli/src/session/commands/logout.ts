import { exitCodes } from "../../exit-codes.ts"
import type { ParsedArguments } from "../../parse/parsed-arguments.ts"
import { Refusal } from "../../refusal.ts"
import type { Terminal } from "../../terminal/terminal.ts"
import { endLogins } from "../login/end-logins.ts"
import { chosenProfile } from "../profiles.ts"

/** `adwarden logout` */
export const runLogout = async (given: ParsedArguments, { err, out }: Terminal): Promise<number> => {
  const profile = await chosenProfile(process.env, given.text("profile"))
  const ended = await endLogins(process.env, profile, "keep")
  if (given.json) out.line(JSON.stringify({ profile, ...ended }, null, 2))
  if (ended.logins === 0) err.line(`The profile ${profile} is not signed in.`)
  else if (ended.problems.length === 0)
    err.line(`Signed out of ${ended.url}. Its tokens are worth nothing now.`)
  else {
    throw new Refusal(
      `The tokens are gone from this machine, but ${ended.url} could not be told (${ended.problems.join("; ")}). End the connection there: Account, API Keys, Connected apps.`,
      { exitReason: "outOfReach" }
    )
  }
  return exitCodes.done.code
}
