/**
 * `prepack` of packages that tsc builds file by file. It removes outputs of deleted sources, and fails if a
 * source has no output.
 */
import { existsSync, globSync, rmSync } from "node:fs"
import { prepareForNpm } from "./pack.ts"

await prepareForNpm()

const sources = globSync("src/**/*.ts").filter((file) => !file.endsWith(".d.ts"))
const outputOf = (source: string) => source.replace(/^src/, "dist").replace(/\.ts$/, "")
const expectedOutputs = new Set(sources.map(outputOf))

for (const output of globSync("dist/**/*.{js,d.ts,map}")) {
  if (!expectedOutputs.has(output.replace(/(\.d)?\.(js|ts)(\.map)?$/, ""))) rmSync(output)
}

const unbuilt = sources.filter((source) => !existsSync(`${outputOf(source)}.js`))
if (unbuilt.length > 0) {
  console.error(`${unbuilt.length} sources are not built, such as ${unbuilt[0]}. Run npm run build first.`)
  process.exitCode = 1
}
