import { execFileSync, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { chown, mkdir, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { join } from "node:path"
import { fail } from "./error.ts"
import { binary, type Installation } from "./installation.ts"

interface Postmaster {
  readonly pid: number
  readonly port: number
  readonly ready: boolean
}

const pidFile = (data: string): string => join(data, "postmaster.pid")

/** Reads the file that Postgres writes about the server of a data directory; undefined if no server runs. */
export const postmasterOf = async (data: string): Promise<Postmaster | undefined> => {
  const text = await readFile(pidFile(data), "utf8").catch(() => "")
  const [pid, , , port, , , , status] = text.split("\n")
  if (!pid || !isPostgres(Number(pid))) return undefined
  return { pid: Number(pid), port: Number(port ?? 0), ready: status?.trim() === "ready" }
}

/**
 * Removes the pid file of a crashed server. Another program can have its process id by now, which Postgres
 * would take for a server. Requires the start lock: without it, the file could belong to a server that has
 * just started.
 */
export const removeStalePidFile = async (data: string): Promise<void> => {
  if ((await postmasterOf(data)) === undefined) await rm(pidFile(data), { force: true })
}

const isPostgres = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false
  }
  try {
    if (process.platform !== "linux") {
      return execFileSync("ps", ["-o", "comm=", "-p", String(pid)], { encoding: "utf8" }).includes("postgres")
    }
    const [, name, state] = /^\d+ \((.*)\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? []
    // Without an init process (in a container, for example), a dead orphan stays listed as a zombie.
    return name === "postgres" && state !== "Z"
  } catch {
    return false
  }
}

/**
 * Environment of libfaketime, with which `npm run check dates` shifts the clock. The server needs the same
 * clock.
 */
const fakeClockEnvironment = (env: NodeJS.ProcessEnv): Readonly<Record<string, string>> =>
  env["FAKETIME"] === undefined
    ? {}
    : Object.fromEntries(
        Object.entries(env).flatMap(([name, value]) =>
          value !== undefined && /^(LD_PRELOAD|FAKETIME.*)$/.test(name) ? [[name, value]] : []
        )
      )

const environment = {
  PATH: process.env["PATH"] ?? "",
  LC_ALL: "C",
  TZ: "UTC",
  ...fakeClockEnvironment(process.env)
}
const maxLogBytes = 10_000_000

/**
 * Creates the data directory once. A rename makes it appear complete, so a kill in between leaves no partial
 * directory.
 */
export const initialise = async ({ data: target, native, password, user }: Installation): Promise<void> => {
  if (await exists(join(target, "PG_VERSION"))) return
  const temporaryDirectory = `${target}.${randomBytes(4).toString("hex")}`
  const passwordFile = join(temporaryDirectory, "password")
  const data = join(temporaryDirectory, "data")
  try {
    await mkdir(temporaryDirectory, { mode: 0o700 })
    await writeFile(passwordFile, password, { mode: 0o600 })
    if (user.uid !== undefined)
      for (const path of [temporaryDirectory, passwordFile]) await chown(path, user.uid, user.gid!)
    await initdb(binary(native, "initdb"), data, passwordFile, user)
    await rename(data, target)
  } catch (error) {
    // Another process that started at the same time can have been first.
    if (!(await exists(join(target, "PG_VERSION")))) throw error
  } finally {
    await rm(temporaryDirectory, { recursive: true, force: true })
  }
}

const initdb = (
  program: string,
  data: string,
  passwordFile: string,
  user: Installation["user"]
): Promise<void> =>
  new Promise<void>((done, failed) => {
    const flags = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
    // The password is random. Further rounds of hashing would not protect it, and cost each connection 2 ms.
    const login = [
      "--username=adwarden",
      "--auth=scram-sha-256",
      `--pwfile=${passwordFile}`,
      "--set=scram_iterations=1"
    ]
    const child = spawn(program, ["-D", data, ...flags, ...login, "--no-instructions"], {
      ...user,
      cwd: "/",
      env: environment,
      // In its own session like the server: Ctrl-C would end it with an error while this process stops in order.
      detached: true,
      stdio: ["ignore", "ignore", "pipe"]
    })
    let errorOutput = ""
    child.stderr.on("data", (chunk) => {
      errorOutput += chunk
    })
    child.on("error", failed)
    child.on("close", (code) => (code === 0 ? done() : failed(new Error(lastErrorLine(errorOutput)))))
  }).catch((error: Error) => fail("initialise", `The database could not be created: ${error.message}`))

/** "port_taken": another program uses the port. "taken_over": another server uses the data directory. */
type StartOutcome = "running" | "port_taken" | "taken_over"

/**
 * Starts the server in its own session, so that neither Ctrl-C nor the end of this process stops it early.
 */
export const start = async (
  { data, native, log, user }: Installation,
  port: number,
  settings: Readonly<Record<string, string>>
): Promise<StartOutcome> => {
  if ((await size(log)) > maxLogBytes) await rm(log)
  const logOffset = await size(log)
  const output = await open(log, "a", 0o600)
  const fixed = { listen_addresses: "127.0.0.1", unix_socket_directories: "", ...settings }
  const flags = Object.entries(fixed).flatMap(([name, value]) => ["-c", `${name}=${value}`])
  const child = spawn(binary(native, "postgres"), ["-D", data, "-p", String(port), ...flags], {
    ...user,
    cwd: "/",
    env: environment,
    detached: true,
    stdio: ["ignore", output.fd, output.fd]
  })
  let ended: string | undefined
  child.on("error", (error) => {
    ended = error.message
  })
  child.on("exit", () => {
    ended ??= ""
  })
  child.unref()
  await output.close()
  while (ended === undefined) {
    const postmaster = await postmasterOf(data)
    if (postmaster?.ready && postmaster.pid === child.pid) return "running"
    await sleep(20)
  }
  return classifyExit(ended || (await readFile(log, "utf8")).slice(logOffset))
}

const classifyExit = (serverOutput: string): StartOutcome => {
  if (/could not bind|Address already in use|could not create any TCP/i.test(serverOutput))
    return "port_taken"
  // Processes of a killed server can take a moment to end.
  if (/postmaster\.pid" (already exists|is empty)|is still in use/.test(serverOutput)) return "taken_over"
  return fail("start", `The database did not start: ${lastErrorLine(serverOutput)}`)
}

/** Returns a free port: `wanted` if it is free, otherwise any. */
export const freePort = (wanted: number): Promise<number> =>
  new Promise((done, failed) => {
    const server = createServer()
    server.on("error", () => (wanted === 0 ? failed(new Error("no free port")) : done(freePort(0))))
    server.listen(wanted, "127.0.0.1", () => {
      const { port } = server.address() as { readonly port: number }
      server.close(() => done(port))
    })
  })

export const sleep = (millis: number): Promise<void> => new Promise((done) => setTimeout(done, millis))

const exists = (path: string): Promise<boolean> => size(path).then((bytes) => bytes > 0)
const size = (path: string): Promise<number> =>
  stat(path).then(
    (stats) => stats.size,
    () => 0
  )

/** Returns the line with the cause: the last FATAL or error line, otherwise the last line. */
const lastErrorLine = (text: string): string => {
  const lines = text.trim().split("\n")
  return (lines.findLast((line) => /FATAL|PANIC|error:/i.test(line)) ?? lines.at(-1) ?? "").trim()
}
