/**
 * `node scripts/release/runtime-tree.ts dependencies|packages FOLDER` copies what the image contains: the installed
 * dependencies of the service, or its built packages and the docs. Each is a layer. Entry points are those of the published
 * packages, so the service runs built files. `pnpm deploy` does not apply `publishConfig` and would run sources; an
 * installation from the registry would bring the versions of the day.
 */
import { cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

// No import: the layer of the dependencies has no other file of the repository.
const root = join(import.meta.dirname, "../..")
const [part, target] = process.argv.slice(2)
if (target === undefined || (part !== "dependencies" && part !== "packages"))
  throw new Error("Give the part, dependencies or packages, and the folder to write to.")

const copy = (path: string): void => {
  if (!existsSync(join(root, path))) return
  cpSync(join(root, path), join(target, path), { recursive: true, verbatimSymlinks: true })
}

/** Types, source maps and the sources of Effect are for development. */
const remove = (...patterns: ReadonlyArray<string>): void => {
  for (const path of globSync(patterns, { cwd: target }))
    rmSync(join(target, path), { recursive: true, force: true })
}

const folders = globSync("packages/*", { cwd: root })

if (part === "dependencies") {
  copy("node_modules")
  for (const folder of folders) copy(join(folder, "node_modules"))
  remove("node_modules/.pnpm/**/*.{d.ts,d.mts,d.cts,map}")
  remove("node_modules/.pnpm/*/node_modules/{effect,@effect/*}/src")
} else {
  // The pages that a host serves at /docs.
  copy("docs")
  const manifests = folders.map((folder) => {
    const text = readFileSync(join(root, folder, "package.json"), "utf8")
    const { publishConfig, ...manifest } = JSON.parse(text) as {
      readonly name: string
      readonly dependencies?: Readonly<Record<string, string>>
      readonly publishConfig?: object
    }
    return { folder, manifest, publishConfig }
  })
  const needed = new Set(["@adwarden/server"])
  // A set also visits what is added meanwhile.
  for (const name of needed) {
    const { folder, manifest, publishConfig } = manifests.find((one) => one.manifest.name === name)!
    copy(join(folder, "dist"))
    writeFileSync(join(target, folder, "package.json"), JSON.stringify({ ...manifest, ...publishConfig }))
    for (const other of Object.keys(manifest.dependencies ?? {}))
      if (other.startsWith("@adwarden/")) needed.add(other)
  }
  remove("packages/*/dist/**/*.{d.ts,d.mts,d.cts,map}", "packages/*/dist/*.tsbuildinfo")
}
