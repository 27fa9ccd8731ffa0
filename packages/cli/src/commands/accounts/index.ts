import { type AccountRow, accountEntrances, type LoginRow } from "@adwarden/core"
import { Args, Command, Options } from "@effect/cli"
import { Console, Effect, Option } from "effect"
import { asOperator } from "../../operator.ts"
import { asOwner, described, minute, runBy, slug, table } from "../operator-commands.ts"
import { givenToken, requiredToken, tokenFile } from "./token.ts"

const account = Args.text({ name: "account" }).pipe(
  Args.withDescription("Number of the Google Ads account, as list shows it"),
  // As Google writes it, 555-000-0001, too.
  Args.map((text) => text.replaceAll("-", ""))
)
const login = described(
  "login",
  "E-mail of the Google login; may be left out where only one is connected"
).pipe(Options.optional)

const titles = ["ACCOUNT", "NAME", "CURRENCY", "STATUS", "SELECTED", "LOGIN", "SYNCED"]
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

const list = Command.make("list", { org: slug, as: asOwner }, ({ as, org }) =>
  asOperator(
    Option.getOrNull(as),
    Effect.map(accountEntrances, (entrances) => entrances.list(org, runBy(as)))
  ).pipe(
    Effect.flatMap(({ accounts, logins }) =>
      Effect.gen(function* () {
        if (accounts.length === 0) yield* Console.error(`${org} has no ad account.`)
        else yield* Console.log(table([titles, ...accounts.map(row)]))
        for (const line of [...logins.map(loginLine), ...problemsOf(accounts)]) yield* Console.log(line)
      })
    )
  )
).pipe(Command.withDescription("List an organization's ad accounts and logins, and what is wrong with them."))

const link = Command.make(
  "link",
  { org: slug, account, login, tokenFile, as: asOwner },
  ({ account, as, login, org, tokenFile }) =>
    Effect.gen(function* () {
      const given = { email: Option.getOrNull(login), refreshToken: yield* givenToken(tokenFile) }
      const linked = yield* asOperator(
        Option.getOrNull(as),
        Effect.map(accountEntrances, (entrances) => entrances.link(org, account, given, runBy(as)))
      )
      yield* Console.log(
        `Linked ${linked.id} (${linked.name}, ${linked.currency}) to ${org}: ${linked.status}.`
      )
      yield* Console.error(
        linked.status === "pending"
          ? "The link still waits to be accepted in Google Ads."
          : `Work on it: adwarden accounts select ${org} ${linked.id}`
      )
    })
).pipe(
  Command.withDescription(
    "Link an account that a login can reach, in the organization's own currency. The login is one that is connected, or a new one whose refresh token is given."
  )
)

const select = Command.make("select", { org: slug, account, as: asOwner }, ({ account, as, org }) =>
  asOperator(
    Option.getOrNull(as),
    Effect.map(accountEntrances, (entrances) => entrances.select(org, account, runBy(as)))
  ).pipe(
    Effect.flatMap(({ id, name, problem }) =>
      Effect.zipRight(
        Console.log(`${org} works on ${id}${name === null ? "" : ` (${name})`} from now on.`),
        problem === null ? Effect.void : Console.error(problem)
      )
    )
  )
).pipe(Command.withDescription("Choose the linked account in which new campaigns are made."))

const reconnect = Command.make(
  "reconnect",
  { org: slug, login, tokenFile, as: asOwner },
  ({ as, login, org, tokenFile }) =>
    Effect.gen(function* () {
      const token = yield* requiredToken(tokenFile)
      const done = yield* asOperator(
        Option.getOrNull(as),
        Effect.map(accountEntrances, (entrances) =>
          entrances.reconnect(org, Option.getOrNull(login), token, runBy(as))
        )
      )
      yield* Console.log(
        `Connected ${done.login} again. Working accounts: ${done.accounts.join(", ") || "none"}.`
      )
      yield* Console.error(`They are synced at the worker's next round, or now by: adwarden sync ${org}`)
    })
).pipe(
  Command.withDescription(
    "Connect a login again that was revoked or ran out, by the refresh token of a new grant. It must reach every account that hangs on the login."
  )
)

export const accounts = Command.make("accounts").pipe(
  Command.withDescription(
    "Link, select and reconnect an organization's ad accounts, on DATABASE_URL or the database in .adwarden/."
  ),
  Command.withSubcommands([list, link, select, reconnect])
)
