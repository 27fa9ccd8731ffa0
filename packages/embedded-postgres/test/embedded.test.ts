import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from "node:child_process"
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { Effect } from "effect"
import pg from "pg"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest"
import { count } from "../../core/test/support/counts.ts"
import { program } from "../../core/test/support/programs.ts"
import { runSeed } from "../../core/test/support/random.ts"
import { until } from "../../core/test/support/until.ts"
import { postmasterOf } from "../src/cluster.ts"
import { EmbeddedPostgres } from "../src/index.ts"

const child = program(new URL("./embedded-child.ts", import.meta.url))
const isRoot = process.getuid?.() === 0

let base: string
let directory: string
const children: Array<ChildProcess> = []

/** A data directory that was initialised once, with a table. Tests of what comes after that copy it. */
let prepared: string
beforeAll(async () => {
  prepared = await mkdtemp(join(inject("postgres").directory, "embedded-"))
  await chmod(prepared, 0o755)
  directory = join(prepared, "home")
  await inDatabase("create table entries (n int)", () => {})
})
afterAll(() => rm(prepared, { recursive: true, force: true }))

/** Node's own copy would not keep the owner of the files. */
const copyPrepared = (): Buffer => execFileSync("cp", ["-a", join(prepared, "home"), directory])

beforeEach(async () => {
  base = await mkdtemp(join(inject("postgres").directory, "embedded-"))
  await chmod(base, 0o755)
  directory = join(base, "home")
})

afterEach(async () => {
  for (const { pid } of children.splice(0)) if (pid !== undefined) tryKill(pid, "SIGKILL")
  // Joins any server that a test left running, which stops it when the scope closes.
  if (await isUp())
    await Effect.runPromise(Effect.ignore(Effect.scoped(EmbeddedPostgres.scoped({ directory }))))
  await rm(base, { recursive: true, force: true })
})

const tryKill = (pid: number, signal: NodeJS.Signals) => {
  try {
    process.kill(pid, signal)
  } catch {}
}

const startChild = (options: SpawnOptions = {}, where = directory, path = child, ...given: Array<string>) => {
  const process_ = spawn(process.execPath, [path, where, ...given], {
    stdio: ["ignore", "pipe", "inherit"],
    ...options
  })
  children.push(process_)
  const lines = createInterface({ input: process_.stdout! })[Symbol.asyncIterator]()
  const nextLine = async () => ((await lines.next()).value as string | undefined) ?? "nothing"
  return { pid: process_.pid!, nextLine, ended: new Promise((done) => process_.on("exit", done)) }
}

/** Sends a statement as an owner of the server, which this process starts or joins. */
const inDatabase = <A>(sql: string, then: (rows: Array<Record<string, unknown>>, url: string) => A) =>
  Effect.gen(function* () {
    const { url } = yield* EmbeddedPostgres.scoped({ directory })
    return yield* Effect.promise(async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      const { rows } = await client.query(sql)
      await client.end()
      return then(rows, url)
    })
  }).pipe(Effect.scoped, Effect.runPromise)

const countEntries = () => inDatabase("select count(*)::int as n from entries", ([row]) => row?.["n"])
const data = () => join(directory, "postgres")
const isUp = () =>
  stat(join(data(), "postmaster.pid")).then(
    () => true,
    () => false
  )
const port = async () =>
  (JSON.parse(await readFile(join(directory, "postgres.json"), "utf8")) as { port: number }).port

