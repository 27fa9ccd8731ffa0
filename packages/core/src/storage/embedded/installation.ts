import { randomBytes } from "node:crypto"
import { chmod, cp, link, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { nativeDirectory } from "./binaries.ts"
import { EmbeddedPostgresError, fail, reasonOf } from "./error.ts"
import { firstInaccessibleDirectory, type RunAs, runAs } from "./system-user.ts"

/** What is remembered between starts, in a file that only we may read. */
interface SavedState {
  readonly password: string
  readonly port: number
  /** Set when the data could not stay in the directory itself. */
  readonly elsewhere?: string
}

export interface Installation {
  readonly directory: string
  readonly user: RunAs
  readonly native: string
  readonly data: string
  readonly log: string
  readonly password: string
  readonly port: number
  readonly savePort: (port: number) => Promise<void>
}

/** Where root keeps what the user postgres must reach when the project lies behind a closed door, as in /root. */
const systemDirectory = "/var/lib/adwarden"

export const openInstallation = async (directory: string): Promise<Installation> => {
  const user = await runAs()
  const file = join(directory, "postgres.json")
  const native = nativeDirectory()
  try {
    await mkdir(directory, { recursive: true })
    // Postgres passes through on its way to its data; what lies here stays unreadable to it.
    if (user.uid !== undefined) await chmod(directory, ((await stat(directory)).mode & 0o777) | 0o011)
    const saved = await loadSavedState(file, directory, user)
    return {
      directory,
      user,
      native: await accessibleBinaries(native, user),
      data: saved.elsewhere ?? join(directory, "postgres"),
      log: join(directory, "postgres.log"),
      password: saved.password,
      port: saved.port,
      savePort: (port) => saveState(file, { ...saved, port })
    }
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error
    return fail(
      "directory",
      `The directory ${directory} cannot hold the database: ${reasonOf(error)}. Make it writable, or set DATABASE_URL.`
    )
  }
}

const loadSavedState = async (file: string, directory: string, user: RunAs): Promise<SavedState> => {
  const existing = await readFile(file, "utf8").catch(() => undefined)
  if (existing !== undefined) return JSON.parse(existing) as SavedState
  const created = {
    password: randomBytes(24).toString("base64url"),
    port: 0,
    ...(await elsewhere(directory, user))
  }
  // Of two that start together the first one's memory counts. It appears whole: half of it could not be read.
  const temporaryFile = await writeTemporaryFile(file, created)
  await link(temporaryFile, file).catch(() => undefined)
  await rm(temporaryFile)
  return JSON.parse(await readFile(file, "utf8")) as SavedState
}

const writeTemporaryFile = async (file: string, saved: SavedState): Promise<string> => {
  const temporaryFile = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`
  await writeFile(temporaryFile, JSON.stringify(saved), { mode: 0o600 })
  return temporaryFile
}

const saveState = async (file: string, saved: SavedState): Promise<void> =>
  rename(await writeTemporaryFile(file, saved), file)

const elsewhere = async (directory: string, user: RunAs): Promise<Pick<SavedState, "elsewhere">> => {
  const inaccessible = await firstInaccessibleDirectory(join(directory, "postgres"), user)
  if (inaccessible === undefined) return {}
  await createSystemDirectory(inaccessible)
  return { elsewhere: join(systemDirectory, randomBytes(6).toString("hex")) }
}

const createSystemDirectory = (inaccessible: string): Promise<unknown> =>
  mkdir(systemDirectory, { recursive: true, mode: 0o755 }).catch(() =>
    fail(
      "directory",
      `The user postgres, whom root runs the database as, may not enter ${inaccessible}. Run: chmod o+x ${inaccessible}, or set DATABASE_URL.`
    )
  )

/** The binaries where npm put them, or a copy of them where the user postgres can get at them. */
const accessibleBinaries = async (native: string, user: RunAs): Promise<string> => {
  const inaccessible = await firstInaccessibleDirectory(join(native, "bin"), user)
  if (inaccessible === undefined) return native
  // Named after its version, so that an upgrade is copied anew.
  const { version } = JSON.parse(await readFile(join(dirname(native), "package.json"), "utf8")) as {
    version: string
  }
  const copy = join(systemDirectory, `postgres-${version}`)
  const exists = await stat(copy).then(
    () => true,
    () => false
  )
  if (exists) return copy
  const temporaryFile = `${copy}.${process.pid}`
  await createSystemDirectory(inaccessible)
  await cp(native, temporaryFile, { recursive: true, verbatimSymlinks: true })
  await rename(temporaryFile, copy).catch(() => rm(temporaryFile, { recursive: true, force: true }))
  return copy
}
