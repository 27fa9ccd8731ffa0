import { Effect, Exit, Scope } from "effect"
import { afterAll, describe, expect, inject, it } from "vitest"
import { demoDatabase } from "../../core/test/support/demo.ts"
import { pgbouncerProgram, startPgBouncer, through } from "../../core/test/support/pgbouncer.ts"
import { Adwarden } from "./adwarden.ts"
import { runInProcess } from "./in-process.ts"

/* A pooler that passes the names of statements on to whichever connection is free: a name is lost with the next one. */

const scope = Effect.runSync(Scope.make())
const { url } = await Effect.runPromise(Scope.extend(demoDatabase, scope))
const { directory, server } = inject("postgres")
const program = pgbouncerProgram()
const pooler = program === undefined ? null : await startPgBouncer(program, server, directory, false)
afterAll(async () => {
  await pooler?.stop()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

// Postgres itself keeps names as such a pooler does.
const addresses: Array<[string, string]> = [["Postgres that was named as a pooler", url]]
if (pooler !== null) addresses.push(["PgBouncer without named statements", through(pooler, url).url])

describe.each(addresses)("%s", (_, address) => {
  const env = { DATABASE_URL: address, DATABASE_DIRECT_URL: url }

  it.each(["serve", "worker"])("adwarden %s refuses to start and says what to do", async (command) => {
    const { code, err, out } = await new Adwarden([command], env).ended
    expect(code).not.toBe(0)
    expect(`${out}${err}`).toContain("does not support named statements. Use PgBouncer 1.21 or later")
    expect(`${out}${err}`).toContain("or set DATABASE_NAMED_STATEMENTS=off")
  })

  it("is used without names if the setting says so", async () => {
    const listed = await runInProcess(["organizations", "list", "--local"], {
      ...env,
      DATABASE_NAMED_STATEMENTS: "off"
    })
    expect(listed).toMatchObject({ code: 0, out: expect.stringContaining("northwind") })
  })
})
