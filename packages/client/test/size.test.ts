import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import { describe, expect, it } from "vitest"

const KiB = 1024

const bundle = async (entry: string, external: ReadonlyArray<string> = []) => {
  const { metafile, outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../src/${entry}`, import.meta.url))],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    external: [...external],
    metafile: true,
    write: false
  })
  const { contents } = outputFiles[0]!
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path))
  return {
    zipped: gzipSync(contents, { level: 9 }).byteLength,
    imports,
    text: new TextDecoder().decode(contents)
  }
}

describe("the bundle", () => {
  it("is at most 12 KiB, minified and compressed, without dependencies", async () => {
    const { imports, text, zipped } = await bundle("index.ts")
    expect(imports).toEqual([])
    expect(zipped).toBeLessThanOrEqual(12 * KiB)
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")
    expect(readme).toContain(`${Math.ceil(zipped / KiB)} KiB in a bundle`)
    // Globals of one runtime would fail in another. `globalThis.process` is undefined there.
    expect(text.replaceAll("globalThis.process?.", "")).not.toMatch(/\b(process|Buffer|require|__dirname)\b/)
  })

  it("adds only Effect in the Effect variant", async () => {
    const { imports, zipped } = await bundle("effect/index.ts", ["effect"])
    expect([...new Set(imports)]).toEqual(["effect"])
    expect(zipped).toBeLessThanOrEqual(14 * KiB)
  })
})
