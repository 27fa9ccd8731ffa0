import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterFile } from "../../../core/test/support/after-file.ts"
import type { Profile } from "../../src/session/profiles.ts"
import { Adwarden, type ProcessResult } from "../adwarden.ts"
import { runInProcess } from "../in-process.ts"

/** A person's own folder, the command in it, and its stored files. */
export const makeHome = async (env: Readonly<Record<string, string>>) => {
  const folder = await mkdtemp(join(tmpdir(), "adwarden-home-"))
  afterFile(() => rm(folder, { recursive: true, force: true }))
  const config = join(folder, "adwarden")
  const own = { XDG_CONFIG_HOME: folder, ...env }
  const fileOf = (profile: string) => join(config, "profiles", `${profile}.json`)
  const start = (args: ReadonlyArray<string>, more: Readonly<Record<string, string>> = {}) =>
    new Adwarden(args, { ...own, ...more })
  const read = async (profile = "default") => JSON.parse(await readFile(fileOf(profile), "utf8")) as Profile

  return {
    folder,
    config,
    fileOf,
    start,
    read,
    /** Runs a command in this process. */
    run: (args: ReadonlyArray<string>, more: Readonly<Record<string, string>> = {}): Promise<ProcessResult> =>
      runInProcess(args, { ...own, ...more }),
    /** Runs a command as a process of its own. */
    runAlone: (args: ReadonlyArray<string>): Promise<ProcessResult> => {
      const command = start(args)
      command.write("")
      return command.ended
    },
    /** Makes the stored tokens look expired. */
    expire: async (profile = "default") => {
      const kept = await read(profile)
      const sessions = Object.fromEntries(
        Object.entries(kept.sessions).map(([surface, session]) => [
          surface,
          { ...session, expires_at: new Date(0).toISOString() }
        ])
      )
      await writeFile(fileOf(profile), JSON.stringify({ ...kept, sessions }))
    }
  }
}

/** The URL that a login asks the person to open. */
export const addressToOpen = async (command: Adwarden): Promise<string> => {
  await command.waitForOutput("/oauth/authorize?")
  await command.waitForOutput("\n\n")
  return /^https?:\S+\/oauth\/authorize\?\S+$/m.exec(command.err)![0]
}
