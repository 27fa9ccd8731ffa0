// `prepack`: builds the published package as ES modules and as CommonJS, each with its types.
import { execFileSync } from "node:child_process"
import { rmSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { prepareForNpm } from "../../../scripts/release/pack.ts"

await prepareForNpm()

const directory = fileURLToPath(new URL("../", import.meta.url))
const tsc = fileURLToPath(new URL("../../../node_modules/typescript/bin/tsc", import.meta.url))
const compile = (...args: ReadonlyArray<string>) =>
  execFileSync(process.execPath, [tsc, ...args], { cwd: directory, stdio: "inherit" })

// Output of deleted source files must not remain.
for (const kind of ["esm", "cjs"]) rmSync(`${directory}dist/${kind}`, { recursive: true, force: true })
compile("-b", "--force")
// The first compilation checked the same sources.
compile("-p", "tsconfig.cjs.json", "--noCheck")
// package.json declares ES modules. These files are CommonJS.
writeFileSync(`${directory}dist/cjs/package.json`, `${JSON.stringify({ type: "commonjs" })}\n`)
