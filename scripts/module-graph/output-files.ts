import { join } from "node:path"
import type { Tree } from "./imports.ts"
import { pageOf } from "./page.ts"
import { pictureOf } from "./picture.ts"

/** The root folder of the repository. */
export const root = join(import.meta.dirname, "../..")

export interface OutputFile {
  readonly file: string
  readonly text: string
}

/** Returns the files that `npm run modules` writes and the test compares. */
export const outputFiles = (tree: Tree): ReadonlyArray<OutputFile> => [
  { file: "docs/architecture/modules.svg", text: pictureOf(tree, "Modules and their imports") },
  { file: "docs/architecture/modules.md", text: pageOf(tree) }
]
