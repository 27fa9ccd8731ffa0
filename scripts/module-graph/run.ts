import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../root.ts"
import { readTree, violationOf } from "./imports.ts"
import { pictureOf } from "./picture.ts"

/* `npm run modules` draws the modules and their imports, and lists forbidden imports. */
const tree = readTree(root)
const file = join(root, ".adwarden/modules.svg")
mkdirSync(join(root, ".adwarden"), { recursive: true })
writeFileSync(file, pictureOf(tree, "Modules and their imports"))
console.log(`Wrote ${file}`)
for (const each of tree.imports) {
  const why = violationOf(each)
  if (why !== null) console.log(`${each.from} -> ${each.to} ${why}`)
}
