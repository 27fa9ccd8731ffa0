import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../house/writings.ts"
import { writings } from "./writings.ts"

/** `npm run docs` writes the pages of docs/reference anew, from the code that they are about. */
for (const { file, text } of writings()) {
  writeFileSync(join(root, file), text)
  console.log(`Wrote ${file}`)
}
