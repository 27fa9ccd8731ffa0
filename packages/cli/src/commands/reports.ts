import { type FollowOptions, reportEndpoints } from "@adwarden/core"
import { Day, reportTypes } from "@adwarden/core/contract"
import { Args, Command, Options } from "@effect/cli"
import { Effect, Option } from "effect"
import { asOperator } from "../operator.ts"
import { renderMarkdown } from "../terminal/markdown.ts"
import type { Screen } from "../terminal/terminal.ts"
import { outputCommand } from "./command-output.ts"
import { slug as org } from "./operator-commands.ts"
import { startAndFollow, stopOf } from "./task-progress.ts"

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
const facts = Options.boolean("facts").pipe(
  Options.withDescription(
    "Show the facts that it was written from instead, as JSON: every figure of it is in there"
  )
)

type Type = (typeof reportTypes)[number]

const read = (org: string, type: Type) =>
  asOperator(
    null,
    Effect.map(reportEndpoints, (reports) => reports.show(org, type))
  )

/** Rendered for whoever looks; into a file or another program goes what was written. */
const reportText =
  (markdown: string) =>
  ({ isTerminal, paint, width }: Screen): string =>
    isTerminal ? renderMarkdown(markdown, width ?? 80, paint) : markdown.trimEnd()

const start = (org: string, type: Type, before: Option.Option<Day>) => (following: FollowOptions) =>
  asOperator(
    null,
    Effect.map(reportEndpoints, (reports) => reports.make(org, type, Option.getOrNull(before), following))
  )

const make = outputCommand(
  "make",
  { org, type, before, wait },
  "Have a report written by a worker. Made again for the same days it takes the place of the last one and keeps its id.",
  ({ before, org, type, wait }) =>
    Effect.gen(function* () {
      const followed = yield* startAndFollow(wait, start(org, type, before))
      const stop = stopOf("The report", wait, followed)
      if (stop !== null) return yield* stop
      if (followed.status !== "completed") {
        const later = `Read it: adwarden reports show ${org} ${type}`
        return { data: followed, text: `Started (task ${followed.task}). ${later}` }
      }
      const report = yield* read(org, type)
      return { data: { ...followed, report }, text: reportText(report.markdown) }
    })
)

const show = outputCommand(
  "show",
  { org, type, facts },
  "Show the newest report of a type, as markdown where it goes to a file or another program.",
  ({ facts, org, type }) =>
    Effect.map(read(org, type), (report) =>
      facts
        ? { data: report.facts, text: JSON.stringify(report.facts, null, 2) }
        : { data: report, text: reportText(report.markdown) }
    )
)

export const reports = Command.make("reports").pipe(
  Command.withDescription("Make and read reports, on DATABASE_URL or the database in .adwarden/."),
  Command.withSubcommands([make, show])
)
