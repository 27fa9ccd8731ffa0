import { createEmulator, demoWorld, type Emulator } from "@adwarden/google-ads-emulator"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Exit, Layer, ManagedRuntime, Redacted, Scope } from "effect"
import { afterAll } from "vitest"
import { type GoogleAdsGiven, PlatformLogins, Vault } from "../../src/platform/index.ts"
import type { SettingsShape } from "../../src/settings.ts"
import { Database } from "../../src/storage/index.ts"
import { coreOnPlatform, vaultKey } from "./core-on-platform.ts"
import { demoDatabase } from "./demo.ts"

type Resource = { readonly name?: string; readonly campaignBudget?: string; readonly id?: string }
type Json = Readonly<Record<string, unknown>>

const controlOf =
  ({ url }: Emulator) =>
  async (method: string, path: string, body?: unknown): Promise<Json> => {
    const response = await fetch(`${url}/_control/${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: { "content-type": "application/json" }
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
    return (await response.json()) as Json
  }

/** Ties the campaigns of the demo world to those that the emulator holds under the same names. */
const tie = (slug: string, resources: Readonly<Record<string, Resource>>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const logins = yield* PlatformLogins
    const customer = demoWorld.customers.find((one) => one.slug === slug)!
    const [organization] = yield* sql<{ id: number }>`select id from organizations where slug = ${slug}`
    const { id } = organization!
    const refreshToken = Redacted.make(customer.login.refreshToken)
    yield* logins.connect(id, { email: customer.login.email, refreshToken })
    yield* sql`update ad_accounts set customer_id = ${customer.customerId} where organization_id = ${id}`
    const prefix = `customers/${customer.customerId}/campaigns/`
    for (const [ref, campaign] of Object.entries(resources)) {
      const plan = ref.startsWith(prefix) && customer.campaigns.find(({ name }) => name === campaign.name)
      if (!plan) continue
      yield* sql`update campaigns set platform_resource_name = ${ref}, platform_id = ${campaign.id!},
          platform_budget_resource_name = ${campaign.campaignBudget!}
        where organization_id = ${id} and slug = ${plan.slug} and platform_resource_name is not null`
    }
  })

/** Core on a demo world of its own whose campaigns are in an emulator of its own; gone after the file's last test. */
export const runOnPlatform = async (
  changes: Partial<SettingsShape> = {},
  google: Partial<GoogleAdsGiven> = {}
) => {
  const scope = Effect.runSync(Scope.make())
  const { credentials, url } = await Effect.runPromise(Scope.extend(demoDatabase, scope))
  const emulator = await createEmulator()
  const control = controlOf(emulator)
  const state = async () => (await control("GET", "state")) as { resources: Record<string, Resource> }
  const { resources } = await state()
  await Effect.runPromise(
    Effect.forEach(["northwind", "fabrikam"], (slug) => tie(slug, resources)).pipe(
      Effect.provide(
        PlatformLogins.layer.pipe(
          Layer.provideMerge(Vault.layer(vaultKey)),
          Layer.provideMerge(Database.layer(url, { maxConnections: 1 }))
        )
      )
    )
  )
  const runtime = ManagedRuntime.make(coreOnPlatform(url, emulator, changes, google))
  afterAll(async () => {
    await runtime.dispose()
    await emulator.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })
  const query = <Row extends object>(text: string) =>
    runtime.runPromise(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))
  return { ...credentials, url, emulator, control, state, runtime, run: runtime.runPromise, query }
}
