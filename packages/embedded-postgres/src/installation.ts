import { randomBytes } from "node:crypto"
import { chmod, cp, link, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { nativeDirectory } from "./binaries.ts"
import { EmbeddedPostgresError, fail, reasonOf } from "./error.ts"
import { firstInaccessibleDirectory, type RunAs, runAs } from "./system-user.ts"

/** State saved between starts, in a file that only its owner can read. */
interface SavedState {
  readonly password: string
  readonly port: number
  /** The data directory, if the data could not be in the directory itself. */
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

/**
 * Root's directory for data that the user postgres must access, if the project is in a private directory such
 * as /root.
 */
const systemDirectory = "/var/lib/adwarden"

export const openInstallation = async (directory: string): Promise<Installation> => {
  const user = await runAs()
  const file = join(directory, "postgres.json")
  const native = nativeDirectory()
  try {
    await mkdir(directory, { recursive: true })
    // Lets Postgres traverse the directory to its data, without read access to it.
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
  // If two processes start at the same time, the first one's state counts. The link makes the file appear
  // complete.
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
      `Root runs the database as the user postgres, who cannot access ${inaccessible}. Run: chmod o+x ${inaccessible}, or set DATABASE_URL.`
    )
  )

/** Returns the npm package's binaries, or a copy that the user postgres can access. */
const accessibleBinaries = async (native: string, user: RunAs): Promise<string> => {
  const inaccessible = await firstInaccessibleDirectory(join(native, "bin"), user)
  if (inaccessible === undefined) return native
  // The version in the name makes an upgrade copy the binaries again.
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
