import { Effect } from "effect"
import { demoDatabase } from "../../core/test/support/demo.ts"
import { runProcess } from "./adwarden.ts"
import { runInProcessEffect } from "./in-process.ts"

/** A copy of the demo database, and commands on it: in this process, or as a process of their own. */
export const demoCommands = Effect.map(demoDatabase, ({ credentials, url }) => {
  const env = { DATABASE_URL: url }
  return {
    credentials,
    url,
    adwarden: (...args: ReadonlyArray<string>) => runInProcessEffect(args, env),
    adwardenProcess: (...args: ReadonlyArray<string>) => runProcess(args, env)
  }
})
