/**
 * `npm run release rehearse` releases a copy of what is committed to a registry on this machine, installs the
 * packages in empty projects with npm and uses them. It leaves nothing behind, and prints its figures.
 */
import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { root } from "../../root.ts"
import { endAll, run } from "./processes.ts"
import { copyRepository, makeVersions, publish, startRegistry } from "./registry.ts"
import { type Installed, install, npx, openDashboard, startService, useClient, useMcp } from "./uses.ts"

const say = (line: string) => console.log(line)
const figuresOf = ({ megabytes, packages, seconds }: Installed) =>
  `${packages} packages, ${megabytes.toFixed(1)} MB, ${seconds.toFixed(1)} s from an empty cache`

const rehearse = async (folder: string): Promise<void> => {
  const given = environment()
  const registry = await startRegistry(folder, given)
  say(`✓ Registry: verdaccio at ${registry.url}`)

  const copy = await copyRepository(folder, given)
  const { packages, seconds, version } = await makeVersions(copy, registry.env)
  say(`✓ Versions and changelogs: ${packages.length} packages at ${version} (${seconds.toFixed(0)} s)`)
  const releaseSeconds = await publish(copy, folder, registry.env)
  for (const name of packages) {
    const { stdout } = await run("npm", ["view", `${name}@${version}`, "dist.integrity"], {
      cwd: folder,
      env: registry.env
    })
    if (!stdout.startsWith("sha512-")) throw new Error(`${name}@${version} was not published`)
  }
  say(`✓ Published: ${packages.length} packages (${releaseSeconds.toFixed(0)} s with build and checks)`)

  const light = await npx(join(folder, "npx"), registry.env, "@adwarden/cli", "--version")
  if (!light.stdout.includes(version)) throw new Error(`npx @adwarden/cli --version printed ${light.stdout}`)
  say(`✓ npx @adwarden/cli without a server: ${figuresOf(light.figures)}`)

  const operator = await install(join(folder, "operator"), registry.env, "@adwarden/cli", "@adwarden/server")
  say(`✓ npm install @adwarden/cli @adwarden/server: ${figuresOf(operator)}`)
  // The service's own Postgres, which an operator has already.
  await run("npm", ["install", `@adwarden/embedded-postgres@${version}`], {
    cwd: operator.folder,
    env: registry.env
  })
  const service = await startService(operator.folder, registry.env)
  say(`✓ Service: migrate, organizations, users, keys, serve and worker`)
  const compilers = ["typescript-oldest", "typescript"].map((name) =>
    realpathSync(join(root, "node_modules", name, "bin/tsc"))
  )
  const client = await useClient(join(folder, "client"), service.env, version, compilers)
  say(`✓ Client: compiled with TypeScript 5.0 and 7.0 and called; ${figuresOf(client)}`)
  const tools = await useMcp(join(folder, "mcp"), service.env, service.command)
  say(`✓ MCP: ${tools} tools over HTTP and over stdio, one called`)
  const { assets, title } = await openDashboard(service.origin, service.link, service.email)
  say(`✓ Dashboard: signed in to "${title}", ${assets} assets loaded`)
  await service.stop()
  say("✓ Service, worker and database stopped on SIGTERM")
}

/** The environment without what identifies somebody to the real registry. The network's settings stay. */
const environment = (): Readonly<Record<string, string>> => {
  // `npm run` describes this project in npm_… variables, which would apply to the empty projects too.
  const isLeftOut = (name: string) => /^(NODE_AUTH_TOKEN|NPM_TOKEN)$|^npm_(?!config_registry$)/.test(name)
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name, value]) => value !== undefined && !isLeftOut(name))
  ) as Record<string, string>
  const local = "127.0.0.1,localhost"
  const direct = env["NO_PROXY"] === undefined ? local : `${env["NO_PROXY"]},${local}`
  // The `node` of `npm run` is a shell script, which would keep signals from the program.
  const PATH = `${dirname(process.execPath)}:${env["PATH"]}`
  return { ...env, PATH, NO_PROXY: direct, no_proxy: direct }
}

const statusOf = async () =>
  (await run("git", ["status", "--porcelain"], { cwd: root, env: { PATH: process.env["PATH"] ?? "" } }))
    .stdout

const before = await statusOf()
if (before !== "") say("Uncommitted changes are not part of the rehearsal.")
const folder = realpathSync(mkdtempSync(join(tmpdir(), "adwarden-rehearsal-")))
// Root's embedded Postgres runs as another user, who must traverse this folder.
chmodSync(folder, 0o711)
const interrupted = new Promise<never>((_, reject) => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => reject(new Error(`Interrupted by ${signal}`)))
  }
})
const started = performance.now()
try {
  await Promise.race([rehearse(folder), interrupted])
  if ((await statusOf()) !== before) throw new Error("The rehearsal changed the work tree")
  say(
    `✓ Nothing published outside this machine. ${((performance.now() - started) / 1000).toFixed(0)} s in all.`
  )
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
} finally {
  await endAll()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
