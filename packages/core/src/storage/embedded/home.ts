import { randomBytes } from "node:crypto"
import { chmod, cp, link, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { nativeDirectory } from "./binaries.ts"
import { EmbeddedPostgresError, reasonOf, refuse } from "./error.ts"
import { barredAt, type RunAs, runAs } from "./system-user.ts"

/** What is remembered between starts, in a file that only we may read. */
interface Memory {
  readonly password: string
  readonly port: number
  /** Set when the data could not stay in the directory itself. */
  readonly elsewhere?: string
}

export interface Home {
  readonly directory: string
  readonly user: RunAs
  readonly native: string
  readonly data: string
  readonly log: string
  readonly password: string
  readonly port: number
  readonly remember: (port: number) => Promise<void>
}

/** Where root keeps what the user postgres must reach when the project lies behind a closed door, as in /root. */
const outside = "/var/lib/adwarden"

export const openHome = async (directory: string): Promise<Home> => {
  const user = await runAs()
  const file = join(directory, "postgres.json")
  const native = nativeDirectory()
  try {
    await mkdir(directory, { recursive: true })
    // Postgres passes through on its way to its data; what lies here stays unreadable to it.
    if (user.uid !== undefined) await chmod(directory, ((await stat(directory)).mode & 0o777) | 0o011)
    const memory = await recall(file, directory, user)
    return {
      directory,
      user,
      native: await reachable(native, user),
      data: memory.elsewhere ?? join(directory, "postgres"),
      log: join(directory, "postgres.log"),
      password: memory.password,
      port: memory.port,
      remember: (port) => write(file, { ...memory, port })
    }
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error
    return refuse(
      "directory",
      `The directory ${directory} cannot hold the database: ${reasonOf(error)}. Make it writable, or set DATABASE_URL.`
    )
  }
}

const recall = async (file: string, directory: string, user: RunAs): Promise<Memory> => {
  const known = await readFile(file, "utf8").catch(() => undefined)
  if (known !== undefined) return JSON.parse(known) as Memory
  const made = {
    password: randomBytes(24).toString("base64url"),
    port: 0,
    ...(await elsewhere(directory, user))
  }
  // Of two that start together the first one's memory counts. It appears whole: half of it could not be read.
  const draft = await drafted(file, made)
  await link(draft, file).catch(() => undefined)
  await rm(draft)
  return JSON.parse(await readFile(file, "utf8")) as Memory
}

const drafted = async (file: string, memory: Memory): Promise<string> => {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`
  await writeFile(draft, JSON.stringify(memory), { mode: 0o600 })
  return draft
}

const write = async (file: string, memory: Memory): Promise<void> => rename(await drafted(file, memory), file)

const elsewhere = async (directory: string, user: RunAs): Promise<Pick<Memory, "elsewhere">> => {
  const barred = await barredAt(join(directory, "postgres"), user)
  if (barred === undefined) return {}
  await openOutside(barred)
  return { elsewhere: join(outside, randomBytes(6).toString("hex")) }
}

const openOutside = (barred: string): Promise<unknown> =>
  mkdir(outside, { recursive: true, mode: 0o755 }).catch(() =>
    refuse(
      "directory",
      `The user postgres, whom root runs the database as, may not enter ${barred}. Run: chmod o+x ${barred}, or set DATABASE_URL.`
    )
  )

/** The binaries where npm put them, or a copy of them where the user postgres can get at them. */
const reachable = async (native: string, user: RunAs): Promise<string> => {
  const barred = await barredAt(join(native, "bin"), user)
  if (barred === undefined) return native
  // Named after its version, so that an upgrade is copied anew.
  const { version } = JSON.parse(await readFile(join(dirname(native), "package.json"), "utf8")) as {
    version: string
  }
  const copy = join(outside, `postgres-${version}`)
  const exists = await stat(copy).then(
    () => true,
    () => false
  )
  if (exists) return copy
  const draft = `${copy}.${process.pid}`
  await openOutside(barred)
  await cp(native, draft, { recursive: true, verbatimSymlinks: true })
  await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }))
  return copy
}
