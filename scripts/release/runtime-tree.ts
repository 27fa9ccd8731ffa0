/**
 * `node scripts/release/runtime-tree.ts FOLDER` copies the built packages and their installed dependencies for the
 * image. Entry points are those of the published packages, so the service runs built files. `pnpm deploy` does not apply
 * `publishConfig` and would run sources; an installation from the registry would bring the versions of the day.
 */
import { cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

// No import: the build has removed development packages by now.
const root = join(import.meta.dirname, "../..")
const target = process.argv[2]
if (target === undefined) throw new Error("Give the folder to write to.")

const copy = (path: string): void => {
  if (!existsSync(join(root, path))) return
  cpSync(join(root, path), join(target, path), { recursive: true, verbatimSymlinks: true })
}

copy("node_modules")
// The pages that a host serves at /docs.
copy("docs")
for (const file of globSync("packages/*/package.json", { cwd: root })) {
  const folder = dirname(file)
  // Packages outside the service's dependencies have no installed modules, or are not published.
  const { publishConfig, ...manifest } = JSON.parse(readFileSync(join(root, file), "utf8")) as {
    readonly private?: boolean
    readonly publishConfig?: object
  }
  if (manifest.private === true || !existsSync(join(root, folder, "dist"))) continue
  for (const part of ["dist", "node_modules"]) copy(join(folder, part))
  writeFileSync(join(target, file), JSON.stringify({ ...manifest, ...publishConfig }))
}
// Types, source maps and the sources of Effect are for development.
const development = [
  "{packages/*/dist,node_modules/.pnpm}/**/*.{d.ts,d.mts,d.cts,map}",
  "node_modules/.pnpm/*/node_modules/{effect,@effect/*}/src"
]
for (const path of globSync(development, { cwd: target }))
  rmSync(join(target, path), { recursive: true, force: true })
