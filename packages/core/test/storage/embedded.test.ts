import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process"
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { Effect } from "effect"
import pg from "pg"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { EmbeddedPostgres } from "../../src/storage/index.ts"
import { count } from "../support/counts.ts"
import { program } from "../support/programs.ts"

const child = program(new URL("../support/embedded-child.ts", import.meta.url))
const isRoot = process.getuid?.() === 0

let base: string
let directory: string
const children: Array<ChildProcess> = []

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "adwarden-embedded-"))
  await chmod(base, 0o755)
  directory = join(base, "home")
})

afterEach(async () => {
  for (const { pid } of children.splice(0)) if (pid !== undefined) tryKill(pid, "SIGKILL")
  // Whatever a test left running is joined once more, which stops it on the way out.
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
  const says = async () => ((await lines.next()).value as string | undefined) ?? "nothing"
  return { pid: process_.pid!, says, ended: new Promise((done) => process_.on("exit", done)) }
}

const queryChild = <A>(sql: string, then: (rows: Array<Record<string, unknown>>) => A) =>
  Effect.gen(function* () {
    const { url } = yield* EmbeddedPostgres.scoped({ directory })
    return yield* Effect.promise(async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      const { rows } = await client.query(sql)
      await client.end()
      return then(rows)
    })
  }).pipe(Effect.scoped, Effect.runPromise)

const kept = () => queryChild("select count(*)::int as n from kept", ([row]) => row?.["n"])
const data = () => join(directory, "postgres")
const isUp = () =>
  stat(join(data(), "postmaster.pid")).then(
    () => true,
    () => false
  )
const port = async () =>
  (JSON.parse(await readFile(join(directory, "postgres.json"), "utf8")) as { port: number }).port

