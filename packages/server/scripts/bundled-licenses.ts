import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import type { Metafile } from "esbuild"

/** Third-party code keeps its license in a bundle: writes the texts of all packages that are inside. */
export const writeLicenses = (metafiles: ReadonlyArray<Metafile>, outdir: string): void => {
  const outputs = metafiles.flatMap((one) => Object.values(one.outputs))
  const modules = outputs.flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? path : []))
  )
  const folders = new Set(
    modules.flatMap((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [])
  )
  const texts = [...folders].map((folder) => {
    const { license, name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
      readonly name: string
      readonly version: string
      readonly license: string
    }
    const [file] = globSync("{LICENSE,LICENCE,license,licence}*", { cwd: resolve(folder) })
    const text = file === undefined ? "" : readFileSync(join(folder, file), "utf8").trim()
    return `${name} ${version} (${license})\n\n${text}`.trim()
  })
  const line = `\n\n${"-".repeat(80)}\n\n`
  const intro = "The files in this folder contain code of these packages under their licenses."
  // Not "LICENSES": pnpm would take it for the license of the package and leave ours out.
  writeFileSync(join(outdir, "third-party.txt"), `${[intro, ...texts.sort()].join(line)}\n`)
}
