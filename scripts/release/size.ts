/**
 * `npm run release size` packs the packages, installs @adwarden/server from them with npm in an empty folder, and prints what
 * the installation takes on disk. It fails above the limit.
 */
import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { packAll } from "./pack.ts"
import { closureOf, published } from "./published.ts"
import { run } from "./rehearsal/processes.ts"
import { diskMegabytes, largest, serverLimit as limit } from "./rehearsal/uses.ts"

// `npm run` describes this project in npm_… variables, which would apply to the empty one too.
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^npm_(?!config_registry$)/.test(name))
) as Record<string, string>

const folder = realpathSync(mkdtempSync(join(tmpdir(), "adwarden-size-")))
chmodSync(folder, 0o711)
try {
  const packed = await packAll(
    published().map(({ manifest }) => manifest.name),
    folder
  )
  const needed = closureOf("@adwarden/server")
  const project = { private: true, dependencies: {} as Record<string, string> }
  for (const name of needed) project.dependencies[name] = `file:${packed.get(name)!.tarball}`
  writeFileSync(join(folder, "package.json"), JSON.stringify(project))
  const options = { cwd: folder, env: { ...env, npm_config_cache: join(folder, "cache") } }
  const { seconds } = await run("npm", ["install", "--no-audit", "--no-fund"], options)
  const modules = join(folder, "node_modules")
  const command = join(modules, ".bin/adwarden")
  await run(command, ["serve", "--help"], { cwd: folder, env })
  for (const [name, megabytes] of await largest(modules))
    console.log(`${megabytes.toFixed(1).padStart(7)} MB  ${name}`)
  const megabytes = await diskMegabytes(modules)
  console.log(
    `${megabytes.toFixed(1).padStart(7)} MB  npm install @adwarden/server (${seconds.toFixed(0)} s); limit ${limit} MB`
  )
  if (megabytes > limit) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
