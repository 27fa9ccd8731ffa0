/**
 * Part of the `prepack` of packages with `adwarden.bundled`: builds the modules that import those dependencies again, with
 * their code inside. Each would bring packages that the service never loads: the SDK of MCP a schema library, Effect's
 * OpenTelemetry another SDK, pg-boss a library of dates. Everything else stays an import.
 */
import { globSync, readFileSync } from "node:fs"
import { resolve } from "node:path"
import { build } from "esbuild"
import { writeLicenses } from "../../packages/server/scripts/bundled-licenses.ts"
import type { Manifest } from "./published.ts"

const { adwarden, dependencies = {} } = JSON.parse(readFileSync("package.json", "utf8")) as Manifest
const bundled = adwarden?.bundled ?? []
// Under npm, pnpm has packed before and the manifest is the packed one.
if (bundled.length === 0) process.exit(0)
const isPartOf = (specifier: string, name: string) => specifier === name || specifier.startsWith(`${name}/`)

const [src, dist] = [resolve("src"), resolve("dist")]
const outside = Object.keys(dependencies).filter((name) => !bundled.includes(name))
const entryPoints = globSync("src/**/*.ts").filter((file) => {
  const text = readFileSync(file, "utf8")
  return bundled.some((name) => text.includes(`from "${name}/`) || text.includes(`from "${name}"`))
})
const { metafile } = await build({
  entryPoints,
  outdir: dist,
  outbase: src,
  chunkNames: "bundle/[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node22",
  metafile: true,
  logLevel: "warning",
  plugins: [
    {
      name: "inside",
      setup: ({ onResolve }) => {
        onResolve({ filter: /.*/ }, ({ importer, kind, path }) => {
          if (kind === "entry-point") return undefined
          const isOutside = importer.startsWith(src)
            ? !bundled.some((name) => isPartOf(path, name))
            : outside.some((name) => isPartOf(path, name))
          return isOutside ? { path: path.replace(/^(\..*)\.ts$/, "$1.js"), external: true } : undefined
        })
      }
    }
  ]
})
writeLicenses([metafile], dist)
console.log(`Bundled ${bundled.join(", ")} into ${entryPoints.join(", ")}.`)
