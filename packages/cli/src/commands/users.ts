import { type Listed, peopleEntrances } from "@adwarden/core"
import { type Role, roles } from "@adwarden/core/contract"
import { Command, Options } from "@effect/cli"
import { Console, Effect, Option } from "effect"
import { asOperator } from "../operator.ts"
import { Stop } from "../stop.ts"
import { day, described, minute, org, table } from "./operator-commands.ts"

const email = described("email", "E-mail address of the person")
const personName = described("name", "The person's name, as others read it")
const role: Options.Options<Role> = Options.choice("role", roles).pipe(
  Options.withDescription("member sees, admin also changes campaigns, owner also decides who belongs here")
)
const as = described(
  "as",
  "E-mail of the owner in whose name it is done; without it, it is the operator's doing"
).pipe(Options.optional, Options.map(Option.getOrNull))

/** The address alone on stdout, so that it can be piped to where it belongs; the rest is for the person. */
const showLink = (link: string, told: string) => Effect.zipRight(Console.log(link), Console.error(told))

const create = Command.make(
  "create",
  { org, email, name: personName, role, as },
  ({ as, email, name, org, role }) =>
    asOperator(
      as,
      Effect.map(peopleEntrances, (people) => people.create(org, { email, name, role }))
    ).pipe(
      Effect.flatMap((link) =>
        showLink(
          link,
          `${email} is now ${role} of ${org}. At this address they choose their password, once, within a day.`
        )
      )
    )
).pipe(
  Command.withDescription("Make a person and give them a role: how an organization gets its first owner.")
)

const invite = Command.make("invite", { org, email, role, as }, ({ as, email, org, role }) =>
  asOperator(
    as,
    Effect.map(peopleEntrances, (people) => people.invite(org, email, role))
  ).pipe(
    Effect.flatMap((mail) =>
      Console.log(
        `Invited ${email} to ${org} as ${role}, for a week. The mail is number ${mail}: adwarden mail show --id ${mail}`
      )
    )
  )
).pipe(Command.withDescription("Invite somebody by mail; they choose name and password themselves."))

const rows = ({ invitations, members }: Listed) => [
  ["E-MAIL", "ROLE", "STATUS", "NAME"],
  ...members.map(({ email, has_password, last_signed_in_at, name, role }) => [
    email,
    role,
    last_signed_in_at !== null
      ? `signed in ${minute(last_signed_in_at)}`
      : has_password
        ? "never signed in"
        : "no password yet",
    name
  ]),
  ...invitations.map(({ email, expires_at, role }) => [email, role, `invited until ${day(expires_at)}`, ""])
]

const list = Command.make("list", { org }, ({ org }) =>
  asOperator(
    null,
    Effect.map(peopleEntrances, (people) => people.list(org))
  ).pipe(Effect.flatMap((found) => Console.log(table(rows(found)))))
).pipe(Command.withDescription("List who belongs to an organization, and who is invited."))

const reset = Command.make("reset-password", { email }, ({ email }) =>
  asOperator(
    null,
    Effect.map(peopleEntrances, (people) => people.resetPassword(email))
  ).pipe(
    Effect.flatMap((link) =>
      showLink(
        link,
        `At this address ${email} chooses a new password, once, within an hour. Until then the old one works.`
      )
    )
  )
).pipe(Command.withDescription("Make an address at which somebody chooses a new password."))

const everywhere = Options.boolean("everywhere").pipe(
  Options.withDescription("Instead of --org: out of every organization; nothing of theirs works any more")
)
const someOrg = described("org", "Slug of the organization that they leave").pipe(
  Options.optional,
  Options.map(Option.getOrNull)
)

const remove = Command.make(
  "remove",
  { org: someOrg, everywhere, email, as },
  ({ as, email, everywhere, org }) => {
    if ((org === null) !== everywhere) {
      return new Stop({ message: "Say which organization they leave with --org, or --everywhere." })
    }
    return asOperator(
      as,
      Effect.map(peopleEntrances, (people) =>
        org === null ? people.removeEverywhere(email) : people.remove(org, email)
      )
    ).pipe(
      Effect.flatMap(() =>
        Console.log(
          org === null
            ? `Removed ${email}: signed out, and their keys and connected apps work no more.`
            : `Removed ${email} from ${org}: their keys and connected apps work there no more.`
        )
      )
    )
  }
).pipe(
  Command.withDescription(
    "Take somebody out of an organization, or out of all. It holds from the next request."
  )
)

const setRole = Command.make("role", { org, email, role, as }, ({ as, email, org, role }) =>
  asOperator(
    as,
    Effect.map(peopleEntrances, (people) => people.role(org, email, role))
  ).pipe(Effect.flatMap(() => Console.log(`${email} is now ${role} of ${org}.`)))
).pipe(
  Command.withDescription(
    "Give somebody a role in an organization. A key that carries more than the new role allows stops working."
  )
)

export const users = Command.make("users").pipe(
  Command.withDescription(
    "Make, invite, list and remove people and give them roles, on DATABASE_URL or the database in .adwarden/."
  ),
  Command.withSubcommands([create, invite, list, setRole, reset, remove])
)
