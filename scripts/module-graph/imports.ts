import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, relative, resolve } from "node:path"
import ts from "typescript-api"
import { hasLayer } from "./layers.ts"

/** A source file of a package, by its path below `packages/`. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** One import, re-export or dynamic import, of values or types. */
export interface Import {
  readonly from: string
  /** The specifier as written: `../storage/index.ts`, `@adwarden/core`, `effect`. */
  readonly module: string
  /** A path below `packages/`, or the name of a library. */
  readonly to: string
}

export interface Tree {
  readonly files: ReadonlyArray<SourceFile>
  readonly imports: ReadonlyArray<Import>
}

/** Returns the source files of a package, by its folder below `packages`. */
export const filesOf = (packages: string, name: string): ReadonlyArray<SourceFile> => {
  const source = join(packages, name, "src")
  if (!existsSync(source)) return []
  return readdirSync(source, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({ path: relative(packages, file), text: readFileSync(file, "utf8") }))
}

/** Maps specifiers such as `@adwarden/core/contract` to files, from the package.json of each package. */
const publishedFiles = (packages: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(packages).flatMap((folder) => {
      const file = join(packages, folder, "package.json")
      if (!existsSync(file)) return []
      const { name, exports = {} } = JSON.parse(readFileSync(file, "utf8")) as {
        name: string
        exports?: Record<string, string>
      }
      const entries = Object.entries(exports).map(
        ([path, target]) => [join(name, path), join(folder, String(target))] as const
      )
      return [[name, join(folder, "src/index.ts")] as const, ...entries]
    })
  )

/**
 * Returns every module specifier of a file. TypeScript parses the file, so comments and strings do not count. Only
 * files with `import(…)` name modules below their top level, and visiting all nodes takes as long as parsing.
 */
export const modulesNamedIn = (file: SourceFile): ReadonlyArray<string> => {
  const found: Array<string> = []
  const isNested = /\bimport\s*\(/.test(file.text)
  const visit = (node: ts.Node): void => {
    const specifier =
      ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? node.moduleSpecifier
        : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
          ? node.argument.literal
          : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
            ? node.arguments[0]
            : undefined
    if (specifier && ts.isStringLiteralLike(specifier)) found.push(specifier.text)
    if (isNested) ts.forEachChild(node, visit)
  }
  ts.forEachChild(ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest), visit)
  return found
}

/** Reads the source files of every package below `tree/packages` and their imports. Tests are excluded. */
export const readTree = (tree: string): Tree => {
  const packages = join(tree, "packages")
  const published = publishedFiles(packages)
  const files = readdirSync(packages)
    .sort()
    .flatMap((name) => filesOf(packages, name))
  const imports = files.flatMap((file) =>
    modulesNamedIn(file).map((module) => ({
      from: file.path,
      module,
      to: module.startsWith(".")
        ? relative(packages, resolve(packages, file.path, "..", module))
        : (published.get(module) ?? module)
    }))
  )
  return { files, imports }
}

/** Returns the module of a path below `packages/`; null for a library. */
export const moduleOf = (path: string): string | null => {
  const [name, source, ...rest] = path.split("/")
  if (source !== "src") return null
  if (name !== "core") return name!
  // A file directly in core's source is a module if the layers list it (`settings.ts`). Otherwise it belongs
  // to the module `core`, which composes the others.
  const inner = `core/${rest[0]!.replace(/\.ts$/, "")}`
  return rest.length > 1 || hasLayer(inner) ? inner : "core"
}
