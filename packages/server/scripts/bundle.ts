/**
 * Bundles the short commands into dist/bundle: `npm run build` and `prepack` run it. Most of the time of an unbundled
 * command is finding and loading a thousand modules. Every command is a chunk of its own with what it needs.
 *
 * The bundle contains the modules of core, this package and their dependencies. Files that they look for beside
 * themselves are those of the installed packages. It is not minified, so that a stack trace can be read in it.
 */
import { rmSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { relative } from "node:path"
import { fileURLToPath } from "node:url"
import { build, type Plugin } from "esbuild"
import { writeLicenses } from "./bundled-licenses.ts"

const packages = fileURLToPath(new URL("../../", import.meta.url))
const outdir = fileURLToPath(new URL("../dist/bundle/", import.meta.url))

/** The packages whose modules are inside, by folder. Others of ours stay outside: a host has its own modules. */
const inside: Readonly<Record<string, string>> = {
  core: "@adwarden/core",
  "embedded-postgres": "@adwarden/embedded-postgres"
}
const outside = ["cli", "demo", "google-ads-emulator", "http-host", "mcp", "rest", "web"]

/** A module inside the bundle still has the URL of its own file, in the sources or in an installed package. */
const withOwnUrl = (contents: string, path: string): string => {
  const [folder, , ...file] = relative(packages, path).replace(/\.ts$/, "").split("/")
  const url = `moduleUrl(${JSON.stringify(inside[folder!])}, ${JSON.stringify(`./${file.join("/")}`)})`
  return contents.replaceAll("import.meta.url", url)
}

/**
 * Imports the modules of Effect one by one. The index exports whole modules as objects, and a bundle would contain all
 * their functions, each behind a getter.
 */
const withModulesOfEffect = (contents: string): string =>
  contents.replaceAll(/^import \{([^}]*)\} from "effect"$/gm, (_, list: string) =>
    list
      .split(",")
      .map((one) => one.trim())
      .filter((one) => one !== "" && !one.startsWith("type "))
      .map((one) => {
        const [name, local = name] = one.split(" as ")
        return `import * as ${local} from "effect/${name}"`
      })
      .join("; ")
  )

const ownSources: Plugin = {
  name: "own-sources",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/packages\/[\w-]+\/src\/.*\.ts$/ }, async ({ path }) => {
      const contents = withModulesOfEffect(await readFile(path, "utf8"))
      return { contents: withOwnUrl(contents, path), loader: "ts" }
    })
  }
}

/** Native code is loaded from its own folder, which only core can name. */
const nativeCode: Plugin = {
  name: "native-code",
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: /^@node-rs\/argon2$/ }, ({ path }) => ({ path, namespace: "native" }))
    onLoad({ filter: /.*/, namespace: "native" }, ({ path }) => ({
      contents: `export const { hash, verify } = requireFrom(moduleUrl("@adwarden/core", "./index"))(${JSON.stringify(path)})`
    }))
  }
}

const banner = `import { createRequire as requireFrom } from "node:module"
const require = requireFrom(import.meta.url)
const moduleUrl = (name, path) => {
  const entry = import.meta.resolve(name)
  return new URL(path + entry.slice(entry.lastIndexOf(".")), entry).href
}`

/** Each program has its own bundle, because chunks of a shared one contain what any of them needs. */
const bundle = async (program: string) => {
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL(`../src/programs/${program}.ts`, import.meta.url))],
    outdir,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node22",
    metafile: true,
    logLevel: "warning",
    banner: { js: banner },
    // pg asks for pg-native only if somebody wants it.
    external: [...outside.map((name) => `@adwarden/${name}`), "pg-native"],
    plugins: [ownSources, nativeCode]
  })
  return metafile
}

rmSync(outdir, { recursive: true, force: true })
const metafiles = [await bundle("administration"), await bundle("campaigns")]
writeLicenses(metafiles, outdir)
const bytes = metafiles
  .flatMap(({ outputs }) => Object.values(outputs))
  .reduce((sum, output) => sum + output.bytes, 0)
console.log(`Bundled the commands: ${(bytes / 1e6).toFixed(1)} MB.`)
