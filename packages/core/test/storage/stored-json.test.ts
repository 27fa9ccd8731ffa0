import { readFileSync } from "node:fs"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Logger, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { queuedPlanColumn } from "../../src/approvals/queued-write.ts"
import { acceptChangesTask } from "../../src/campaigns/accept-task.ts"
import { deliveryReasonColumn } from "../../src/campaigns/delivery-reason.ts"
import {
  lineContextColumn,
  pageTextColumn,
  websiteTextColumn
} from "../../src/campaigns/rows/landing-pages.ts"
import { campaignStateTask } from "../../src/campaigns/state-task.ts"
import {
  conflictColumn,
  locationsColumn,
  radiusColumn,
  sitelinksColumn,
  unpushedFromColumn
} from "../../src/campaigns/stored-json.ts"
import { adSourcesColumn, campaignSourcesColumn } from "../../src/campaigns/text-sources.ts"
import { Edits } from "../../src/changes/registries.ts"
import { auditColumn, outcomeColumn, progressColumn, queuedResultColumn } from "../../src/changes/stored.ts"
import type { OperationName } from "../../src/contract/index.ts"
import { adTask } from "../../src/drafts/write-ad.ts"
import { draftTask } from "../../src/drafts/write-draft.ts"
import { contentColumn } from "../../src/events/deliveries.ts"
import { contentColumn as emailContent } from "../../src/identity/mail/email-draft.ts"
import { undecidedColumn } from "../../src/insight/daily/runs.ts"
import { documentsColumn, factsColumn, reportTask, strategyTask } from "../../src/insight/documents/tasks.ts"
import { detailsColumn } from "../../src/insight/recommendations/rows.ts"
import { outsideChangesColumn, stepsColumn } from "../../src/log/action-log.ts"
import { businessProfileTask } from "../../src/organizations/business-profile/endpoints.ts"
import { businessLocationsColumn } from "../../src/organizations/business-profile/profile.ts"
import { websiteFactsTask } from "../../src/organizations/website-facts/read.ts"
import { websiteFactsColumn } from "../../src/organizations/website-facts/rows.ts"
import {
  decodeStored,
  type ReadStored,
  storedColumn,
  storedList,
  type VersionedSchema
} from "../../src/storage/stored-json.ts"
import { Consumers } from "../../src/tasks/registries.ts"
import { resultColumn } from "../../src/tasks/task-rows.ts"
import { call } from "../support/call.ts"
import { runCore } from "../support/run-core.ts"
import type { StoredValue } from "./released/stored-values.ts"

const demo = await runCore()
const owner = demo.keys["northwind"]!.owner!
const query = <Row extends object>(text: string): Promise<ReadonlyArray<Row>> =>
  demo.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))
const run = (name: OperationName, values: Record<string, unknown>) => demo.run(call(name, owner, values))

// The demo data starts without a recommendation and without a strategy.
await run("strategy.generate", { org: "northwind", documents: [{ name: "Goals", content: "More calls." }] })
await run("detectors.run", { org: "northwind", slug: "boiler-repair", detector: "negative_keywords" })

const columns: ReadonlyArray<{ readonly name: string; readonly read: ReadStored<unknown> }> = [
  locationsColumn,
  radiusColumn,
  sitelinksColumn,
  unpushedFromColumn,
  conflictColumn,
  outsideChangesColumn,
  campaignSourcesColumn,
  adSourcesColumn,
  progressColumn,
  outcomeColumn,
  auditColumn,
  queuedResultColumn,
  queuedPlanColumn,
  stepsColumn,
  resultColumn,
  detailsColumn,
  undecidedColumn,
  documentsColumn,
  factsColumn,
  businessLocationsColumn,
  deliveryReasonColumn,
  contentColumn,
  emailContent,
  lineContextColumn,
  pageTextColumn,
  websiteFactsColumn,
  websiteTextColumn
]

const seldom = [
  factsColumn,
  deliveryReasonColumn,
  contentColumn,
  emailContent,
  lineContextColumn,
  pageTextColumn,
  websiteFactsColumn,
  websiteTextColumn,
  conflictColumn,
  outsideChangesColumn,
  radiusColumn,
  queuedResultColumn,
  campaignSourcesColumn,
  adSourcesColumn,
  undecidedColumn
] as ReadonlyArray<object>

/** JSON columns without a schema, and the reason. */
const others: Record<string, string> = {
  "actions.undone_by": "kept for people",
  "executions.input": "kept for people",
  "executions.requester": "kept for people",
  "platform_changes.detail": "kept for people: what is read of it are columns",
  "queued_writes.input": "decoded as the operation's input, as if it had just been sent",
  "queued_writes.preview": "an answer that was made, shown as it is",
  "tasks.input": "decoded by its kind of task"
}