describe("embedded Postgres", () => {
  it("keeps its data and its port between starts, uses another port if its own is taken, and stops with its scope", async () => {
    copyPrepared()
    const before = await port()
    expect(await countEntries()).toBe(0)
    expect(await port()).toBe(before)
    expect(await isUp()).toBe(false)
    const squatter = createServer().listen(before, "127.0.0.1")
    try {
      expect(await countEntries()).toBe(0)
      expect(await port()).not.toBe(before)
    } finally {
      squatter.close()
    }
  })

  it("listens only on loopback, requires its password, and stores it in a file only its owner can read", async () => {
    copyPrepared()
    const settings = await inDatabase(
      "select string_agg(setting, ' ' order by name) as s from pg_settings where name in ('listen_addresses', 'unix_socket_directories', 'server_encoding', 'password_encryption')",
      ([row]) => row?.["s"]
    )
    expect(settings).toBe("127.0.0.1 scram-sha-256 UTF8 ")
    expect((await stat(join(directory, "postgres.json"))).mode & 0o777).toBe(0o600)
    const rules = await readFile(join(data(), "pg_hba.conf"), "utf8")
    const methods = rules.split("\n").filter((line) => /^(host|local)/.test(line))
    expect(methods.every((line) => line.endsWith("scram-sha-256"))).toBe(true)
    expect((await stat(data())).mode & 0o777).toBe(0o700)
    // Under root, it runs as the user postgres.
    expect((await stat(data())).uid === 0).toBe(false)
  })

  it("keeps running with its data after its owner was killed with -9, until the next owner stops it", async () => {
    copyPrepared()
    const owner = startChild()
    const up = await owner.nextLine()
    process.kill(owner.pid, "SIGKILL")
    await owner.ended
    expect(await isUp()).toBe(true)
    const joined = await inDatabase("select n from entries", (rows, url) => [`up ${url}`, rows.length])
    expect(joined).toEqual([up, 1])
    expect(await isUp()).toBe(false)
  })

  it("starts again after the server was killed, also if another program has its process id", async () => {
    copyPrepared()
    await inDatabase("insert into entries values (1)", async () => {
      const [pid] = (await readFile(join(data(), "postmaster.pid"), "utf8")).split("\n")
      process.kill(Number(pid), "SIGKILL")
      await until("the server ended", async () => (await postmasterOf(data())) === undefined)
    })
    expect(await isUp()).toBe(true)
    expect(await countEntries()).toBe(1)
    await writeFile(
      join(data(), "postmaster.pid"),
      `${process.pid}\n${data()}\n0\n5432\n\n127.0.0.1\n\nready\n`
    )
    expect(await countEntries()).toBe(1)
  })

  it("is shared by processes, and stops with the last of them, not with the Ctrl-C that reaches a whole process group", async () => {
    copyPrepared()
    const owners = [startChild({ detached: true }), startChild({ detached: true })]
    const addresses = await Promise.all(owners.map(({ nextLine }) => nextLine()))
    expect(new Set(addresses).size).toBe(1)
    for (const [n, owner] of owners.entries()) {
      expect(await isUp()).toBe(true)
      process.kill(-owner.pid, "SIGINT")
      expect(await owner.nextLine()).toBe("finished 2")
      expect(await owner.nextLine()).toBe("closed")
      await owner.ended
      expect(await isUp()).toBe(n === 0)
    }
  })

  it("runs one server at a time, however many processes of an ordinary user start and leave together", async () => {
    const place = join(base, "nobody")
    await mkdir(place)
    const nobody = 65_534
    if (isRoot) await chown(place, nobody, nobody)
    const user = isRoot ? { uid: nobody, gid: nobody } : {}
    const rounds = count("embeddedRounds")
    const storm = program(new URL("./embedded-storm.ts", import.meta.url))
    const visitors = Array.from({ length: 3 }, (_, n) =>
      startChild(user, place, storm, String(rounds), String(runSeed + n))
    )
    expect(await Promise.all(visitors.map(({ nextLine }) => nextLine()))).toEqual(["done", "done", "done"])
    await Promise.all(visitors.map(({ ended }) => ended))
    directory = place
    expect(await isUp()).toBe(false)
    expect((await stat(data())).uid).toBe((await stat(place)).uid)
    const left = (await readdir(place)).filter((name) => !/^postgres(\.(json|log|turn\.\d+))?$/.test(name))
    expect(left).toEqual([])
    const owner = startChild(user, place)
    expect(await owner.nextLine()).toMatch(/^up postgres:/)
    process.kill(owner.pid, "SIGTERM")
    // Two servers on one directory would lose each other's rows. The owner adds one.
    expect(await owner.nextLine()).toBe(`finished ${3 * 2 * rounds + 1}`)
    expect(await owner.nextLine()).toBe("closed")
    await owner.ended
  })

  it("starts after a process was killed while it held the start lock", async () => {
    copyPrepared()
    await writeFile(join(directory, "postgres.turn.7"), "1 not its start")
    await writeFile(join(directory, "postgres.turn.3"), `${process.pid} whatever`)
    await countEntries()
    expect((await readdir(directory)).filter((name) => name.includes("turn"))).toEqual(["postgres.turn.8"])
  })

  it("reports in one line what is wrong with its directory", async () => {
    const file = join(base, "file")
    await writeFile(file, "")
    const error = await Effect.runPromise(
      Effect.flip(Effect.scoped(EmbeddedPostgres.scoped({ directory: file })))
    )
    expect(error).toMatchObject({ _tag: "EmbeddedPostgresError", problem: "directory" })
    expect(error.message).toMatch(/^The directory .* cannot hold the database: .*DATABASE_URL\.$/)
  })

  it.runIf(isRoot)(
    "stores its data elsewhere if the user postgres cannot access root's directory",
    async () => {
      await chmod(base, 0o700)
      await inDatabase("create table entries (n int)", () => {})
      const { elsewhere } = JSON.parse(await readFile(join(directory, "postgres.json"), "utf8"))
      expect(elsewhere).toMatch(/^\/var\/lib\/adwarden\/\w+$/)
      expect(await countEntries()).toBe(0)
      await rm(elsewhere, { recursive: true })
    }
  )
})
