import { realpathSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { root } from "../root.ts"

/** vitest's bundler reads YAML with this parser, so it is installed with vitest. */
const parser = () => {
  const ofVitest = createRequire(realpathSync(join(root, "node_modules/vitest/package.json")))
  const ofVite = createRequire(ofVitest.resolve("vite"))
  return ofVite("yaml") as {
    readonly parseAllDocuments: (
      text: string,
      options: { readonly merge: true }
    ) => ReadonlyArray<{ readonly errors: ReadonlyArray<Error>; readonly toJS: () => unknown }>
  }
}

/** Returns the documents of a YAML file. Throws at a syntax error. */
export const yamlDocuments = (text: string): ReadonlyArray<unknown> =>
  parser()
    .parseAllDocuments(text, { merge: true })
    .map((document) => {
      if (document.errors[0] !== undefined) throw document.errors[0]
      return document.toJS()
    })
