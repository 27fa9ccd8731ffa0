import { Sync } from "@adwarden/core"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { outsideChange } from "../definition/history.ts"
import { customerOf } from "./accounts.ts"
import { DemoUnfinished } from "./unfinished.ts"

/* What happens in the platform, by the sync or behind the service's back. */

/** What the emulator does for tests and demos alone. */
const control = (emulatorUrl: string, path: string, body: object = {}) =>
  Effect.tryPromise({
    try: async () => {
      const response = await fetch(`${emulatorUrl}/_control/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body)
      })
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    },
    catch: (error) =>
      new DemoUnfinished({ problem: `The Google Ads emulator refused ${path} (${String(error)}).` })
  })

/** Takes an organization's login back in the platform, or lets it in again. */
export const setLogin = (emulatorUrl: string, slug: string, verb: "revoke" | "restore") =>
  control(emulatorUrl, `logins/${customerOf(slug)!.login.refreshToken}/${verb}`)

/** Pulls an organization's account; every figure of the demo world comes this way. */
export const pull = (organization: number, slug: string) =>
  Effect.gen(function* () {
    const { customerId } = customerOf(slug)!
    const report = yield* (yield* Sync).account(organization, customerId)
    if (report.outcome === "synced") return
    const { message = "", reason } = report
    yield* new DemoUnfinished({
      problem: `The demo account ${customerId} could not be synced (${reason}). ${message}`.trim()
    })
  })

/** Lets the service find out that it is no longer let in: nothing is pulled, and the login is noted as broken. */
export const pullExpectingFailure = (organization: number, slug: string) =>
  Effect.flatMap(Sync, (sync) => sync.account(organization, customerOf(slug)!.customerId))

/** Somebody edits a campaign in the platform's own pages, after it was synced for the last time. */
export const changeOutside = (emulatorUrl: string, organization: number, slug: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { by, campaign, budget } = outsideChange
    const [row] = yield* sql<{ budget: string; synced: string }>`
      select platform_budget_resource_name as budget, last_synced_at as synced from campaigns
      where organization_id = ${organization} and slug = ${campaign}`
    // The platform tells the second of an edit: in that of the sync it would not count as later.
    const nextSecond = (Math.floor(Date.parse(row!.synced) / 1000) + 1) * 1000
    yield* Effect.sleep(Math.max(0, nextSecond - Date.now()))
    const update = { resourceName: row!.budget, amountMicros: String(budget * 1_000_000) }
    yield* control(emulatorUrl, "edits", {
      customerId: customerOf(slug)!.customerId,
      userEmail: by(slug),
      mutateOperations: [{ campaignBudgetOperation: { update, updateMask: "amountMicros" } }]
    })
  })
