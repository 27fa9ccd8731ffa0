import { readFile } from "node:fs/promises"
import { text as readAll } from "node:stream/consumers"
import { type Screen, safeLine } from "@adwarden/cli"
import { type AccountRow, accountEndpoints, type NamedLogin } from "@adwarden/core"
import { Effect, Option, Redacted } from "effect"
import { group, map, optional, textArgument, textFlag } from "../../command-line.ts"
import { asOperator } from "../../operator.ts"
import { Stop, usageStop } from "../../stop.ts"
import { outputCommand } from "../command-output.ts"
import { asOwner, minute, org, runBy, tableOf } from "../operator-commands.ts"
import { connect } from "./connect.ts"

const variable = "GOOGLE_ADS_REFRESH_TOKEN"

/** Never the token itself: process lists and the shell history show the command line. */
const tokenFile = textFlag(
  "token-file",
  `File with the refresh token that the login's owner granted; - reads it from stdin. Or set ${variable}`
).pipe(optional)

const readTokenFrom = (path: string): Effect.Effect<string, Stop> =>
  Effect.tryPromise({
    try: () => (path === "-" ? readAll(process.stdin) : readFile(path, "utf8")),
    catch: (error) =>
      new Stop({
        message: `Cannot read the refresh token: ${error instanceof Error ? error.message : error}`
      })
  })

/** Reads the refresh token from the file, stdin or the environment; null if none is given. */
const readToken = (file: Option.Option<string>): Effect.Effect<Redacted.Redacted | null, Stop> =>
  Effect.gen(function* () {
    const path = Option.getOrNull(file)
    const text = (path === null ? (process.env[variable] ?? "") : yield* readTokenFrom(path)).trim()
    if (text !== "") {
      return /\s/.test(text)
        ? yield* usageStop("This is not a refresh token: it has more than one word or line.")
        : Redacted.make(text)
    }
    return path === null ? null : yield* usageStop("The refresh token is empty.")
  })

const requiredToken = (file: Option.Option<string>): Effect.Effect<Redacted.Redacted, Stop> =>
  Effect.flatMap(readToken(file), (token) =>
    token === null
      ? usageStop(
          `This needs the refresh token that the login's owner granted: --token-file with a file (or - for stdin), or ${variable}.`
        )
      : Effect.succeed(token)
  )

const account = textArgument("account", "Number of the Google Ads account, as list shows it").pipe(
  // Accepts Google's own format, 555-000-0001, too.
  map((text) => text.replaceAll("-", ""))
)
const login = textFlag("login", "Email of the Google login; optional if only one is connected").pipe(optional)

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

const list = outputCommand(
  "list",
  { org, as: asOwner },
  "List an organization's ad accounts and logins with their problems.",
  ({ as, org }) =>
    asOperator(
      Option.getOrNull(as),
      Effect.map(accountEndpoints, (endpoints) => endpoints.list(org, runBy(as)))
    ).pipe(
      Effect.map((listed) => {
        const { accounts, logins } = listed
        const lines = [...logins.map(loginLine), ...problemsOf(accounts)].map(safeLine)
        if (accounts.length === 0) {
          const text = lines.length === 0 ? null : lines.join("\n")
          return { data: listed, text, notes: [`${org} has no ad account.`] }
        }
        const table = tableOf(titles, accounts.map(row))
        return { data: listed, text: (out: Screen) => [table(out), ...lines].join("\n") }
      })
    )
)

const link = outputCommand(
  "link",
  { account, login, tokenFile, org, as: asOwner },
  "Link an account that a login can reach, in the organization's own currency. Uses a connected login, or a new one with its refresh token.",
  ({ account, as, login, org, tokenFile }) =>
    Effect.gen(function* () {
      const loginOptions = { email: Option.getOrNull(login), refreshToken: yield* readToken(tokenFile) }
      const linked = yield* asOperator(
        Option.getOrNull(as),
        Effect.map(accountEndpoints, (endpoints) => endpoints.link(org, account, loginOptions, runBy(as)))
      )
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
    })
)

const select = outputCommand(
  "select",
  { account, org, as: asOwner },
  "Select the linked account for new campaigns.",
  ({ account, as, org }) =>
    asOperator(
      Option.getOrNull(as),
      Effect.map(accountEndpoints, (endpoints) => endpoints.select(org, account, runBy(as)))
    ).pipe(
      Effect.map((selected) => {
        const { id, name, problem } = selected
        const text = `${org} now uses ${id}${name === null ? "" : ` (${name})`} for new campaigns.`
        return { data: selected, text, notes: problem === null ? [] : [problem] }
      })
    )
)

const reconnect = outputCommand(
  "reconnect",
  { login, tokenFile, org, as: asOwner },
  "Reconnect a revoked or expired login with the refresh token of a new grant. The new grant must have access to every account of the login.",
  ({ as, login, org, tokenFile }) =>
    Effect.gen(function* () {
      const token = yield* requiredToken(tokenFile)
      const done = yield* asOperator(
        Option.getOrNull(as),
        Effect.map(accountEndpoints, (endpoints) =>
          endpoints.reconnect(org, Option.getOrNull(login), token, runBy(as))
        )
      )
      return {
        data: done,
        text: `Connected ${done.login} again. Working accounts: ${done.accounts.join(", ") || "none"}.`,
        notes: [`The worker syncs them in its next round. To sync them now, run: adwarden sync --org ${org}`]
      }
    })
)

const unlink = outputCommand(
  "unlink",
  { account, org, as: asOwner },
  "Unlink an account. Refused while a campaign in it may spend or has changes that wait to be sent. Campaigns and figures stay.",
  ({ account, as, org }) =>
    asOperator(
      Option.getOrNull(as),
      Effect.map(accountEndpoints, (endpoints) => endpoints.unlink(org, account, runBy(as)))
    ).pipe(Effect.map((unlinked) => ({ data: unlinked, text: `Unlinked ${unlinked.id} from ${org}.` })))
)

const disconnect = outputCommand(
  "disconnect",
  {
    login: textArgument("login", "Email of the Google login, as list shows it"),
    org,
    as: asOwner
  },
  "Delete a login that no linked account uses.",
  ({ as, login, org }) =>
    asOperator(
      Option.getOrNull(as),
      Effect.map(accountEndpoints, (endpoints) => endpoints.disconnect(org, login, runBy(as)))
    ).pipe(
      Effect.map((deleted) => ({
        data: deleted,
        text: `Deleted the login ${login} of ${org}.`,
        notes: [
          "To end the access at Google too, remove the app under https://myaccount.google.com/connections."
        ]
      }))
    )
)

export const accounts = group("accounts", [connect, list, link, select, reconnect, unlink, disconnect])
