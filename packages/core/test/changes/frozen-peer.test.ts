import { type ChildProcess, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { Effect, Schedule } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { connectionDefaults } from "../../src/storage/connection.ts"
import { call } from "../support/call.ts"
import { program } from "../support/programs.ts"
import { runCore } from "../support/run-core.ts"

const { lockTimeoutMillis } = connectionDefaults
const demo = await runCore({}, { lockTimeoutMillis })
const key = demo.keys["northwind"]!.owner!

const peers: Array<ChildProcess> = []
afterEach(() => {
  for (const peer of peers.splice(0)) peer.kill("SIGKILL")
})

/** Starts a host that freezes during a write, while it holds the organization's lock. */
const frozenPeer = async (...options: ReadonlyArray<string>) => {
  const holder = program(new URL("../support/lock-holder.ts", import.meta.url))
  const peer = spawn(process.execPath, [holder, demo.url, "northwind", ...options], {
    stdio: ["pipe", "pipe", "inherit"]
  })
  peers.push(peer)
  const lines = createInterface({ input: peer.stdout })[Symbol.asyncIterator]()
  const says = async () => (await lines.next()).value as string
  expect(await says()).toBe("locked")
  peer.kill("SIGSTOP")
  return { peer, says }
}

const write = (surface: "rest" | "mcp", token: string, slug: string, budget: number) =>
  Effect.map(
    call("campaigns.update", token, { slug, budget, dry_run: false }, { surface }),
    ({ error, status }) => ({ status, error: error?._tag ?? null })
  )

const done = { status: 200, error: null }
const unavailable = { status: 503, error: "unavailable" }

describe("a host that freezes during a write", () => {
  it("makes other writes of its organization fail as retryable within seconds", async () => {
    await frozenPeer("600000")
    for (const surface of ["rest", "mcp"] as const) {
      expect(await demo.run(write(surface, key, "boiler-repair", 91))).toEqual(unavailable)
    }
    const contoso = demo.keys["contoso"]!.owner!
    expect(await demo.run(write("rest", contoso, "dental-implants", 71))).toEqual(done)
  })

  it("loses its lock, and detects that when it continues", async () => {
    const { peer, says } = await frozenPeer()
    const patient = Effect.repeat(write("rest", key, "boiler-repair", 92), {
      while: ({ status }) => status === 503,
      schedule: Schedule.intersect(Schedule.spaced(100), Schedule.recurs(10))
    })
    await demo.run(patient)
    expect(await demo.run(write("rest", key, "boiler-repair", 93))).toEqual(done)
    peer.kill("SIGCONT")
    peer.stdin.write("go on\n")
    expect(await says()).toBe("unavailable")
  })
})