describe("a value stored as JSON", () => {
  const colours = storedColumn("paints.colours", Schema.Struct({ list: Schema.Array(Schema.String) }), 2)
  const row = { organization: 7, id: 12 }

  it("is stored with its version, and read without it", () => {
    expect(colours.write({ list: ["red"] })).toEqual({ version: 2, list: ["red"] })
    expect(colours.read({ version: 2, list: ["red"] }, row)).toEqual({ list: ["red"] })
  })

  it.each<[string, unknown, RegExp]>([
    ["of a later version", { version: 3, list: [] }, /it is of version 3, and this service reads version 2$/],
    ["of an earlier one", { version: 1, list: [] }, /it is of version 1, and this service reads version 2$/],
    ["without one, which is the first", { list: [] }, /it is of version 1, and/],
    ["of something that is no version", { version: "two", list: [] }, /it is of version two, and/],
    ["of another shape", { version: 2, list: [3] }, /Expected string, actual 3/],
    ["that is no object", null, /it is of version 1, and/]
  ])("%s is a defect that names table, column and row", (_, stored, why) => {
    const read = () => colours.read(stored, row)
    expect(read).toThrow(/^paints\.colours of 12 in organization 7 cannot be read: /)
    expect(read).toThrow(why)
  })

  it("can be a list whose items have their own versions", () => {
    const layers = storedList("paints.layers", Schema.Struct({ version: Schema.Int }))
    expect(layers.read([{ version: 1 }, { version: 2 }], row)).toHaveLength(2)
    for (const wrong of [[{}], { version: 1 }, null]) {
      expect(() => layers.read(wrong, row)).toThrow(
        /^paints\.layers of 12 in organization 7 cannot be read: /
      )
    }
  })
})

