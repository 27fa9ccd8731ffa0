import { spawnSync } from "node:child_process"
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { formOf, type StoredValue } from "./stored-values.ts"

/**
 * `npm run accept json` keeps one value of each form that this version stores as JSON, from the databases of the tests.
 * The next version must read them. Run it when a version is released. With STORED_VALUES it takes the values that tests
 * have left in that folder.
 */
const root = fileURLToPath(new URL("../../../../../", import.meta.url))
const given = process.env["STORED_VALUES"]
const folder = given ?? mkdtempSync(join(tmpdir(), "adwarden-values-"))
if (given === undefined) {
  const vitest = [join(root, "node_modules/vitest/vitest.mjs"), "run", "packages/core/test"]
  spawnSync(process.execPath, vitest, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, STORED_VALUES: folder }
  })
}
const values = globSync(join(folder, "*.json")).flatMap(
  (file) => JSON.parse(readFileSync(file, "utf8")) as ReadonlyArray<StoredValue>
)
if (given === undefined) rmSync(folder, { recursive: true })
const forms = new Map(values.map((one) => [`${one.name} ${JSON.stringify(formOf(one.value))}`, one]))
const sorted = [...forms].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => JSON.stringify(one))
writeFileSync(new URL("stored-values.ndjson", import.meta.url), `${sorted.join("\n")}\n`)
console.log(`${sorted.length} forms`)
