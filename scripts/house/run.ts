import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { whyWrong } from "./arrows.ts"
import { readTree } from "./imports.ts"
import { root, writings } from "./writings.ts"

/* `npm run house` writes the page and the drawing of the modules from the code, and lists forbidden imports. */
const tree = readTree(root)
for (const { file, text } of writings(tree)) {
  writeFileSync(join(root, file), text)
  console.log(`Wrote ${file}`)
}
for (const each of tree.imports) {
  const why = whyWrong(each)
  if (why !== null) console.log(`${each.from} -> ${each.to} ${why}`)
}
