import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { whyWrong } from "./arrows.ts"
import { readTree, type Tree } from "./imports.ts"
import { pictureOf } from "./picture.ts"
import { root, writings } from "./writings.ts"

/*
 * `npm run house` writes the picture of the house and its page from the code, and lists what goes up. With `--picture FILE` it draws the
 * picture alone, of the code as it is or as it was `--at COMMIT`.
 */
const { values } = parseArgs({
  options: { at: { type: "string" }, picture: { type: "string" }, title: { type: "string" } }
})

const treeAt = (commit: string): Tree => {
  const folder = mkdtempSync(join(tmpdir(), "adwarden-house-"))
  try {
    const archive = execFileSync("git", ["archive", commit, "packages"], {
      cwd: root,
      maxBuffer: 1024 * 1024 * 1024
    })
    execFileSync("tar", ["-x", "-C", folder], { input: archive })
    return readTree(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (values.at !== undefined && values.picture === undefined) {
  console.error("npm run house: --at needs --picture FILE, so that the present picture stays as it is.")
  process.exitCode = 1
} else if (values.picture !== undefined) {
  const tree = values.at === undefined ? readTree(root) : treeAt(values.at)
  writeFileSync(resolve(root, values.picture), pictureOf(tree, values.title ?? "The house"))
  console.log(`Drew ${values.picture}`)
} else {
  const tree = readTree(root)
  for (const { file, text } of writings(tree)) {
    writeFileSync(join(root, file), text)
    console.log(`Wrote ${file}`)
  }
  for (const each of tree.imports) {
    const why = whyWrong(each)
    if (why !== null) console.log(`${each.from} -> ${each.to} ${why}`)
  }
}
