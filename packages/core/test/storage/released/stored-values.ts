import { randomUUID } from "node:crypto"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** A value that the service stored as JSON: the name of its column, task type or queue. */
export interface StoredValue {
  readonly name: string
  readonly value: unknown
}

type Query = <Row extends object>(text: string) => Promise<ReadonlyArray<Row>>

/** The columns that code reads. `tasks.input` and the data of jobs belong to their type or queue. */
const columns = [
  "campaigns.locations",
  "campaigns.radius",
  "campaigns.sitelinks",
  "campaigns.sources",
  "campaigns.unpushed_from",
  "campaigns.conflict",
  "ads.sources",
  "executions.work",
  "executions.answer",
  "executions.audit",
  "queued_writes.result",
  "queued_writes.plan",
  "actions.steps",
  "actions.outside_changes",
  "tasks.result",
  "recommendations.details",
  "detector_runs.undecided",
  "strategies.documents",
  "reports.facts",
  "business_profiles.places",
  "campaign_signals.reason",
  "campaigns.line_context",
  "landing_pages.text",
  "website_facts.facts",
  "website_texts.text",
  "webhook_deliveries.content",
  "emails.content"
] as const

const selections = [
  ...columns.map((column) => {
    const [table, name] = column.split(".") as [string, string]
    return `select '${column}' as name, ${name} as value from ${table} where ${name} is not null`
  }),
  "select 'task ' || type as name, input as value from tasks",
  "select 'job ' || name as name, data as value from pgboss.job where name not like '\\_\\_%' and data ? 'version'"
]

/** The form of a value: its fields and their types. Kinds, types and versions decide how it is read. */
export const formOf = (value: unknown, key = ""): unknown => {
  if (Array.isArray(value)) return [...new Set(value.map((one) => JSON.stringify(formOf(one))))].toSorted()
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
    return Object.fromEntries(entries.map(([name, one]) => [name, formOf(one, name)]))
  }
  return ["kind", "type", "version", "field", "detector", "op"].includes(key) ? value : typeof value
}

/** Reads the stored values of a database, one of each form. */
const readValues = async (query: Query): Promise<ReadonlyArray<StoredValue>> => {
  const forms = new Map<string, StoredValue>()
  for (const text of selections) {
    for (const { name, value } of await query<StoredValue>(text).catch(() => [])) {
      forms.set(`${name} ${JSON.stringify(formOf(value))}`, { name, value })
    }
  }
  return [...forms.values()]
}

/** Saves the stored values of a test's database if STORED_VALUES names a folder; see `npm run accept json`. */
export const saveValues = async (query: Query): Promise<void> => {
  const folder = process.env["STORED_VALUES"]
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(await readValues(query)))
}
