import { renderMarkdown, type Screen } from "@adwarden/cli"
import { type FollowOptions, reportEndpoints } from "@adwarden/core"
import { Day, reportTypes } from "@adwarden/core/contract"
import { Effect, Option, Schema } from "effect"
import { asCampaignOperator } from "../campaign-operator.ts"
import { choiceArgument, decode, group, optional, switchFlag, textFlag } from "../command-line.ts"
import { outputCommand, startAndFollow, stopOf } from "./command-output.ts"
import { org } from "./operator-commands.ts"

const type = choiceArgument("type", reportTypes, "Which kind of report")
const dayOf = (text: string) =>
  Effect.mapError(
    Schema.decodeUnknown(Day)(text),
    () => `--before takes a day such as 2026-01-31, not ${text}.`
  )
const before = textFlag(
  "before",
  "A day, YYYY-MM-DD: the last full week, month or quarter before it instead of before today"
).pipe(decode(dayOf), optional)
const wait = switchFlag("wait", "Wait until it is written, and show it")
const facts = switchFlag("facts", "Show its facts as JSON instead: they contain every figure of the report")

type Type = (typeof reportTypes)[number]

const read = (org: string, type: Type) =>
  asCampaignOperator(
    null,
    Effect.map(reportEndpoints, (reports) => reports.show(org, type))
  )

/** Rendered for a terminal. A file or another program gets the source. */
const reportText =
  (markdown: string) =>
  ({ isTerminal, paint, width }: Screen): string =>
    isTerminal ? renderMarkdown(markdown, width ?? 80, paint) : markdown.trimEnd()

const start = (org: string, type: Type, before: Option.Option<Day>) => (following: FollowOptions) =>
  asCampaignOperator(
    null,
    Effect.map(reportEndpoints, (reports) => reports.make(org, type, Option.getOrNull(before), following))
  )

const generate = outputCommand(
  "generate",
  { type, before, wait, org },
  "Have a worker generate a report. A report for the same days replaces the last one and keeps its id.",
  ({ before, org, type, wait }) =>
    Effect.gen(function* () {
      const followed = yield* startAndFollow(wait, start(org, type, before))
      const stop = stopOf("The report", wait, followed)
      if (stop !== null) return yield* stop
      if (followed.status !== "completed") {
        const later = `Read it: adwarden reports latest ${type} --local --org ${org}`
        return { data: followed, text: `Started (task ${followed.task}). ${later}` }
      }
      const report = yield* read(org, type)
      return { data: { ...followed, report }, text: reportText(report.markdown) }
    })
)

const latest = outputCommand(
  "latest",
  { type, facts, org },
  "Show the newest report of a type, as markdown if the output is a file or another program.",
  ({ facts, org, type }) =>
    Effect.map(read(org, type), (report) =>
      facts
        ? { data: report.facts, text: JSON.stringify(report.facts, null, 2) }
        : { data: report, text: reportText(report.markdown) }
    )
)

export const reports = group("reports", [generate, latest])
