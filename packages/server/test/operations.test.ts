import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { isLong } from "../../core/test/support/counts.ts"
import { blankDatabase, freshDatabase } from "../../core/test/support/postgres.ts"
import server from "../package.json" with { type: "json" }
import { followPage } from "./follow-page.ts"
import { machinePostgres, serverOf } from "./machine-postgres.ts"

it("npm runs the command of a checkout from its sources", () => {
  const { status, stdout } = spawnSync("npm", ["run", "-s", "adwarden", "--", "--version"], {
    cwd: fileURLToPath(new URL("../../../", import.meta.url)),
    encoding: "utf8"
  })
  expect([status, stdout.trim()]).toEqual([0, server.version])
})

it.scopedLive("an empty Postgres becomes a running service, which stops, as the page describes", () =>
  Effect.flatMap(blankDatabase(), (url) => followPage("operations.md", { DATABASE_URL: url }))
)

// A rehearsal with three hosts and two workers, so it runs at night.
it.scopedLive.runIf(isLong)(
  "a dump is restored, verified and upgraded as the guide describes",
  ({ skip }) => {
    const postgres = machinePostgres()
    if (postgres === undefined) return skip("There is no Postgres with pg_dump on this machine.")
    return Effect.flatMap(serverOf(postgres), (url) =>
      followPage("guides/backup-and-upgrade.md", {
        DATABASE_URL: url,
        PATH: `${postgres}:${process.env["PATH"]}`
      })
    )
  }
)

it.scopedLive("the key of stored secrets is rotated as the guide describes", () =>
  Effect.flatMap(freshDatabase(), (url) => followPage("guides/rotate-secrets-key.md", { DATABASE_URL: url }))
)
