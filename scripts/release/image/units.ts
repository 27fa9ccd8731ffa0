/**
 * The second part of `npm run release image`: boots a Debian with systemd in a container of systemd-nspawn, installs the
 * units of deploy/systemd as the guide says, and lets systemd run them.
 */
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { connect, createServer } from "node:net"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { root } from "../../root.ts"
import { freePort, run, start } from "../rehearsal/processes.ts"

const programs = ["adwarden-host", "adwarden-worker"] as const
const units = ["adwarden-migrate", ...programs] as const
/** The ports that the units set. */
const metricsPorts = [9464, 9465] as const

interface Parts {
  readonly folder: string
  /** The service as the image contains it. */
  readonly service: string
  readonly databaseUrl: string
  readonly env: Readonly<Record<string, string>>
}

/** Waits until something holds; a trial on a busy machine takes long. */
const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
  for (const end = Date.now() + 300_000; Date.now() < end; await sleep(500))
    if (await holds().catch(() => false)) return
  throw new Error(`Not within five minutes: ${what}`)
}

/** Makes the machine: Debian, Node, the service, its units and settings. */
const makeMachine = async ({ env, folder, service }: Parts, settings: Readonly<Record<string, string>>) => {
  const machine = join(folder, "machine")
  const packages = "--include=systemd-sysv,dbus,libstdc++6,ca-certificates"
  await run("mmdebstrap", ["--variant=essential", packages, "bookworm", machine], { cwd: root, env })
  cpSync(service, join(machine, "opt/adwarden"), { recursive: true, verbatimSymlinks: true })
  cpSync(process.execPath, join(machine, "usr/local/bin/node"))
  const command = join(machine, "usr/local/bin/adwarden")
  writeFileSync(command, '#!/bin/sh\nexec node /opt/adwarden/packages/server/dist/bin.js "$@"\n')
  chmodSync(command, 0o755)
  for (const unit of units) {
    const file = `${unit}.service`
    cpSync(join(root, "deploy/systemd", file), join(machine, "etc/systemd/system", file))
  }
  const sample = readFileSync(join(root, "deploy/adwarden.env.example"), "utf8")
  const file = join(machine, "etc/adwarden/adwarden.env")
  mkdirSync(join(machine, "etc/adwarden"))
  writeFileSync(
    file,
    sample.replaceAll(/^([A-Z_]+)=.*$/gm, (line, name: string) =>
      settings[name] === undefined ? line : `${name}=${settings[name]}`
    )
  )
  chmodSync(file, 0o600)
  await run("systemctl", [`--root=${machine}`, "enable", ...programs], { cwd: root, env })
  return machine
}

/** Runs the units in a booted systemd: before the database is there, after kills, migrations and a stop. */
export const tryUnits = async (parts: Parts): Promise<void> => {
  const { databaseUrl, env } = parts
  const options = { cwd: root, env }
  const [port, gate] = [await freePort(), await freePort()]
  const database = new URL(databaseUrl)
  const target = { port: Number(database.port), host: database.hostname }
  database.host = `127.0.0.1:${gate}`
  const machine = await makeMachine(parts, {
    DATABASE_URL: database.href,
    SECRETS_KEY: Buffer.alloc(32, 1).toString("base64"),
    PUBLIC_URL: `http://localhost:${port}`,
    PORT: String(port)
  })
  const flags = ["--quiet", "--register=no", "--keep-unit", "--machine=adwarden-units"]
  const booted = await start(
    "systemd-nspawn",
    [...flags, `--directory=${machine}`, "--boot"],
    /Multi-User System|login:/,
    options
  )
  const [leader] = (await run("pgrep", ["--parent", String(booted.pid)], options)).stdout.split("\n")
  const inside = async (...line: ReadonlyArray<string>) =>
    (await run("nsenter", ["--target", leader!, "--all", "--", ...line], options)).stdout.trim()
  const shown = async (unit: string, property: string) =>
    inside("systemctl", "show", "--value", `--property=${property}`, unit)
  const answers = async (url: string) => (await fetch(url)).ok
  const isReady = () => answers(`http://127.0.0.1:${port}/readyz`)

  await until(
    "migrate is started again without a database",
    async () => Number(await shown("adwarden-migrate", "NRestarts")) > 0
  )
  const server = createServer((socket) => {
    const other = connect(target)
    for (const one of [socket, other]) one.on("error", () => {})
    socket.pipe(other).pipe(socket)
  })
    .listen(gate, "127.0.0.1")
    .unref()
  await until("the host is ready", isReady)
  for (const one of metricsPorts) await until("metrics", () => answers(`http://127.0.0.1:${one}/metrics`))
  console.log("✓ systemd starts migrate, host and worker once the database is there; metrics of both")

  for (const unit of programs) {
    const main = await shown(unit, "MainPID")
    const status = await inside("cat", `/proc/${main}/status`)
    for (const fact of [/^Uid:\t(?!0\b)/m, /^CapEff:\t0+$/m, /^NoNewPrivs:\t1$/m, /^Seccomp:\t2$/m])
      if (!fact.test(status)) throw new Error(`${unit} runs with too many rights:\n${status}`)
    await inside("systemctl", "kill", "--kill-whom=main", "--signal=KILL", unit)
    await until(`${unit} runs again after a kill`, async () => {
      const next = await shown(unit, "MainPID")
      return next !== main && next !== "0"
    })
  }
  await until("the host is ready after a kill", isReady)
  console.log("✓ Users of their own without capabilities; started again after SIGKILL")

  const before = await Promise.all(programs.map((unit) => shown(unit, "MainPID")))
  await inside("systemctl", "restart", "adwarden-migrate")
  const after = await Promise.all(programs.map((unit) => shown(unit, "MainPID")))
  if (before.some((id) => after.includes(id))) throw new Error("A migration did not restart host and worker")
  await until("the host is ready after a migration", isReady)
  const doctor = "set -a && . /etc/adwarden/adwarden.env && set +a && adwarden doctor"
  // It reports what the sample leaves out, such as email.
  const found = await inside("env", "PATH=/usr/local/bin:/usr/bin:/bin", "sh", "-c", `${doctor} || true`)
  if (!found.includes("Postgres")) throw new Error(`doctor printed ${found}`)
  await inside("systemctl", "stop", ...programs)
  for (const unit of programs) {
    const facts = [await shown(unit, "ActiveState"), await shown(unit, "Result")]
    if (facts.join() !== "inactive,success") throw new Error(`${unit} stopped as ${facts}`)
  }
  console.log("✓ A migration restarts both; both stop cleanly")
  server.close()
  await booted.stop()
}
