import { Sync } from "@adwarden/core"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { outsideChange } from "../definition/history.ts"
import { customerOf } from "./organizations.ts"
import { DemoUnfinished } from "./unfinished.ts"

/* Events in the platform: syncs, and changes made outside the service. */

/** Calls the emulator's control API, which exists for tests and demos only. */
const control = (emulatorUrl: string, path: string, body: object = {}, method = "POST") =>
  Effect.tryPromise({
    try: async () => {
      const response = await fetch(`${emulatorUrl}/_control/${path}`, {
        method,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body)
      })
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    },
    catch: (error) =>
      new DemoUnfinished({ problem: `The Google Ads emulator rejected ${path} (${String(error)}).` })
  })

/** Creates or replaces a customer or a login of the platform. */
export const putControl = (emulatorUrl: string, path: "customers" | "logins", body: object) =>
  control(emulatorUrl, path, body, "PUT")

/** Revokes or restores an organization's login in the platform. */
export const setLogin = (emulatorUrl: string, slug: string, verb: "revoke" | "restore") =>
  control(emulatorUrl, `logins/${customerOf(slug)!.login.refreshToken}/${verb}`)

/** Syncs an organization's account. All performance data of the demo world comes from these syncs. */
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

/** Runs a sync that fails because access was revoked. The service then marks the login as broken. */
export const pullExpectingFailure = (organization: number, slug: string) =>
  Effect.flatMap(Sync, (sync) => sync.account(organization, customerOf(slug)!.customerId))

/** Edits a campaign directly in the platform, after its last sync. */
export const changeOutside = (emulatorUrl: string, organization: number, slug: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { by, campaign, budget } = outsideChange
    const [row] = yield* sql<{ budget: string; synced: string }>`
      select platform_budget_resource_name as budget, last_synced_at as synced from campaigns
      where organization_id = ${organization} and slug = ${campaign}`
    // The platform reports edits to the second. An edit in the second of the sync would not count as later.
    const nextSecond = (Math.floor(Date.parse(row!.synced) / 1000) + 1) * 1000
    yield* Effect.sleep(Math.max(0, nextSecond - Date.now()))
    const update = { resourceName: row!.budget, amountMicros: String(budget * 1_000_000) }
    yield* control(emulatorUrl, "edits", {
      customerId: customerOf(slug)!.customerId,
      userEmail: by(slug),
      mutateOperations: [{ campaignBudgetOperation: { update, updateMask: "amountMicros" } }]
    })
  })
