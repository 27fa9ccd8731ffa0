import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chownSync, mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Effect } from "effect"
import { admin } from "../../../core/test/support/postgres-admin.ts"
import { until } from "../../../core/test/support/until.ts"
import { postmasterOf } from "../../../embedded-postgres/src/cluster.ts"
import { runAs } from "../../../embedded-postgres/src/installation.ts"
import { freePort } from "../adwarden.ts"

/** Synchronous replication: without it, a failover may lose what was answered just before. */
const settings = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "max_connections=200",
  "max_wal_size=96MB",
  "wal_keep_size=64MB",
  "synchronous_standby_names=*"
]

interface Server {
  readonly data: string
  readonly port: number
  child: ChildProcess | null
}

/**
 * A Postgres server of the machine with a standby, in a directory of limited size. Each runs in a process group of its
 * own, so that all its processes can be frozen together.
 */
export class PostgresPair {
  readonly #bin: string
  readonly #directory: string
  readonly #isSmallDisk: boolean
  #primary!: Server
  #standby: Server | null = null
  #next = 0

  private constructor(bin: string, directory: string, isSmallDisk: boolean) {
    this.#bin = bin
    this.#directory = directory
    this.#isSmallDisk = isSmallDisk
  }

  /** Starts the first server with an empty database. The directory becomes a file system of its own if this user may mount. */
  static async start(bin: string, directory: string, megabytes: number): Promise<PostgresPair> {
    mkdirSync(directory, { recursive: true })
    const pair = new PostgresPair(bin, directory, mounted(directory, megabytes))
    const { gid, uid } = await runAs()
    if (uid !== undefined) chownSync(directory, uid, gid!)
    const server = await pair.#server()
    await pair.#run("initdb", [
      "-D",
      server.data,
      "--auth=trust",
      "--username=adwarden",
      "--encoding=UTF8",
      "--locale=C",
      "--no-sync"
    ])
    pair.#primary = server
    await pair.#launch(server, ["synchronous_standby_names="])
    await admin(`${pair.#address}/postgres`, "create database adwarden")
    return pair
  }

  /** Whether the disk can be filled without harm to anything else. */
  get hasSmallDisk(): boolean {
    return this.#isSmallDisk
  }

  get #address(): string {
    return `postgres://adwarden@127.0.0.1:${this.#primary.port}`
  }

  /** The address of the database on the server that is the primary now. */
  get url(): string {
    return `${this.#address}/adwarden`
  }

  /** The address of the database on the standby. */
  get standbyUrl(): string {
    return `postgres://adwarden@127.0.0.1:${this.#standby!.port}/adwarden`
  }

  /** Copies the primary to a standby; from then on every commit waits for it. */
  async addStandby(): Promise<void> {
    const standby = await this.#server()
    await this.#run("pg_basebackup", [
      "-d",
      `${this.#address}/postgres`,
      "-D",
      standby.data,
      "-R",
      "-X",
      "stream",
      "-c",
      "fast"
    ])
    await this.#launch(standby)
    this.#standby = standby
    await this.#stop(this.#primary, "SIGINT")
    await this.#launch(this.#primary)
  }

  /** Ends all processes at once, as when the machine loses power, and starts the server again. */
  async crash(downMillis: number): Promise<void> {
    await this.#stop(this.#primary, "SIGQUIT")
    await sleep(downMillis)
    await this.#launch(this.#primary)
  }

  /** Stops all processes for a while without closing a connection. */
  async freeze(millis: number): Promise<void> {
    process.kill(-this.#primary.child!.pid!, "SIGSTOP")
    await sleep(millis)
    process.kill(-this.#primary.child!.pid!, "SIGCONT")
  }

  /** Loses the primary for good; the standby takes its place and gets a standby of its own. */
  async failOver(): Promise<void> {
    const lost = this.#primary
    await this.#stop(lost, "SIGKILL")
    this.#primary = this.#standby!
    // Commits go on alone until the new standby is there.
    await this.#run("pg_ctl", ["promote", "-w", "-D", this.#primary.data])
    await admin(`${this.#address}/postgres`, "alter system set synchronous_standby_names = ''")
    await admin(`${this.#address}/postgres`, "select pg_reload_conf()")
    rmSync(lost.data, { recursive: true, force: true })
  }

  async replaceStandby(): Promise<void> {
    await admin(`${this.#address}/postgres`, "alter system reset synchronous_standby_names")
    await this.addStandby()
  }

  /** Leaves no free space on the disk for a while. A server that ended because of it is started again, as a service manager would. */
  async fillDisk(millis: number): Promise<void> {
    const balloon = join(this.#directory, "balloon")
    const { bavail, bsize } = statfsSync(this.#directory)
    writeFileSync(balloon, Buffer.alloc(Math.max(0, bavail * bsize - 64 * 1024)))
    await sleep(millis)
    rmSync(balloon)
    for (const server of [this.#primary, this.#standby]) {
      if (server !== null && server.child === null) await this.#launch(server)
    }
  }

  async close(): Promise<void> {
    for (const server of [this.#standby, this.#primary])
      if (server !== null) await this.#stop(server, "SIGQUIT")
    if (this.#isSmallDisk) execFileSync("umount", ["-l", this.#directory])
    rmSync(this.#directory, { recursive: true, force: true })
  }

  async #server(): Promise<Server> {
    const port = await Effect.runPromise(freePort)
    return { data: join(this.#directory, `data-${this.#next++}`), port, child: null }
  }

  async #launch(server: Server, others: ReadonlyArray<string> = []): Promise<void> {
    const flags = [...settings, ...others].flatMap((one) => ["-c", one])
    const child = spawn(
      join(this.#bin, "postgres"),
      ["-D", server.data, "-p", String(server.port), ...flags],
      {
        ...(await runAs()),
        cwd: "/",
        stdio: "ignore",
        detached: true
      }
    )
    server.child = child
    child.once("exit", () => {
      server.child = null
    })
    await until("Postgres is ready", async () => (await postmasterOf(server.data))?.ready === true)
  }

  async #stop(server: Server, signal: NodeJS.Signals): Promise<void> {
    const { child } = server
    if (child === null) return
    const ended = once(child, "exit")
    if (signal === "SIGKILL") process.kill(-child.pid!, signal)
    else child.kill(signal)
    await ended
  }

  async #run(program: string, args: ReadonlyArray<string>): Promise<void> {
    const user = await runAs()
    execFileSync(join(this.#bin, program), args, {
      ...user,
      cwd: "/",
      stdio: ["ignore", "ignore", "inherit"]
    })
  }
}

/** Mounts a file system of this size in memory, where mounting is allowed. */
const mounted = (directory: string, megabytes: number): boolean => {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "adwarden-faults", directory], {
      stdio: "ignore"
    })
    return true
  } catch {
    return false
  }
}
