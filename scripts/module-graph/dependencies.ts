import { type Import, moduleOf, type Tree } from "./imports.ts"
import { hasLayer, isFeature, levelOf, mayImport } from "./layers.ts"

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
