// `npm run generate`: writes the lists of files that stand for what is in a folder.
import { writeFileSync } from "node:fs"
import { folderLists } from "./folder-lists.ts"

for (const [path, text] of folderLists()) writeFileSync(new URL(`../src/${path}`, import.meta.url), text)
console.log(`${folderLists().size} lists in packages/core/src`)
