import { type AccountRow, accountEndpoints, type LoginRow } from "@adwarden/core"
import { Args, Command, Options } from "@effect/cli"
import { Effect, Option } from "effect"
import { asOperator } from "../../operator.ts"
import { safeLine } from "../../terminal/safe-text.ts"
import type { Screen } from "../../terminal/terminal.ts"
import { outputCommand } from "../command-output.ts"
import { asOwner, minute, runBy, slug, tableOf, textOption } from "../operator-commands.ts"
import { readToken, requiredToken, tokenFile } from "./token.ts"

const account = Args.text({ name: "account" }).pipe(
  Args.withDescription("Number of the Google Ads account, as list shows it"),
  // As Google writes it, 555-000-0001, too.
  Args.map((text) => text.replaceAll("-", ""))
)
const login = textOption(
  "login",
  "E-mail of the Google login; may be left out where only one is connected"
).pipe(Options.optional)

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
const loginLine = ({ email, state }: LoginRow) => `Login ${email ?? "without an e-mail"}: ${state}`
const problemsOf = (all: ReadonlyArray<AccountRow>): ReadonlyArray<string> =>
  all.flatMap(({ id, problem }) => (problem === null ? [] : [`${id}: ${problem}`]))

const list = outputCommand(
  "list",
  { org: slug, as: asOwner },
  "List an organization's ad accounts and logins, and what is wrong with them.",
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
  { org: slug, account, login, tokenFile, as: asOwner },
  "Link an account that a login can reach, in the organization's own currency. The login is one that is connected, or a new one whose refresh token is given.",
  ({ account, as, login, org, tokenFile }) =>
    Effect.gen(function* () {
      const loginOptions = { email: Option.getOrNull(login), refreshToken: yield* readToken(tokenFile) }
      const linked = yield* asOperator(
        Option.getOrNull(as),
        Effect.map(accountEndpoints, (endpoints) => endpoints.link(org, account, loginOptions, runBy(as)))
      )
      const { currency, id, name, status } = linked
      const next =
        status === "pending"
          ? "The link still waits to be accepted in Google Ads."
          : `Work on it: adwarden accounts select ${org} ${id}`
      return {
        data: linked,
        text: `Linked ${id} (${name}, ${currency}) to ${org}: ${status}.`,
        notes: [next]
      }
    })
)

const select = outputCommand(
  "select",
  { org: slug, account, as: asOwner },
  "Choose the linked account in which new campaigns are made.",
  ({ account, as, org }) =>
    asOperator(
      Option.getOrNull(as),
      Effect.map(accountEndpoints, (endpoints) => endpoints.select(org, account, runBy(as)))
    ).pipe(
      Effect.map((selected) => {
        const { id, name, problem } = selected
        const text = `${org} works on ${id}${name === null ? "" : ` (${name})`} from now on.`
        return { data: selected, text, notes: problem === null ? [] : [problem] }
      })
    )
)

const reconnect = outputCommand(
  "reconnect",
  { org: slug, login, tokenFile, as: asOwner },
  "Connect a login again that was revoked or ran out, by the refresh token of a new grant. It must reach every account that hangs on the login.",
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
        notes: [`They are synced at the worker's next round, or now by: adwarden sync ${org}`]
      }
    })
)

export const accounts = Command.make("accounts").pipe(
  Command.withDescription(
    "Link, select and reconnect an organization's ad accounts, on DATABASE_URL or the database in .adwarden/."
  ),
  Command.withSubcommands([list, link, select, reconnect])
)
