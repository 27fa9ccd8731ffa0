import { existsSync, globSync, readdirSync, readFileSync } from "node:fs"
import { join, relative, resolve } from "node:path"
import ts from "typescript-api"
import { hasLayer, isFeature, levelOf, mayImport } from "./layers.ts"

/** A source file of a package, by its path below `packages/`. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** One import, re-export or dynamic import, of values or types. */
interface Import {
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

/** Where a file can name a module. What follows the last place is not parsed, which takes three quarters of the time. */
const modulePlace = /\b(?:from|import)\s*["']/g

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
  const end = [...file.text.matchAll(modulePlace)].at(-1)?.index ?? 0
  const text = isNested ? file.text : file.text.slice(0, file.text.indexOf("\n", end) >>> 0)
  ts.forEachChild(ts.createSourceFile(file.path, text, ts.ScriptTarget.Latest), visit)
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

/** Returns the imports by relative path of the whole repository: also of its tests, scripts and benches. */
export const readRelativeImports = (repository: string): ReadonlyArray<Import> =>
  globSync("{packages,scripts,bench}/**/*.{ts,tsx,js,mjs}", {
    cwd: repository,
    exclude: (name) => name === "node_modules" || name === "dist"
  }).flatMap((path) =>
    modulesNamedIn({ path, text: readFileSync(join(repository, path), "utf8") })
      .filter((module) => module.startsWith("."))
      .map((module) => ({ from: path, module, to: join(path, "..", module) }))
  )

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

/** All imports of one module from another. */
export interface Dependency {
  readonly from: string
  readonly to: string
  readonly imports: ReadonlyArray<Import>
  /** The reason why the layers forbid it, or null. */
  readonly violation: string | null
}

/** Returns why the layers forbid an import, or null if they allow it. */
export const violationOf = ({ from, to }: Import): string | null => {
  const [importer, imported] = [moduleOf(from), moduleOf(to)]
  if (importer === null || imported === null || importer === imported) return null
  if (levelOf(imported) > levelOf(importer)) return "goes up"
  if (mayImport(importer, imported)) {
    const throughIndex = to.replace("/src/", "/") === `${imported}/index.ts`
    return isFeature(importer) && isFeature(imported) && !throughIndex
      ? "bypasses the index of another feature"
      : null
  }
  return levelOf(imported) === levelOf(importer)
    ? "imports a module of the same layer"
    : "is not allowed for this module"
}

/** Returns the dependencies between the modules of a tree, highest layer first. */
export const dependenciesOf = (tree: Tree): ReadonlyArray<Dependency> => {
  const byModules = Map.groupBy(
    tree.imports.filter(({ from, to }) => moduleOf(to) !== null && moduleOf(from) !== moduleOf(to)),
    ({ from, to }) => `${moduleOf(from)} ${moduleOf(to)}`
  )
  return [...byModules]
    .map(([modulePair, imports]) => {
      const [from, to] = modulePair.split(" ") as [string, string]
      return {
        from,
        to,
        imports,
        violation: imports.map(violationOf).find((reason) => reason !== null) ?? null
      }
    })
    .sort((a, b) => topDown(a.from, b.from) || topDown(a.to, b.to))
}

/** Returns the modules of a tree with their numbers of files, highest layer first. */
export const modulesOf = (tree: Tree): ReadonlyArray<{ readonly name: string; readonly files: number }> =>
  [...Map.groupBy(tree.files, (file) => moduleOf(file.path)!)]
    .map(([name, files]) => ({ name, files: files.length }))
    .sort((a, b) => topDown(a.name, b.name))

/** Returns the modules of a tree that the list of layers does not contain. */
export const findModulesWithoutLayer = (tree: Tree): ReadonlyArray<string> =>
  modulesOf(tree)
    .map((moduleInfo) => moduleInfo.name)
    .filter((name) => !hasLayer(name))

/** Returns the features in an import cycle of features. */
export const cyclesOf = (dependencies: ReadonlyArray<Dependency>): ReadonlyArray<string> => {
  const featureDependencies = dependencies.filter(({ from, to }) => isFeature(from) && isFeature(to))
  const reached = (from: string, seen: Set<string>): ReadonlySet<string> => {
    for (const { to } of featureDependencies.filter(
      (dependency) => dependency.from === from && !seen.has(dependency.to)
    )) {
      seen.add(to)
      reached(to, seen)
    }
    return seen
  }
  const starts = [...new Set(featureDependencies.map(({ from }) => from))]
  return starts.filter((feature) => reached(feature, new Set()).has(feature))
}

const topDown = (a: string, b: string): number => levelOf(b) - levelOf(a) || a.localeCompare(b)

/**
 * Returns import cycles between files, each as the sorted paths of its files (the strongly connected
 * components, by Tarjan's algorithm). Type imports count too: the files of a cycle cannot be read or moved
 * separately.
 */
export const importCycles = (imports: ReadonlyArray<Import>): ReadonlyArray<ReadonlyArray<string>> => {
  const importedBy = Map.groupBy(imports, ({ from }) => from)
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: Array<string> = []
  const cycles: Array<ReadonlyArray<string>> = []

  const lower = (file: string, to: number) => lowest.set(file, Math.min(lowest.get(file)!, to))

  const visit = (file: string): void => {
    order.set(file, order.size)
    lowest.set(file, order.get(file)!)
    stack.push(file)
    for (const { to } of importedBy.get(file) ?? []) {
      if (!order.has(to)) {
        visit(to)
        lower(file, lowest.get(to)!)
      } else if (stack.includes(to)) lower(file, order.get(to)!)
    }
    if (lowest.get(file) !== order.get(file)) return
    const component = stack.splice(stack.indexOf(file))
    if (component.length > 1) cycles.push(component.sort())
  }

  for (const file of importedBy.keys()) if (!order.has(file)) visit(file)
  return cycles
}
