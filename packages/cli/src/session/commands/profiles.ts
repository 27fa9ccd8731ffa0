import type { ParsedArguments } from "../../parse.ts"
import { exitCodes, Refusal } from "../../refusal.ts"
import { jsonText } from "../../terminal/json-text.ts"
import { table } from "../../terminal/table.ts"
import type { Terminal } from "../../terminal/terminal.ts"
import { endLogins } from "../login/end-logins.ts"
import {
  changeProfile,
  chooseProfile,
  chosenProfile,
  listProfiles,
  loginCommand,
  readProfile
} from "../profiles.ts"

/** `adwarden profiles list` */
export const runProfilesList = async (given: ParsedArguments, { err, out }: Terminal): Promise<number> => {
  const chosen = await chosenProfile(process.env, undefined)
  const rows = await Promise.all(
    (await listProfiles(process.env)).map(async (name) => {
      const profile = await readProfile(process.env, name)
      const { mcp, rest } = profile?.sessions ?? {}
      return {
        name,
        chosen: name === chosen,
        url: profile?.url ?? "",
        person: rest?.person ?? null,
        mcp: mcp?.person ?? null
      }
    })
  )
  if (given.json) out.line(jsonText(rows, given))
  else if (rows.length === 0) err.line("There is no profile yet. Sign in: adwarden login")
  else {
    const columns = [
      {
        title: "PROFILE",
        cells: rows.map(({ chosen, name }) => `${chosen ? "* " : "  "}${name}`),
        neverCut: true
      },
      { title: "ADDRESS", cells: rows.map(({ url }) => url), neverCut: true },
      { title: "SIGNED IN", cells: rows.map(({ person }) => person ?? "no") },
      { title: "MCP", cells: rows.map(({ mcp }) => mcp ?? "no") }
    ]
    out.line(table(columns, out.width, out.paint))
  }
  return exitCodes.done.code
}

const requireProfile = async (given: ParsedArguments): Promise<string> => {
  const name = given.argument("profile") ?? ""
  const all = await listProfiles(process.env)
  if (all.includes(name)) return name
  const knownText = all.length === 0 ? "There is none yet." : `There are: ${all.join(", ")}.`
  throw new Refusal(`There is no profile ${name}. ${knownText}`, {
    exitReason: "notFound",
    next: loginCommand(name)
  })
}

/** `adwarden profiles use` */
export const runProfilesUse = async (given: ParsedArguments, { err, out }: Terminal): Promise<number> => {
  const name = await requireProfile(given)
  await chooseProfile(process.env, name)
  const org = given.text("org")
  if (org !== undefined) {
    await changeProfile(process.env, name, async (before) => {
      const { org: _, ...rest } = before!
      return org === "none" ? rest : { ...rest, org }
    })
  }
  if (given.json) out.line(jsonText({ profile: name }, given))
  else err.line(`Commands now use the profile ${name}.`)
  if (process.env["ADWARDEN_PROFILE"]) err.line("ADWARDEN_PROFILE is set and overrides this.")
  return exitCodes.done.code
}

/** `adwarden profiles remove` */
export const runProfilesRemove = async (given: ParsedArguments, { err, out }: Terminal): Promise<number> => {
  const name = await requireProfile(given)
  const { problems } = await endLogins(process.env, name, "remove")
  if (given.json) out.line(jsonText({ profile: name, problems }, given))
  else err.line(`Removed the profile ${name}${problems.length === 0 ? " and signed it out" : ""}.`)
  if (problems.length > 0) {
    err.line(
      `The tokens could not be revoked at the service (${problems.join("; ")}). Disconnect the app there under Account › Connected apps.`
    )
  }
  return exitCodes.done.code
}
