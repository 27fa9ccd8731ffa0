/**
 * `npm run release rehearse` releases a copy of what is committed to a registry on this machine, installs the
 * packages in empty projects with npm and uses them. It leaves nothing behind, and prints its figures.
 */
import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { root } from "../../root.ts"
import { type Manifest, published } from "../published.ts"
import { endAll, run } from "./processes.ts"
import { copyRepository, makeVersions, publish, startRegistry } from "./registry.ts"
import {
  diskMegabytes,
  firstChange,
  type Installed,
  install,
  npx,
  openDashboard,
  serverLimit,
  startService,
  useClient,
  useMcp
} from "./uses.ts"

const say = (line: string) => console.log(line)
const figuresOf = ({ megabytes, packages, seconds }: Installed) =>
  `${packages} packages, ${megabytes.toFixed(1)} MB, ${seconds.toFixed(1)} s from an empty cache`

/** Fails if the registry has a package in another form than `npm run release size` and the tests pack it. */
const checkPublished = async (
  { adwarden, name }: Manifest,
  version: string,
  cwd: string,
  env: Readonly<Record<string, string>>
): Promise<void> => {
  const { stdout } = await run("npm", ["view", `${name}@${version}`, "--json"], { cwd, env })
  const { dependencies = {}, dist } = JSON.parse(stdout) as {
    readonly dependencies?: Readonly<Record<string, string>>
    readonly dist: { readonly integrity?: string }
  }
  const wrong = Object.entries(dependencies).filter(
    ([one, range]) => adwarden?.bundled.includes(one) || !/^\d+\.\d+\.\d+/.test(range)
  )
  if (dist.integrity === undefined || wrong.length > 0)
    throw new Error(`${name}@${version} is published with ${JSON.stringify({ wrong, dist })}`)
}

const rehearse = async (folder: string): Promise<void> => {
  const given = environment()
  const registry = await startRegistry(folder, given)
  say(`✓ Registry: verdaccio at ${registry.url}`)

  const copy = await copyRepository(folder, given)
  const { packages, seconds, section, version } = await makeVersions(copy, registry.env)
  const words = section.split(/\s+/).length
  say(
    `✓ Version and changelog: ${packages.length} packages at ${version}, one page with ${words} words for it (${seconds.toFixed(0)} s)`
  )
  const releaseSeconds = await publish(copy, folder, registry.env)
  for (const { manifest } of published()) await checkPublished(manifest, version, folder, registry.env)
  say(`✓ Published: ${packages.length} packages (${releaseSeconds.toFixed(0)} s with build and checks)`)

  const light = await npx(join(folder, "npx"), registry.env, "@adwarden/cli", "--version")
  if (!light.stdout.includes(version)) throw new Error(`npx @adwarden/cli --version printed ${light.stdout}`)
  say(`✓ npx @adwarden/cli without a server: ${figuresOf(light.figures)}`)

  const server = await install(join(folder, "server"), registry.env, "@adwarden/server")
  const megabytes = await diskMegabytes(join(server.folder, "node_modules"))
  if (megabytes > serverLimit) throw new Error(`@adwarden/server takes ${megabytes} MB on disk`)
  say(
    `✓ npm install @adwarden/server: ${server.packages} packages, ${megabytes.toFixed(1)} MB on disk of at most ${serverLimit}`
  )
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

  await run("npm", ["install", `@adwarden/google-ads-emulator@${version}`], {
    cwd: operator.folder,
    env: registry.env
  })
  const { from, to } = await firstChange(operator.folder, registry.env)
  say(`✓ First change with adwarden dev: previewed and executed from ${from} to ${to}, and undone`)
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
