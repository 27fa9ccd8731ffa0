import { execFile, spawn } from "node:child_process"
import { existsSync, globSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { promisify } from "node:util"
import { Effect, Exit, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isLong } from "../../packages/core/test/support/counts.ts"
import { freshDatabase } from "../../packages/core/test/support/postgres.ts"
import { compileCache } from "../../packages/core/test/support/programs.ts"
import { snippetsIn } from "../docs/markdown.ts"
import { asModules, packageProblems, typeProblems } from "../release/faults.ts"
import { packAll } from "../release/pack.ts"
import type { Manifest } from "../release/published.ts"
import { root } from "../root.ts"
import { folder, install, installed, named, node, packages } from "./packed-folder.ts"

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (file: string) => readFileSync(file, "utf8")

// The client has its own test, which packs it and also builds it in both formats.
const names = packages.map(({ manifest }) => manifest.name).filter((name) => name !== "@adwarden/client")
const importable = names.filter((name) => named(name).manifest.exports !== undefined)

/**
 * The nightly run and a release pack all packages. `npm test` packs the two that need no other packed one.
 */
const packedNames = isLong ? names : ["@adwarden/cli", "@adwarden/google-ads-emulator"]

let packed: Awaited<ReturnType<typeof packAll>>
beforeAll(async () => {
  packed = await packAll(packedNames, folder)
  for (const [name, { tarball }] of packed) install(name, tarball)
  symlinkSync(named("@adwarden/client").directory, installed("@adwarden/client"))
})

it("all packages but the demo world are published", () => {
  expect(packages.map(({ manifest }) => manifest.name).sort()).toEqual(
    [
      "cli",
      "client",
      "core",
      "embedded-postgres",
      "google-ads-emulator",
      "http-host",
      "mcp",
      "rest",
      "server",
      "web"
    ].map((name) => `@adwarden/${name}`)
  )
})

it.each(names)("%s publishes entry points that the build writes", (name) => {
  const { directory, manifest } = named(name)
  const targets = JSON.stringify(manifest.publishConfig).match(/\.\/[^"]*\.(js|ts)(?=")/g) ?? []
  expect(targets.length).toBeGreaterThan(0)
  expect(targets.filter((target) => !existsSync(join(directory, target)))).toEqual([])
})

// npm compares the repository with the one that signed the provenance, and rejects a package without it.
it.each(packages)("$manifest.name names its folder of the repository", ({ directory, manifest }) => {
  const folder = relative(root, directory)
  expect(manifest.repository).toEqual({ ...named("@adwarden/client").manifest.repository, directory: folder })
  expect(manifest.homepage).toContain(`/${folder}#readme`)
})

describe.each(packedNames)("%s, packed", (name) => {
  it("contains the built files and its documents, without source maps, whose sources are in the repository", () => {
    const { files } = packed.get(name)!
    const odd = files.filter(
      (file) => !/^dist\/(?!.*\.map$)|^(package\.json|README\.md|LICENSE|NOTICE)$/.test(file)
    )
    expect(odd.filter((file) => name !== "@adwarden/http-host" || !file.startsWith("docs/"))).toEqual([])
    const has = new Set(files)
    const { directory } = named(name)
    for (const file of ["README.md", "LICENSE"]) expect(existsSync(join(installed(name), file))).toBe(true)
    const sources = globSync("src/**/*.ts", { cwd: directory }).filter((file) => !file.endsWith(".d.ts"))
    expect(sources.length).toBeGreaterThan(0)
    const unbuilt = sources.filter((file) => !has.has(file.replace("src/", "dist/").replace(/\.ts$/, ".js")))
    expect(unbuilt).toEqual([])
    const built = files.filter((file) => /^dist\/(?!bundle\/).*\.js$/.test(file))
    expect(built.length).toBe(sources.length)
  })

  it("depends only on published packages, by version", () => {
    const manifest = JSON.parse(read(join(installed(name), "package.json"))) as Manifest
    expect(manifest).not.toHaveProperty("adwarden")
    const bundled = named(name).manifest.adwarden?.bundled ?? []
    expect(Object.keys(manifest.dependencies ?? {}).filter((one) => bundled.includes(one))).toEqual([])
    for (const [dependency, version] of Object.entries(manifest.dependencies ?? {})) {
      expect([dependency, version]).toEqual([dependency, expect.stringMatching(/^\d+\.\d+\.\d+/)])
      if (dependency.startsWith("@adwarden/")) expect(named(dependency)).toBeDefined()
    }
  })

  it("exports only files that it contains", () => {
    const manifest = JSON.parse(read(join(installed(name), "package.json"))) as Manifest
    const targets =
      JSON.stringify([manifest.exports ?? {}, manifest.bin ?? {}]).match(/\.\/[^"]*\.(js|ts|json)(?=")/g) ??
      []
    const files = targets.filter((target) => !target.startsWith("./package") || target === "./package.json")
    expect(files.filter((target) => !existsSync(join(installed(name), target)))).toEqual([])
    expect(JSON.stringify([manifest.exports, manifest.bin])).not.toContain("./src/")
    expect(manifest).toMatchObject({ publishConfig: { access: "public" } })
  })

  // `pnpm release` checks this too, before it publishes.
  it.runIf(isLong)("has no publint problems", async () => {
    expect(await packageProblems(packed.get(name)!.bytes)).toEqual([])
  })
})

it.runIf(isLong)("@adwarden/http-host, installed, has the pages that it serves at /docs", async () => {
  const pages = join(installed("@adwarden/http-host"), "dist/docs/pages/index.js")
  const program = `const { libraryPage, loadLibrary } = await import(process.argv[1])
const library = await loadLibrary([])
console.log(library.pages.size, (await libraryPage(library, library.pages.get("/docs/guides/undo"))).includes("<h1"))`
  const shown = await node(["--input-type=module", "-e", program, pages])
  const { length } = globSync("docs/**/*.md", { cwd: root })
  expect(shown.trim()).toBe(`${length} true`)
})

describe.runIf(isLong).each(importable)("%s, imported", (name) => {
  // `pnpm release` checks this too, before it publishes.
  it("has correct types for ES modules", async () => {
    expect(await typeProblems(packed.get(name)!.bytes, asModules)).toEqual([])
  })
})

describe("the examples of the READMEs", () => {
  const examplesOf = (name: string) =>
    snippetsIn(read(join(named(name).directory, "README.md")))
      .filter(({ kind }) => kind === "ts")
      .map(({ text }) => ({ name, text }))
  const examples = packedNames.flatMap(examplesOf)

  it("exist for every importable package", () => {
    expect(importable.filter((name) => examplesOf(name).length === 0)).toEqual([])
  })

  const scope = Effect.runSync(Scope.make())
  const database = Effect.runPromise(Scope.extend(freshDatabase(), scope))
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  const marker = "@@ next example"

  /** Runs all examples in one process, which loads the packages once, and returns the output of each. */
  const outputs = async (): Promise<ReadonlyArray<string>> => {
    symlinkSync(realpathSync(join(root, "node_modules", "effect")), join(folder, "node_modules", "effect"))
    const lines = examples.map(({ text }, n) => {
      writeFileSync(join(folder, `example-${n}.ts`), text)
      return `console.log("${marker}")\nawait import("./example-${n}.ts")`
    })
    writeFileSync(join(folder, "examples.mjs"), lines.join("\n"))
    const printed = await node(["examples.mjs"], { DATABASE_URL: await database })
    return printed.split(`${marker}\n`).slice(1)
  }
  let printed: ReadonlyArray<string>
  beforeAll(async () => {
    printed = await outputs()
  })

  it("each ran", () => {
    expect(printed).toHaveLength(examples.length)
  })

  it.each(examples.map(({ name, text }, n) => [name, text, n] as const))(
    "run on the packed package: %s",
    (_, text, n) => {
      // The expected output of a line is in the comment behind it.
      for (const [, expected] of text.matchAll(/^console\.log\(.*\) \/\/ (.*)$/gm))
        expect(printed[n]).toContain(expected)
    }
  )

  it("run on the packed package: the command", async () => {
    const { bin } = JSON.parse(read(join(installed("@adwarden/cli"), "package.json"))) as Manifest
    const program = join(installed("@adwarden/cli"), bin!["adwarden"]!)
    writeFileSync(join(folder, "adwarden"), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`, {
      mode: 0o755
    })
    const shown = ["@adwarden/cli", "@adwarden/server"]
      .filter((name) => packedNames.includes(name))
      .flatMap((name) => snippetsIn(read(join(named(name).directory, "README.md"))))
      .filter(({ kind, text }) => kind === "sh" && !text.startsWith("npm install"))
      .map(({ text }) => text)
    const env = {
      PATH: `${folder}:${process.env["PATH"]}`,
      ...compileCache(),
      HOME: folder,
      DATABASE_URL: await database
    }
    const { stdout } = await promisify(execFile)("bash", ["-ec", shown.join("")], { cwd: folder, env })
    for (const expected of [named("@adwarden/cli").manifest.version, "Usage", ...(isLong ? ["Contoso"] : [])])
      expect(stdout).toContain(expected)
  })
})

it("the emulator's README shows the real output", async () => {
  const [start, ask] = snippetsIn(read(join(named("@adwarden/google-ads-emulator").directory, "README.md")))
    .filter(({ kind }) => kind === "sh")
    .map(({ text }) => text)
  const { bin } = JSON.parse(
    read(join(installed("@adwarden/google-ads-emulator"), "package.json"))
  ) as Manifest
  const command = join(installed("@adwarden/google-ads-emulator"), bin!["google-ads-emulator"]!)
  const [program, ...flags] = start!
    .trim()
    .replace("npx @adwarden/google-ads-emulator", command)
    .replace("4281", "0")
    .split(" ")
  const emulator = spawn(process.execPath, [program!, ...flags], { cwd: folder })
  try {
    let output = ""
    for await (const text of emulator.stdout) {
      output += text
      if (/token +\S+\/token\n/.test(output)) break
    }
    const URL = /token +(\S+)\/token/.exec(output)![1]!
    const env = { PATH: process.env["PATH"] ?? "", URL }
    const { stdout } = await promisify(execFile)("bash", ["-ec", ask!], { env })
    expect(JSON.parse(stdout).results.length).toBeGreaterThan(0)
  } finally {
    emulator.kill("SIGTERM")
  }
})

it("the emulator includes the notice of third-party code", () => {
  expect(read(join(installed("@adwarden/google-ads-emulator"), "NOTICE"))).toBe(read(join(root, "NOTICE")))
})
