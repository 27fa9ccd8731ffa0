import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Scope } from "effect"
import { Database } from "../../src/storage/index.ts"
import { distribute, distributeApplicationName } from "../../src/storage/migrations/distribute.ts"
import { createCoordinator, freezeTemplate, startCitusNode } from "../support/citus-nodes.ts"
import { withDatabase } from "../support/postgres-admin.ts"
import { checkReach } from "./check-reach.ts"

/** The node of a run on Citus, and what such a run adds to the set-up. */
export interface CitusRun {
  readonly server: string
  /** Before the template is migrated. */
  readonly prepareTemplate: (template: string) => Promise<void>
  /** After that. */
  readonly distributeTemplate: (template: string) => Promise<void>
  /** After the tests. */
  readonly check: (template: string) => Promise<void>
}

/** Every database of the run has a maintenance process of Citus. On one node it has little to do. */
const quiet = {
  "citus.recover_2pc_interval": "-1",
  "citus.background_task_queue_interval": "-1",
  "citus.defer_shard_delete_interval": "-1"
}

/** Server processes that a statement crashed: the log names the signal, and then the statement. */
const crashesIn = (log: string): ReadonlyArray<string> =>
  readFileSync(log, "utf8").match(/server process .* was terminated by signal .*(\n.*DETAIL: .*)?/g) ?? []

/** Starts one node that holds the shards itself; it stops with the scope. */
export const startCitusRun = async (directory: string, scope: Scope.Scope): Promise<CitusRun> => {
  const { port, stop, url: server } = await startCitusNode(join(directory, "citus"), quiet)
  Effect.runSync(Scope.addFinalizer(scope, Effect.promise(stop)))
  return {
    server,
    prepareTemplate: (template) => createCoordinator(withDatabase(server, template), port, true),
    distributeTemplate: async (template) => {
      const database = Database.layer(withDatabase(server, template), {
        applicationName: distributeApplicationName
      })
      await Effect.runPromise(
        Effect.provide(
          distribute(() => undefined),
          database
        )
      )
      await freezeTemplate(server, template)
    },
    check: async (template) => {
      const crashes = crashesIn(join(directory, "citus", "log"))
      for (const crash of crashes) console.log(`Citus: ${crash}`)
      if (!(await checkReach(server, template, directory)) || crashes.length > 0) process.exitCode = 1
    }
  }
}
