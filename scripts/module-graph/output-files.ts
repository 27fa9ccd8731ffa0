import { join } from "node:path"
import type { Tree } from "./imports.ts"
import { pageOf } from "./page.ts"
import { pictureOf } from "./picture.ts"

/** The folder of the project. */
export const root = join(import.meta.dirname, "../..")

export interface OutputFile {
  readonly file: string
  readonly text: string
}

/** What the command writes and the test compares: one function, so that they cannot differ. */
export const outputFiles = (tree: Tree): ReadonlyArray<OutputFile> => [
  { file: "docs/architecture/modules.svg", text: pictureOf(tree, "Modules and their imports") },
  { file: "docs/architecture/modules.md", text: pageOf(tree) }
]
