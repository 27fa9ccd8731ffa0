// `prepack`: what is published, as ES modules and as CommonJS, each with its types.
import { execFileSync } from "node:child_process"
import { rmSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const directory = fileURLToPath(new URL("../", import.meta.url))
const tsc = fileURLToPath(new URL("../../../node_modules/typescript/bin/tsc", import.meta.url))
const compile = (...args: ReadonlyArray<string>) =>
  execFileSync(process.execPath, [tsc, ...args], { cwd: directory, stdio: "inherit" })

// Of files that are gone by now nothing may be left over.
for (const kind of ["esm", "cjs"]) rmSync(`${directory}dist/${kind}`, { recursive: true, force: true })
compile("-b", "--force")
compile("-p", "tsconfig.cjs.json")
// The package says that its files are ES modules; these are not.
writeFileSync(`${directory}dist/cjs/package.json`, `${JSON.stringify({ type: "commonjs" })}\n`)
