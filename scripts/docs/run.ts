import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../root.ts"
import { docsOutputFiles, generatedFolders } from "./output-files.ts"

/** `npm run docs` writes the reference pages from the code, and the index of the decisions from the records. */
for (const folder of Object.keys(generatedFolders)) {
  rmSync(join(root, folder), { recursive: true, force: true })
  mkdirSync(join(root, folder), { recursive: true })
}
for (const { file, text } of docsOutputFiles()) {
  writeFileSync(join(root, file), text)
  console.log(`Wrote ${file}`)
}
