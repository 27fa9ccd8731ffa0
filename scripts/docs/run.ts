import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../house/writings.ts"
import { writings } from "./writings.ts"

/** `npm run docs` writes the reference pages from the code, and the index of the decisions from the records. */
for (const { file, text } of writings()) {
  writeFileSync(join(root, file), text)
  console.log(`Wrote ${file}`)
}
