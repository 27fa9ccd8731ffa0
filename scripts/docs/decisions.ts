import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../root.ts"

/** The areas of the decision records, in the order of the index. */
const areas = [
  "Structure",
  "Contract",
  "Access",
  "Pipeline",
  "Audit",
  "Changes",
  "Storage",
  "Tasks",
  "Platform",
  "Outbound",
  "Drafts",
  "Insight",
  "Hosts",
  "Client and CLI",
  "Engineering"
]

const sections = ["Context", "Decision", "Alternatives", "Consequences"]
const maximumWords = 400

interface DecisionRecord {
  /** The file name in docs/decisions. */
  readonly file: string
  readonly text: string
}

/** Reads every file of docs/decisions except the index, oldest first. */
export const readDecisions = (): ReadonlyArray<DecisionRecord> => {
  const folder = join(root, "docs/decisions")
  return readdirSync(folder)
    .filter((file) => file !== "README.md")
    .sort()
    .map((file) => ({ file, text: readFileSync(join(folder, file), "utf8") }))
}

const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? ""

const headerOf = (text: string): { readonly date: string; readonly area: string } => {
  const [, date = "", area = ""] = /^Date: (\S+) · Area: (.+)$/m.exec(text) ?? []
  return { date, area }
}

const sectionsOf = (text: string): ReadonlyArray<readonly [heading: string, body: string]> =>
  text
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.split("\n")[0]!, section.slice(section.indexOf("\n")).trim()])

const isDate = (date: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(`${date}T00:00:00Z`))

/** Lists the missing parts of a record; empty for a complete record. */
export const faultsOf = ({ file, text }: DecisionRecord): ReadonlyArray<string> => {
  const { area, date } = headerOf(text)
  const parts = sectionsOf(text)
  const words = text.split(/\s+/).filter(Boolean).length
  const [, context = ""] = parts.find(([heading]) => heading === "Context") ?? []
  const sentences = context.match(/[.!?](?=\s|$)/g)?.length ?? 0
  const checks: ReadonlyArray<readonly [fault: string, holds: boolean]> = [
    ["is not named YYYY-MM-DD-title.md", /^\d{4}-\d{2}-\d{2}(-[a-z0-9]+)+\.md$/.test(file)],
    ["has no title", text.startsWith("# ")],
    ["has no date, or another date than its file name", isDate(date) && file.startsWith(`${date}-`)],
    [`has no area out of ${areas.join(", ")}`, areas.includes(area)],
    [
      `does not have the sections ${sections.join(", ")}`,
      parts.map(([heading]) => heading).join() === sections.join()
    ],
    ["has an empty section", parts.every(([, body]) => body !== "")],
    ["has a context of more than three sentences", sentences <= 3],
    [`has ${words} words, more than ${maximumWords}`, words <= maximumWords]
  ]
  return checks.filter(([, holds]) => !holds).map(([fault]) => `${file} ${fault}`)
}

const introduction = `# Decisions

<!-- Written by \`npm run docs\` from the records. Change a record instead, and run it again. -->

Choices that a maintainer would otherwise reverse by mistake, one page each: a date, the context, the decision, the
alternatives and the consequences. When a decision is replaced, write a new record and delete the old one. How things work
is in [the architecture](../architecture.md), and what users can rely on in [the concepts](../concepts/README.md).`

/** Renders docs/decisions/README.md: the records by area. */
export const decisionsPage = (): string => {
  const byArea = Map.groupBy(readDecisions(), ({ text }) => headerOf(text).area)
  const sectionOf = (area: string): string => {
    const rows = (byArea.get(area) ?? []).map(
      ({ file, text }) => `| ${headerOf(text).date} | [${titleOf(text)}](${file}) |`
    )
    return [`## ${area}`, "", "| Date | Decision |", "| --- | --- |", ...rows].join("\n")
  }
  return [introduction, ...areas.filter((area) => byArea.has(area)).map(sectionOf)].join("\n\n")
}
