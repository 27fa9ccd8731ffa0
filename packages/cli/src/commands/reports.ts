import { reportEntrances, type TaskFollowed } from "@adwarden/core"
import { Day, reportTypes } from "@adwarden/core/contract"
import { Args, Command, Options } from "@effect/cli"
import { Console, Effect, Option } from "effect"
import { asOperator } from "../operator.ts"
import { Stop } from "../stop.ts"
import { slug as org } from "./operator-commands.ts"

const type = Args.choice(
  reportTypes.map((type) => [type, type] as const),
  { name: "type" }
).pipe(Args.withDescription("Which kind of report"))
const before = Options.text("before").pipe(
  Options.withDescription(
    "A day, YYYY-MM-DD: the last full week, month or quarter before it instead of before today"
  ),
  Options.withSchema(Day),
  Options.optional
)
const wait = Options.boolean("wait").pipe(Options.withDescription("Wait until it is written, and show it"))

/** A task has ended long before, one way or the other. */
const longestWait = 900

type Type = (typeof reportTypes)[number]

const facts = Options.boolean("facts").pipe(
  Options.withDescription(
    "Show the facts that it was written from instead, as JSON: every figure of it is in there"
  )
)

const show = (org: string, type: Type, facts = false) =>
  asOperator(
    null,
    Effect.map(reportEntrances, (reports) => reports.show(org, type))
  ).pipe(
    Effect.flatMap((report) =>
      Console.log(facts ? JSON.stringify(report.facts, null, 2) : report.markdown.trimEnd())
    )
  )

const cameTo = (org: string, type: Type, waited: boolean, { message, stage, status, task }: TaskFollowed) => {
  if (status === "failed")
    return new Stop({ message: `The report could not be made (task ${task}). ${message ?? ""}` })
  if (status === "completed") return show(org, type)
  if (!waited) return Console.log(`Started (task ${task}). Read it: adwarden reports show ${org} ${type}`)
  const seen = stage === null ? "No worker has taken it up: is one running?" : `It was last at: ${stage}`
  return new Stop({ message: `The report is not written yet (task ${task}). ${seen}` })
}

const make = Command.make("make", { org, type, before, wait }, ({ before, org, type, wait }) =>
  asOperator(
    null,
    Effect.map(reportEntrances, (reports) =>
      reports.make(org, type, Option.getOrNull(before), wait ? longestWait : 0)
    )
  ).pipe(Effect.flatMap((followed) => cameTo(org, type, wait, followed)))
).pipe(
  Command.withDescription(
    "Have a report written by a worker. Made again for the same days it takes the place of the last one and keeps its id."
  )
)

export const reports = Command.make("reports").pipe(
  Command.withDescription("Make and read reports, on DATABASE_URL or the database in .adwarden/."),
  Command.withSubcommands([
    make,
    Command.make("show", { org, type, facts }, ({ facts, org, type }) => show(org, type, facts)).pipe(
      Command.withDescription("Show the newest report of a type, as markdown.")
    )
  ])
)
