import { Core, layersInOrder, type Settings, Worker } from "@adwarden/core"
import { type Context, Effect, Layer, type Scope } from "effect"
import { type DatabaseServices, databaseStop } from "../database.ts"
import type { PlatformLayer, PlatformServices } from "../platform.ts"
import type { Stop } from "../stop.ts"
import { type Address, serveApp } from "./server.ts"
import { appOf, type SurfaceName } from "./surfaces.ts"

export type Services = Layer.Layer.Success<typeof Core.layer> | DatabaseServices | PlatformServices | Settings

/** Opens the services behind the surfaces on an open database. They close with the scope. */
export const openServices = (
  database: Context.Context<DatabaseServices>,
  settings: Layer.Layer<Settings>,
  platform: PlatformLayer
): Effect.Effect<Context.Context<Services>, Stop, Scope.Scope> =>
  Layer.build(layersInOrder(Layer.succeedContext(database), settings, platform, Core.layer))

/** Serves the given surfaces on one port, and runs the sealer, which follows their requests. */
export const openHost = (
  services: Context.Context<Services>,
  names: ReadonlyArray<SurfaceName>,
  address: Address
): Effect.Effect<void, Stop, Scope.Scope> =>
  Effect.gen(function* () {
    yield* Layer.build(Core.sealing)
    const { hostApp } = yield* Effect.promise(() => import("@adwarden/http-host"))
    const apps = yield* Effect.forEach(names, appOf)
    yield* serveApp(yield* hostApp(apps), address)
  }).pipe(Effect.provide(services))

/** Starts the worker and returns the names of its jobs. */
export const openWorker = (
  url: string,
  services: Context.Context<Services>,
  directUrl: string | null
): Effect.Effect<ReadonlyArray<string>, Stop, Scope.Scope> =>
  Layer.build(Worker.layer(url, directUrl === null ? {} : { directUrl })).pipe(
    Effect.flatMap((worker) => Effect.provide(Worker, worker)),
    Effect.map(({ jobs }) => jobs),
    Effect.mapError((error) => databaseStop(url, error)),
    Effect.provide(services)
  )
