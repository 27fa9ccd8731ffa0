import { createEmulator, type Emulator } from "@adwarden/google-ads-emulator"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Exit, ManagedRuntime, Scope } from "effect"
import type { AdPlatform, GoogleAdsOptions } from "../../src/platform/index.ts"
import type { SettingsShape } from "../../src/settings.ts"
import { saveValues } from "../storage/released/stored-values.ts"
import { afterFile } from "./after-file.ts"
import { coreOnPlatform } from "./core-on-platform.ts"
import { demoDatabase, demoEmulatorDirectory } from "./demo.ts"
import { type TestAddress, testAddress } from "./pgbouncer.ts"

type Resource = { readonly name?: string; readonly campaignBudget?: string; readonly id?: string }
type Json = Readonly<Record<string, unknown>>

/** Calls the control API of an emulator. */
export const controlOf =
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

/** Core on its own demo data with its own emulator; removed after the file's last test. */
export const runOnPlatform = async (
  changes: Partial<SettingsShape> = {},
  google: Partial<GoogleAdsOptions> = {},
  others: ReadonlyArray<AdPlatform> = [],
  addressOf: (url: string) => TestAddress = testAddress
) => {
  const scope = Effect.runSync(Scope.make())
  const { credentials, url } = await Effect.runPromise(Scope.extend(demoDatabase, scope))
  const address = addressOf(url)
  const directory = await Effect.runPromise(Scope.extend(demoEmulatorDirectory, scope))
  const emulator = await createEmulator({ directory })
  const control = controlOf(emulator)
  const state = async () => (await control("GET", "resources")) as { resources: Record<string, Resource> }
  /** Also the clock and the sums of all traffic. */
  const wholeState = () => control("GET", "state")
  const runtime = ManagedRuntime.make(coreOnPlatform(address, emulator, changes, google, others))
  afterFile(async () => {
    await saveValues(query)
    await runtime.dispose()
    await emulator.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })
  const query = <Row extends object>(text: string) =>
    runtime.runPromise(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))
  return {
    ...credentials,
    url,
    address,
    emulator,
    control,
    state,
    wholeState,
    runtime,
    run: runtime.runPromise,
    query
  }
}
