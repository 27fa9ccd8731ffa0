import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { afterFile, closeAll } from "../support/after-file.ts"

/* What a test file opens is closed after its last test: see ../support/set-up.ts. */

it("closes the latest first, and everything although a part of it fails", async () => {
  const closed: Array<string> = []
  afterFile(() => closed.push("database"))
  afterFile(async () => {
    throw new Error("The service did not stop.")
  })
  afterFile(async () => {
    await Promise.resolve()
    closed.push("server")
  })
  await expect(closeAll()).rejects.toThrow("The service did not stop.")
  expect(closed).toEqual(["server", "database"])
  await closeAll()
  expect(closed).toHaveLength(2)
})

// vitest ignores an afterAll that is called while tests run, and any test can call a helper.
it("is what helpers of tests use instead of vitest's afterAll", () => {
  const root = fileURLToPath(new URL("../../../..", import.meta.url))
  const setUp = ["bench/test/file-cpu.ts", "packages/core/test/support/set-up.ts"]
  const helpers = globSync(["packages/*/test/**/*.ts", "bench/test/**/*.ts", "scripts/test/**/*.ts"], {
    cwd: root
  }).filter((path) => !path.endsWith(".test.ts"))
  const using = helpers.filter((path) => /\bafterAll\(/.test(readFileSync(`${root}${path}`, "utf8")))
  expect(using.toSorted()).toEqual(setUp)
})
