import { Effect, Exit, ManagedRuntime, Scope } from "effect"
import type { SettingsShape } from "../../src/settings.ts"
import type { DatabaseOptions } from "../../src/storage/index.ts"
import { saveValues } from "../storage/released/stored-values.ts"
import { afterFile } from "./after-file.ts"
import { coreOn, demoDatabase } from "./demo.ts"
import { queryOn } from "./executed-writes.ts"

/** Core on its own demo data for a test file; removed after the file's last test. `through` returns a proxy's address. */
export const runCore = async (
  changes: Partial<SettingsShape> = {},
  database: DatabaseOptions = {},
  through: (url: string) => Promise<string> = async (url) => url
) => {
  const scope = Effect.runSync(Scope.make())
  const { credentials, url } = await Effect.runPromise(Scope.extend(demoDatabase, scope))
  const runtime = ManagedRuntime.make(coreOn(await through(url), changes, database))
  afterFile(async () => {
    await saveValues(queryOn({ run: runtime.runPromise }))
    await runtime.dispose()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })
  return { ...credentials, url, runtime, run: runtime.runPromise }
}