describe("every JSON column", () => {
  it("has a schema, or a documented reason for having none", async () => {
    const found = await query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and data_type in ('json', 'jsonb') order by 1`
    )
    const known = [...columns.map(({ name }) => name), ...Object.keys(others)]
    expect(found.map(({ name }) => name)).toEqual(known.toSorted())
  })

  it.each(columns.map((column) => [column.name, column] as const))(
    "%s decodes the demo data",
    async (_, column) => {
      const [table, name] = column.name.split(".") as [string, string]
      // An organization has one profile, and a campaign one text of a page, so those rows have no id of their own.
      const ids: Record<string, string> = {
        business_profiles: "organization_id",
        campaign_signals: "campaign_id",
        landing_pages: "url",
        detector_runs: "campaign_id"
      }
      const id = ids[table] ?? "id"
      const rows = await query<{ organization: number; id: string; stored: unknown }>(
        `select organization_id as organization, ${id} as id, ${name} as stored from ${table} where ${name} is not null`
      )
      for (const { stored, ...row } of rows) column.read(stored, row)
      // A radius and an error are rare, and the demo's own drafts are hand-written; all other columns have
      // rows.
      if (!seldom.includes(column)) expect(rows).not.toEqual([])
    }
  )
})

describe("what the previous version stored", () => {
  const values = readFileSync(new URL("released/stored-values.ndjson", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as StoredValue)
  const named = (name: string) => values.filter((one) => one.name === name).map(({ value }) => value)
  const row = { organization: 1, id: "released" }
  const tasks = [
    draftTask,
    adTask,
    strategyTask,
    reportTask,
    businessProfileTask,
    websiteFactsTask,
    campaignStateTask,
    acceptChangesTask
  ]

  it.each(columns.map((column) => [column.name, column] as const))("%s is readable", (name, column) => {
    expect(named(name)).not.toEqual([])
    for (const value of named(name)) column.read(value, row)
  })

  it.each(tasks.map((task) => [task.type, task] as const))(
    "the input of task %s is readable",
    async (type, task) => {
      expect(named(`task ${type}`)).not.toEqual([])
      for (const value of named(`task ${type}`)) {
        await Effect.runPromise(decodeStored(task as VersionedSchema<unknown>, value))
      }
    }
  )

  it("jobs of every queue are readable", async () => {
    const consumers = (await demo.run(Consumers)).all()
    for (const [name, { queue }] of consumers) {
      expect([name, named(`job ${name}`).length]).not.toEqual([name, 0])
      for (const value of named(`job ${name}`)) {
        await Effect.runPromise(decodeStored(queue as unknown as VersionedSchema<unknown>, value))
      }
    }
  })

  it("every step of an action can be undone, and every step of a held write approved", async () => {
    interface Step {
      readonly kind: string
      readonly version: number
      readonly trace?: unknown
      readonly input?: unknown
    }
    const edits = await demo.run(Edits)
    const executed = named("actions.steps").flatMap((steps) => steps as ReadonlyArray<Step>)
    const queued = named("queued_writes.plan").flatMap((plan) =>
      (plan as { actions: ReadonlyArray<{ steps: ReadonlyArray<Step> }> }).actions.flatMap(
        ({ steps }) => steps
      )
    )
    expect(new Set(executed.map(({ kind }) => kind)).size).toBeGreaterThan(15)
    for (const step of executed)
      expect(edits.find(step)?.decodeTrace(step.trace), step.kind).toMatchObject({ _tag: "Right" })
    for (const step of queued)
      expect(edits.find(step)?.decodeInput(step.input), step.kind).toMatchObject({ _tag: "Right" })
  })
})

describe("the database", () => {
  it.each([
    "campaigns.locations",
    "campaigns.radius",
    "campaigns.sitelinks",
    "tasks.result",
    "strategies.documents",
    "business_profiles.places"
  ])("rejects %s without a version", async (column) => {
    const [table, name] = column.split(".") as [string, string]
    const one =
      table === "business_profiles" ? "true" : `id = (select min(id) from ${table} where organization_id = 1)`
    for (const stored of ["[]", "{}", '{"version": "1"}', "7"]) {
      const write = `update ${table} set ${name} = '${stored}' where organization_id = 1 and ${one}`
      const failure = await demo.run(
        Effect.flip(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(write)))
      )
      expect(String((failure.cause as Error).message)).toContain("violates check constraint")
    }
  })
})

describe("a row that this version cannot decode", () => {
  const told = async (name: OperationName, values: Record<string, unknown>) => {
    const logged: Array<string> = []
    const listen = Logger.replace(
      Logger.defaultLogger,
      Logger.make(({ message }) => void logged.push(String(message)))
    )
    const answer = await demo.run(Effect.provide(call(name, owner, values), listen))
    expect(answer).toMatchObject({ status: 500, error: { _tag: "internal_error" } })
    return logged.join("\n")
  }
  const draft = "organization_id = 1 and slug = 'radiators-draft'"

  it.each([
    ["locations", '{"version": 2, "places": []}', "it is of version 2"],
    ["sitelinks", '{"version": 1, "list": [{"text": "Prices"}]}', "is missing"],
    ["radius", '{"version": 1, "latitude": "north"}', "Expected number"]
  ])("fails a launch because of its %s, and the log names it", async (column, stored, why) => {
    const [was] = await query<{ id: number; value: unknown }>(
      `select id, ${column} as value from campaigns where ${draft}`
    )
    await query(`update campaigns set ${column} = '${stored}' where ${draft}`)
    const log = await told("campaigns.set_state", { slug: "radiators-draft", state: "live" })
    expect(log).toContain(`campaigns.${column} of ${was!.id} in organization 1 cannot be read: `)
    expect(log).toContain(why)
    // A call that does not read the column succeeds.
    expect((await run("campaigns.list", {})).status).toBe(200)
    expect((await run("campaigns.update", { slug: "radiators-draft", name: "R" })).status).toBe(200)
    const value = was!.value === null ? "null" : `'${JSON.stringify(was!.value)}'`
    await query(`update campaigns set ${column} = ${value} where ${draft}`)
  })

  it("fails an undo because of its steps", async () => {
    const { output } = await run("campaigns.update", { slug: "boiler-repair", budget: 101, dry_run: false })
    const { action_id } = output as { action_id: string }
    await query(`update actions set steps = '[{"kind": "campaign.field"}]' where id = '${action_id}'`)
    expect(await told("actions.undo", { id: action_id })).toContain(
      `actions.steps of ${action_id} in organization 1 cannot be read: `
    )
  })

  it("fails a repeated call because of its stored response", async () => {
    const again = { slug: "boiler-repair", name: "Kept", dry_run: false, idempotency_key: "kept" }
    await run("campaigns.update", again)
    const [kept] = await query<{ id: string }>(
      `update executions set answer = '{"version": 2}' where idempotency_key = 'kept' returning id`
    )
    expect(await told("campaigns.update", again)).toContain(
      `executions.answer of ${kept!.id} in organization 1 cannot be read: it is of version 2`
    )
  })

  it("fails reading a task or a queued write because of its result", async () => {
    const [task] = await query<{ id: number }>(
      `insert into tasks (organization_id, type, status, result) values (1, 'x', 'completed', '{"version": 9}') returning id`
    )
    expect(await told("tasks.get", { id: task!.id })).toContain(
      `tasks.result of ${task!.id} in organization 1 cannot be read: it is of version 9, and this service reads version 1`
    )
    await query(`insert into queued_writes (organization_id, id, operation, input, summary, status, decided_at,
        requester_type, requester_scopes, result)
      values (1, 'qw_unreadable', 'campaigns.update', '{}', 'x', 'approved', now(), 'api_key', '{}', '{"version": 9}')`)
    expect(await told("queued_writes.get", { queued_id: "qw_unreadable" })).toContain(
      "queued_writes.result of qw_unreadable in organization 1 cannot be read: it is of version 9"
    )
  })
})
