import {
  AdPlatforms,
  Core,
  Database,
  Gauges,
  Pipeline,
  PlatformLogins,
  Schedules,
  Settings,
  Telemetry,
  Vault
} from "@adwarden/core"
import { type OperationName, operationByName } from "@adwarden/core/contract"
import * as SqlClient from "@effect/sql/SqlClient"
import { Chunk, Effect, Layer, ManagedRuntime, Stream } from "effect"
import type { Tenant } from "../world.ts"

/** The service without a host: few connections, so that every plan is settled after a few runs. */
const layerOn = (url: string, auditRetentionDays: number | null) =>
  Layer.merge(Core.layer, Gauges.layer).pipe(
    Layer.provideMerge(PlatformLogins.layer),
    Layer.provideMerge(
      Layer.mergeAll(
        Settings.layer("http://growth.test", {
          rateLimit: 1_000_000,
          writeQuota: 1_000_000,
          logFormat: "off",
          auditRetentionDays
        }),
        AdPlatforms.layer(),
        Vault.unconfigured,
        Database.layer(url, {
          maxConnections: 2,
          connections: 1,
          statementTimeoutMillis: 600_000,
          connectTimeoutMillis: 600_000,
          idleInTransactionMillis: 600_000
        })
      )
    ),
    Layer.provideMerge(Layer.succeed(Telemetry, { metrics: true, traces: null }))
  )

let requests = 0

export const startService = (url: string, auditRetentionDays: number | null = null) => {
  const runtime = ManagedRuntime.make(layerOn(url, auditRetentionDays))
  const call = (name: OperationName, { key }: Tenant, values: object) =>
    runtime.runPromise(
      Effect.flatMap(Pipeline, (pipeline) =>
        pipeline.run({
          name,
          credentials: { kind: "credential", authorization: `Bearer ${key}`, query: [] },
          facts: {
            id: `req_growth${++requests}`,
            surface: "rest",
            method: "GET",
            path: "/v1",
            ip: "192.0.2.9",
            userAgent: "growth"
          },
          invocation: Effect.succeed({
            operation: operationByName.get(name)!,
            input: { values: values as Record<string, unknown>, unreadable: null }
          }),
          allowAnonymous: false
        })
      ).pipe(
        Effect.flatMap(({ error, output }) => {
          // An export is read to its end, as its client would.
          const events = (output as { readonly events?: Stream.Stream<unknown> } | null)?.events
          const read =
            events === undefined ? Effect.succeed(output) : Effect.map(Stream.runCollect(events), Chunk.size)
          return Effect.map(read, (result) => ({ error, output: result }))
        })
      )
    )
  /** Runs a schedule once, as a worker does. */
  const schedule = (name: string) =>
    runtime.runPromise(
      Effect.flatMap(
        Schedules,
        (schedules) => schedules.find(name)?.run ?? Effect.dieMessage(`no schedule ${name}`)
      )
    )
  return {
    call,
    schedule,
    scheduleNames: () =>
      runtime.runPromise(Effect.map(Schedules, (schedules) => [...schedules.all().keys()].toSorted())),
    gauges: () => runtime.runPromise(Effect.flatMap(Gauges, ({ update }) => update)),
    query: <Row extends object>(text: string) =>
      runtime.runPromise(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text))),
    stop: () => runtime.dispose()
  }
}

export type Service = ReturnType<typeof startService>
