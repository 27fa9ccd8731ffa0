import { once } from "node:events"
import { createServer } from "node:net"
import { expect, it, vi } from "vitest"
import { leftBehind, processState, withImports } from "../support/process-state.ts"

/* This check runs after the last test of each file: see ../support/set-up.ts. */

const change = async (make: () => unknown, restore: () => unknown) => {
  const before = processState()
  expect(leftBehind(before, processState())).toEqual([])
  await make()
  const left = leftBehind(before, processState())
  await restore()
  // Node drops a closed handle only in a later turn of its event loop.
  await vi.waitFor(() => expect(leftBehind(before, processState())).toEqual([]), 30_000)
  return left
}

it("detects an environment variable that was set, changed or removed", async () => {
  const set = () => vi.stubEnv("LEFT_BEHIND", "1")
  expect(await change(set, () => vi.unstubAllEnvs())).toEqual(["process.env.LEFT_BEHIND is new"])
  const path = process.env["PATH"]!
  const removed = await change(
    () => delete process.env["PATH"],
    () => Object.assign(process.env, { PATH: path })
  )
  expect(removed).toEqual(["process.env.PATH is gone"])
})

it("detects a changed working directory", async () => {
  const here = process.cwd()
  const moved = await change(
    () => process.chdir("/"),
    () => process.chdir(here)
  )
  expect(moved).toEqual(["process.cwd() was replaced"])
})

it("detects globals and methods that were replaced or added", async () => {
  const stubbed = () => {
    vi.stubGlobal("leftBehind", 1)
    vi.spyOn(console, "log")
    vi.spyOn(Date, "now")
  }
  const restored = () => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }
  expect((await change(stubbed, restored)).toSorted()).toEqual([
    "Date.now was replaced",
    "console.log was replaced",
    "globalThis.leftBehind is new"
  ])
})

it("detects fake timers by the globals that they replace", async () => {
  const left = await change(
    () => vi.useFakeTimers(),
    () => vi.useRealTimers()
  )
  expect(left).toContain("globalThis.setTimeout was replaced")
})

it("detects a listening server and a signal listener", async () => {
  const server = createServer()
  const stop = () => {}
  const left = await change(
    async () => {
      server.listen(0, "127.0.0.1")
      await once(server, "listening")
      process.on("SIGUSR2", stop)
    },
    async () => {
      process.off("SIGUSR2", stop)
      server.close()
      await once(server, "close")
    }
  )
  expect(left).toEqual(["1 × TCPServerWrap left open", "1 × listener of SIGUSR2 left open"])
})

it("allows only the changes that packages make on import", () => {
  const before = { values: new Map([["process.env.A", "1"]]), counts: new Map([["ProcessWrap", 1]]) }
  const loaded = {
    values: new Map([
      ["process.env.A", "2"],
      ["globalThis.library", "x"]
    ]),
    counts: new Map([
      ["ProcessWrap", 2],
      ["listener of exit", 1]
    ])
  }
  expect(leftBehind(withImports(before, loaded), loaded)).toEqual([
    "process.env.A was replaced",
    "1 × ProcessWrap left open"
  ])
})