describe("embedded Postgres", () => {
  it("starts, keeps its data and its port, and stops with its scope", async () => {
    await queryChild("create table kept (n int); insert into kept values (1)", () => {})
    expect(await isUp()).toBe(false)
    const before = await port()
    expect(await kept()).toBe(1)
    expect(await port()).toBe(before)
  })

  it("listens on loopback alone, wants its password, and keeps it where only we can read it", async () => {
    const settings = await queryChild(
      "select string_agg(setting, ' ' order by name) as s from pg_settings where name in ('listen_addresses', 'unix_socket_directories', 'server_encoding', 'password_encryption')",
      ([row]) => row?.["s"]
    )
    expect(settings).toBe("127.0.0.1 scram-sha-256 UTF8 ")
    expect((await stat(join(directory, "postgres.json"))).mode & 0o777).toBe(0o600)
    const rules = await readFile(join(data(), "pg_hba.conf"), "utf8")
    const methods = rules.split("\n").filter((line) => /^(host|local)/.test(line))
    expect(methods.every((line) => line.endsWith("scram-sha-256"))).toBe(true)
  })

  it("is joined again with its data after its owner was killed with -9, and stopped by the next", async () => {
    const first = startChild()
    const up = await first.says()
    expect(up).toMatch(/^up postgres:/)
    process.kill(first.pid, "SIGKILL")
    await first.ended
    expect(await isUp()).toBe(true)
    const second = startChild()
    expect(await second.says()).toBe(up)
    process.kill(second.pid, "SIGTERM")
    expect(await second.says()).toBe("finished 2")
    await second.ended
    expect(await isUp()).toBe(false)
  })

  it("starts over after the server was killed too, and when its number now belongs to another program", async () => {
    const owner = startChild()
    await owner.says()
    const [pid] = (await readFile(join(data(), "postmaster.pid"), "utf8")).split("\n")
    process.kill(Number(pid), "SIGKILL")
    process.kill(owner.pid, "SIGKILL")
    await owner.ended
    expect(await kept()).toBe(1)
    await writeFile(
      join(data(), "postmaster.pid"),
      `${process.pid}\n${data()}\n0\n5432\n\n127.0.0.1\n\nready\n`
    )
    expect(await kept()).toBe(1)
  })

  it("finishes with its owner, not with the Ctrl-C that reaches the whole group", async () => {
    const owner = startChild({ detached: true })
    await owner.says()
    process.kill(-owner.pid, "SIGINT")
    expect(await owner.says()).toBe("finished 1")
    expect(await owner.says()).toBe("closed")
    await owner.ended
    expect(await isUp()).toBe(false)
  })

  it("takes another port when its own is taken meanwhile", async () => {
    await queryChild("create table kept (n int)", () => {})
    const taken = await port()
    const squatter = createServer().listen(taken, "127.0.0.1")
    try {
      expect(await kept()).toBe(0)
      expect(await port()).not.toBe(taken)
    } finally {
      squatter.close()
    }
  })

  it("is shared by processes that start together, and stopped by the last of them", async () => {
    const owners = [startChild(), startChild(), startChild()]
    const addresses = await Promise.all(owners.map(({ says }) => says()))
    expect(new Set(addresses).size).toBe(1)
    for (const [left, owner] of owners.entries()) {
      expect(await isUp()).toBe(true)
      process.kill(owner.pid, "SIGTERM")
      await owner.ended
      expect(await isUp()).toBe(left < owners.length - 1)
    }
  })

  it("is one server at a time, however many start and leave together", async () => {
    const rounds = count("embeddedRounds")
    const storm = program(new URL("../support/embedded-storm.ts", import.meta.url))
    const visitors = Array.from({ length: 3 }, () => startChild({}, directory, storm, String(rounds)))
    expect(await Promise.all(visitors.map(({ says }) => says()))).toEqual(["done", "done", "done"])
    await Promise.all(visitors.map(({ ended }) => ended))
    expect(await isUp()).toBe(false)
    // Two servers on one directory would lose each other's rows.
    expect(await kept()).toBe(3 * 2 * rounds)
    const left = (await readdir(directory)).filter(
      (name) => !/^postgres(\.(json|log|turn\.\d+))?$/.test(name)
    )
    expect(left).toEqual([])
  })

  it("is started by the next where a process was killed while it was its turn", async () => {
    await mkdir(directory)
    await writeFile(join(directory, "postgres.turn.7"), "1 not its start")
    await writeFile(join(directory, "postgres.turn.3"), `${process.pid} whatever`)
    await queryChild("create table kept (n int)", () => {})
    expect((await readdir(directory)).filter((name) => name.includes("turn"))).toEqual(["postgres.turn.8"])
  })

  it("says in one line what is wrong with its directory", async () => {
    const file = join(base, "file")
    await writeFile(file, "")
    const error = await Effect.runPromise(
      Effect.flip(Effect.scoped(EmbeddedPostgres.scoped({ directory: file })))
    )
    expect(error).toMatchObject({ _tag: "EmbeddedPostgresError", problem: "directory" })
    expect(error.message).toMatch(/^The directory .* cannot hold the database: .*DATABASE_URL\.$/)
  })

  it.runIf(isRoot)("runs as the user postgres under root", async () => {
    await queryChild("select 1", () => {})
    expect((await stat(data())).uid).not.toBe(0)
    expect((await stat(data())).mode & 0o777).toBe(0o700)
  })

  it.runIf(isRoot)(
    "keeps its data elsewhere when root's directory is closed to the user postgres",
    async () => {
      await chmod(base, 0o700)
      await queryChild("create table kept (n int)", () => {})
      const { elsewhere } = JSON.parse(await readFile(join(directory, "postgres.json"), "utf8"))
      expect(elsewhere).toMatch(/^\/var\/lib\/adwarden\/\w+$/)
      expect(await kept()).toBe(0)
      await rm(elsewhere, { recursive: true })
    }
  )

  it.runIf(isRoot)("runs as an ordinary user", async () => {
    const nobody = 65_534
    const place = join(base, "nobody")
    await mkdir(place)
    await chown(place, nobody, nobody)
    const owner = startChild({ uid: nobody, gid: nobody }, place)
    expect(await owner.says()).toMatch(/^up/)
    expect((await stat(join(place, "postgres"))).uid).toBe(nobody)
    process.kill(owner.pid, "SIGTERM")
    expect(await owner.says()).toBe("finished 1")
    expect(await owner.says()).toBe("closed")
    await owner.ended
  })
})
