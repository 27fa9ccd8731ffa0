import type { ParsedArguments } from "../../parse.ts"
import { exitCodes } from "../../refusal.ts"
import { jsonText } from "../../terminal/json-text.ts"
import type { Terminal } from "../../terminal/terminal.ts"
import { defaultAddress, namedAddress } from "../addresses.ts"
import { login } from "../login/index.ts"
import { chosenProfile, defaultProfile, readProfile } from "../profiles.ts"

/** `adwarden login` */
export const runLogin = async (given: ParsedArguments, { err, out }: Terminal): Promise<number> => {
  const { env } = process
  const profile = await chosenProfile(env, given.text("profile"))
  const known = await readProfile(env, profile).catch(() => null)
  const address = namedAddress(env, given.text("url")) ?? known?.url ?? defaultAddress(env)
  const surface = given.is("mcp") ? "mcp" : "rest"
  const session = await login(
    { address, surface, profile, browser: !given.is("no-browser"), scopes: given.text("scopes") },
    { env, print: err.line }
  )
  const { person, scopes } = session
  if (given.json) {
    out.line(jsonText({ profile, url: address, surface, person, scopes }, given))
  } else {
    const surfaceText = surface === "mcp" ? " for MCP" : ""
    err.line(`${err.paint.good("✓")} Signed in${surfaceText} at ${address} as ${person}.`)
    err.line(`It may: ${scopes.join(", ")}`)
    if (profile !== defaultProfile) err.line(`Use this profile from now on: adwarden profiles use ${profile}`)
  }
  if (env["ADWARDEN_API_KEY"]?.trim()) {
    err.line("ADWARDEN_API_KEY is set and overrides this login, unless a command has --profile.")
  }
  return exitCodes.done.code
}
