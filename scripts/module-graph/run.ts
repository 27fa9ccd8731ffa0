import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { violationOf } from "./dependencies.ts"
import { readTree } from "./imports.ts"
import { outputFiles, root } from "./output-files.ts"

/* `npm run modules` writes the page and the drawing of the modules from the code, and lists forbidden imports. */
const tree = readTree(root)
for (const { file, text } of outputFiles(tree)) {
  writeFileSync(join(root, file), text)
  console.log(`Wrote ${file}`)
}
for (const each of tree.imports) {
  const why = violationOf(each)
  if (why !== null) console.log(`${each.from} -> ${each.to} ${why}`)
}
