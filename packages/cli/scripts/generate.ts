// `npm run generate`: writes the help and completion data, from the contract and the commands.
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { formatted } from "../../client/scripts/generator/format.ts"
import { generatedFiles } from "./generator/index.ts"

const directory = fileURLToPath(new URL("../src/generated/", import.meta.url))
const files = formatted(generatedFiles())
rmSync(directory, { recursive: true, force: true })
mkdirSync(directory, { recursive: true })
for (const [path, text] of files) writeFileSync(`${directory}${path}`, text)
console.log(`${files.size} files in packages/cli/src/generated`)
// The loaded commands keep the process alive.
process.exit(0)
