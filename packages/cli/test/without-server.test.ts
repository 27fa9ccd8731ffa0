import { Effect } from "effect"
import { expect, it } from "vitest"
import { runProcess } from "./adwarden.ts"

const run = (line: string) => Effect.runPromise(runProcess(line.split(" ")))

it.each(["dev", "organizations list --local", "reports generate weekly --local"])(
  "adwarden %s without the server's package states what to install",
  async (line) => {
    const { code, err, out } = await run(line)
    expect([code, out]).toEqual([1, ""])
    expect(err).toContain("its package @adwarden/server is not installed here.")
    expect(err).toContain("Try: npm install --global @adwarden/cli @adwarden/server\n")
  }
)

it("prints that as JSON for programs", async () => {
  const { code, err, out } = await run("organizations list --local --json")
  expect([code, out]).toEqual([1, ""])
  expect(JSON.parse(err).error).toMatchObject({
    code: "refused_here",
    next: "npm install --global @adwarden/cli @adwarden/server"
  })
})

it("an invalid command line is rejected as such, and help is available", async () => {
  expect(await run("queued-writes approve")).toMatchObject({
    code: 2,
    err: expect.stringContaining("queued-writes approve needs <queued-id>")
  })
  expect(await run("keys create --help")).toMatchObject({ code: 0, out: expect.stringContaining("--scopes") })
})
