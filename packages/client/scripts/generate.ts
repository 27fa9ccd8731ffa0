// `npm run generate`: writes the part of the client that is generated from the contract.
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import { generatedFiles } from "./generator/index.ts"

const directory = fileURLToPath(new URL("../src/generated/", import.meta.url))
const files = generatedFiles()
rmSync(directory, { recursive: true, force: true })
for (const [path, text] of files) {
  mkdirSync(dirname(`${directory}${path}`), { recursive: true })
  writeFileSync(`${directory}${path}`, text)
}
console.log(`${files.size} files in packages/client/src/generated`)
