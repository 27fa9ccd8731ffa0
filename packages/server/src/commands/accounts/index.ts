import { readFile } from "node:fs/promises"
import { text as readAll } from "node:stream/consumers"
import { type Screen, safeLine } from "@adwarden/cli"
import type { AccountRow, NamedLogin } from "@adwarden/core"
import { Effect, Option, Redacted } from "effect"
import { group, makeParameter, map, type Parameter, textArgument } from "../../command-line.ts"
import { Stop, usageStop } from "../../stop.ts"
import { administrationCommand } from "../administer.ts"
import { minute, tableOf } from "../operator-commands.ts"
import { connect } from "./connect.ts"

const variable = "GOOGLE_ADS_REFRESH_TOKEN"

/** Never the token itself: process lists and the shell history show the command line. */
const tokenFile = makeParameter<string>(
  {
    flags: [
      {
        name: "token-file",
        value: "text",
        description: `File with the refresh token that the login's owner granted; - reads it from stdin. Or set ${variable}`
      }
    ]
  },
  (given) => Effect.succeed(Option.fromNullable(given.text("token-file")))
)

const readTokenFrom = (path: string): Effect.Effect<string, Stop> =>
  Effect.tryPromise({
    try: () => (path === "-" ? readAll(process.stdin) : readFile(path, "utf8")),
    catch: (error) =>
      new Stop({
        message: `Cannot read the refresh token: ${error instanceof Error ? error.message : error}`
      })
  })

/** The refresh token from the file, stdin or the environment. */
const token: Parameter<Redacted.Redacted> = makeParameter(tokenFile, (given) =>
  Effect.gen(function* () {
    const path = Option.getOrNull(yield* tokenFile.read(given))
    const text = (path === null ? (process.env[variable] ?? "") : yield* readTokenFrom(path)).trim()
    if (text !== "") {
      return /\s/.test(text)
        ? yield* usageStop("This is not a refresh token: it has more than one word or line.")
        : Option.some(Redacted.make(text))
    }
    return path === null ? Option.none() : yield* usageStop("The refresh token is empty.")
  })
)

const requiredToken: Parameter<Redacted.Redacted> = makeParameter(token, (given) =>
  Effect.flatMap(token.read(given), (found) =>
    Option.isNone(found)
      ? usageStop(
          `This needs the refresh token that the login's owner granted: --token-file with a file (or - for stdin), or ${variable}.`
        )
      : Effect.succeed(found)
  )
)

const account = textArgument("account", "Number of the Google Ads account, as list shows it").pipe(
  // Accepts Google's own format, 555-000-0001, too.
  map((text) => text.replaceAll("-", ""))
)
const titles = ["*ACCOUNT", "NAME", "CURRENCY", "STATUS", "SELECTED", "LOGIN", "SYNCED"]
const row = (one: AccountRow): ReadonlyArray<string> => [
  one.id,
  one.name ?? "",
  one.currency ?? "",
  one.status,
  one.selected ? "yes" : "no",
  one.login ?? "none",
  one.last_synced_at === null ? "never" : minute(one.last_synced_at)
]
const loginLine = ({ connected_at, connected_by, email, state }: NamedLogin) =>
  `Login ${email ?? "without an email"}: ${state}, connected ${minute(connected_at)} by ${connected_by?.email ?? "the operator"}`
const problemsOf = (all: ReadonlyArray<AccountRow>): ReadonlyArray<string> =>
  all.flatMap(({ id, problem }) => (problem === null ? [] : [`${id}: ${problem}`]))

const list = administrationCommand("accounts.list", (listed, { org }) => {
  const { accounts, logins } = listed
  const lines = [...logins.map(loginLine), ...problemsOf(accounts)].map(safeLine)
  if (accounts.length === 0) {
    const text = lines.length === 0 ? null : lines.join("\n")
    return { data: listed, text, notes: [`${org} has no ad account.`] }
  }
  const table = tableOf(titles, accounts.map(row))
  return { data: listed, text: (out: Screen) => [table(out), ...lines].join("\n") }
})

const link = administrationCommand(
  "accounts.link",
  (linked, { org }) => {
    const { currency, id, name, selected, status } = linked
    const next = selected
      ? `${org} now uses it for new campaigns.`
      : status === "pending"
        ? "Accept the link in Google Ads to activate it."
        : `To use it for new campaigns: adwarden accounts select ${id} --org ${org}`
    return {
      data: linked,
      text: `Linked ${id} (${name}, ${currency}) to ${org}: ${status}.`,
      notes: [next]
    }
  },
  { fields: { account, login_id: null, platform: null, refresh_token: token } }
)

const select = administrationCommand(
  "accounts.select",
  (selected, { org }) => {
    const { id, name, problem } = selected
    const text = `${org} now uses ${id}${name === null ? "" : ` (${name})`} for new campaigns.`
    return { data: selected, text, notes: problem === null ? [] : [problem] }
  },
  { fields: { account } }
)

const reconnect = administrationCommand(
  "accounts.reconnect",
  (done, { org }) => ({
    data: done,
    text: `Connected ${done.login} again. Working accounts: ${done.accounts.join(", ") || "none"}.`,
    notes: [`The worker syncs them in its next round. To sync them now, run: adwarden sync --org ${org}`]
  }),
  { fields: { refresh_token: requiredToken } }
)

const unlink = administrationCommand(
  "accounts.unlink",
  (unlinked, { org }) => ({ data: unlinked, text: `Unlinked ${unlinked.id} from ${org}.` }),
  { fields: { account } }
)

const disconnect = administrationCommand("accounts.disconnect", (deleted, { login, org }) => ({
  data: deleted,
  text: `Deleted the login ${login} of ${org}.`,
  notes: ["To end the access at Google too, remove the app under https://myaccount.google.com/connections."]
}))

export const accounts = group("accounts", [connect, list, link, select, reconnect, unlink, disconnect])
