import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { root } from "../root.ts"

export interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly repository?: Readonly<Record<"type" | "url" | "directory", string>>
  readonly homepage?: string
  readonly engines: { readonly node: string }
  readonly files?: ReadonlyArray<string>
  /** Dependencies whose code the packed package contains. */
  readonly adwarden?: { readonly bundled: ReadonlyArray<string> }
  readonly dependencies?: Readonly<Record<string, string>>
  readonly exports?: Readonly<Record<string, unknown>>
  readonly bin?: Readonly<Record<string, string>>
  /** Replaces fields when pnpm packs the package. */
  readonly publishConfig?: Readonly<Record<string, unknown>>
}

/** Returns the packages that a release publishes: all that are not private. */
export const published = () =>
  globSync("packages/*/package.json", { cwd: root })
    .map((file) => ({
      directory: join(root, dirname(file)),
      manifest: JSON.parse(readFileSync(join(root, file), "utf8")) as Manifest
    }))
    .filter(({ manifest }) => manifest.private !== true)

/** Returns the names of our packages that an installation of one has. */
export const closureOf = (name: string): ReadonlyArray<string> => {
  const manifests = new Map(published().map(({ manifest }) => [manifest.name, manifest]))
  const needed = new Set([name])
  // A set also visits what is added meanwhile.
  for (const one of needed)
    for (const other of Object.keys(manifests.get(one)!.dependencies ?? {}))
      if (manifests.has(other)) needed.add(other)
  return [...needed]
}
