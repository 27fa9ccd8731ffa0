import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import type * as HttpClient from "@effect/platform/HttpClient"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer, Logger, Redacted } from "effect"
import { Events } from "../../../src/events/events.ts"
import {
  AdAccounts,
  AdPlatforms,
  GoogleAds,
  type GoogleAdsOptions,
  PlatformLogins,
  Vault
} from "../../../src/platform/index.ts"
import { Settings } from "../../../src/settings.ts"
import { Queue } from "../../../src/tasks/queue.ts"
import { TestDatabase } from "../../support/postgres.ts"
import { longPlatformTimeouts } from "../../support/timeouts.ts"
import { customerOf, RunningEmulator } from "./emulator.ts"

export const testKey = Redacted.make(Buffer.alloc(32, 7).toString("base64"))

const fastSettings = {
  firstDelayMillis: 20,
  requestsPerSecond: 1000,
  planningPerSecond: 1000,
  ...longPlatformTimeouts
}

export const adapterOptions = (
  emulator: { url: string; tokenUrl: string },
  changes: Partial<GoogleAdsOptions> = {}
) => ({
  baseUrl: emulator.url,
  tokenUrl: emulator.tokenUrl,
  clientId: "adwarden",
  clientSecret: Redacted.make("client-secret-in-the-clear"),
  ...fastSettings,
  ...changes
})

/** Logins on a fresh database. */
export const storage = PlatformLogins.layer.pipe(
  Layer.provideMerge(Vault.layer(testKey)),
  Layer.provideMerge(TestDatabase.layer)
)

/** The adapter with the emulator, on an HTTP client that a test can observe. */
export const adapter = (
  changes: Partial<GoogleAdsOptions> = {},
  http: Layer.Layer<HttpClient.HttpClient> = FetchHttpClient.layer
) =>
  AdAccounts.layer.pipe(
    Layer.provideMerge(
      AdPlatforms.layer(
        Effect.flatMap(RunningEmulator, (emulator) => GoogleAds.make(adapterOptions(emulator, changes)))
      )
    ),
    Layer.provide(http)
  )

/** A sync records events. */
const events = Events.layer.pipe(
  Layer.provide(Queue.layer),
  Layer.provide(Settings.layer("http://adwarden.test"))
)

export const emulated = (
  changes: Partial<GoogleAdsOptions> = {},
  http?: Layer.Layer<HttpClient.HttpClient>
) =>
  adapter(changes, http).pipe(
    Layer.provideMerge(events),
    Layer.provideMerge(Layer.mergeAll(storage, RunningEmulator.with(), Logger.remove(Logger.defaultLogger)))
  )

export interface LinkOptions {
  readonly organization: string
  readonly customerId: string
  readonly refreshToken: string
  readonly email: string | null
  readonly loginCustomerId?: string
  readonly currency?: string
}

/** Creates an organization with one linked account; returns its id. */
export const link = (options: LinkOptions) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const logins = yield* PlatformLogins
    const [made] = yield* sql<{ id: number }>`
      insert into organizations (slug, name, currency)
      values (${options.organization}, ${options.organization}, ${options.currency ?? "USD"})
      on conflict (slug) do update set name = excluded.name returning id`
    yield* sql`insert into organization_locks values (${made!.id}) on conflict do nothing`
    const login = yield* logins.connect(made!.id, {
      email: options.email,
      refreshToken: Redacted.make(options.refreshToken)
    })
    yield* sql`insert into ad_accounts (organization_id, id, customer_id, login_customer_id, login_id, status)
      values (${made!.id}, ${options.customerId}, ${options.customerId}, ${options.loginCustomerId ?? null}, ${login}, 'linked')
      on conflict do nothing`
    return made!.id
  })

/** Links a customer of the emulator's demo world to an organization of the same name. */
export const linkDemo = (slug: string) => {
  const { currencyCode, customerId, login } = customerOf(slug)
  return link({
    organization: slug,
    customerId,
    refreshToken: login.refreshToken,
    email: login.email,
    currency: currencyCode
  })
}

export const demoAccount = (slug: string) =>
  Effect.gen(function* () {
    const organizationId = yield* linkDemo(slug)
    return yield* (yield* AdAccounts).get(organizationId, customerOf(slug).customerId)
  })
