import { restApp } from "@adwarden/rest"
import { webApp } from "@adwarden/web"
import { Effect } from "effect"
import { startHost } from "./start-host.ts"

/** REST and the dashboard. */
startHost((host) =>
  Effect.gen(function* () {
    host.route("/", yield* restApp)
    host.route("/", yield* webApp)
  })
)
