import { Database, readServiceAddress, storeServiceAddress } from "@adwarden/core"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { demoDatabase, demoReady } from "../../core/test/support/demo.ts"
import { freePort, startProcess, startServer } from "./adwarden.ts"
import { runInProcessEffect } from "./in-process.ts"

await demoReady()

const address = "https://ads.example.test"
const kept = (url: string) => Effect.provide(readServiceAddress, Database.layer(url))
const keep = (url: string, at: string) => Effect.provide(storeServiceAddress(at), Database.layer(url))

describe("the URL of the service", () => {
  it.scopedLive("is stored by serve if PUBLIC_URL is set, and starts the links of commands", () =>
    Effect.gen(function* () {
      const { url } = yield* demoDatabase
      yield* startServer(url)
      expect(yield* kept(url)).toBeNull()
      yield* startServer(url, { PUBLIC_URL: address })
      expect(yield* kept(url)).toBe(address)
      // A process that does not serve uses the stored URL, whatever its own setting.
      const made = yield* runInProcessEffect(
        "users create --org northwind new@example.test --name New --role member".split(" "),
        { DATABASE_URL: url, PUBLIC_URL: "https://old.example.test" }
      )
      expect(made.out.startsWith(`${address}/reset-password?token=`)).toBe(true)
    })
  )

  it.scopedLive("is in the emails that a command shows", () =>
    Effect.gen(function* () {
      const { url } = yield* demoDatabase
      yield* keep(url, address)
      const adwarden = (args: string) => runInProcessEffect(args.split(" "), { DATABASE_URL: url })
      const invited = yield* adwarden("users invite --org northwind pia@example.test --role admin")
      const mail = /mail get (\d+)/.exec(invited.out)![1]!
      expect((yield* adwarden(`mail get ${mail}`)).out).toContain(`${address}/invitation?token=`)
    })
  )

  it.scopedLive("is compared with PUBLIC_URL by doctor", () =>
    Effect.gen(function* () {
      const { url } = yield* demoDatabase
      yield* keep(url, address)
      const doctor = yield* runInProcessEffect(["doctor", "--json"], {
        DATABASE_URL: url,
        PUBLIC_URL: "https://old.example.test"
      })
      expect(JSON.parse(doctor.out)).toContainEqual({
        part: "address",
        status: "warning",
        message: `PUBLIC_URL is https://old.example.test here, but the service is served at ${address}: links start with that`,
        next: "unset PUBLIC_URL here, or start adwarden serve with it"
      })
    })
  )

  it.scopedLive("is followed by a running worker when it changes", () =>
    Effect.gen(function* () {
      const { url } = yield* demoDatabase
      yield* keep(url, address)
      const worker = yield* startProcess(["worker"], { DATABASE_URL: url })
      yield* Effect.promise(() => worker.waitForOutput(`for ${address}: `))
      expect(yield* keep(url, "https://new.example.test")).toBe(address)
      yield* Effect.promise(() => worker.waitForOutput("for https://new.example.test: "))
    })
  )

  it.scopedLive("is logged by serve when it changes", () =>
    Effect.gen(function* () {
      const { url } = yield* demoDatabase
      yield* keep(url, address)
      const port = String(yield* freePort)
      const env = { DATABASE_URL: url, PORT: port, HOST: "127.0.0.1", PUBLIC_URL: "https://new.example.test" }
      const host = yield* startProcess(["serve"], env)
      yield* Effect.promise(() => host.waitForOutput(`The service was served at ${address} until now.`))
    })
  )
})
