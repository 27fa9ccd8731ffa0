import { type Dependency, dependenciesOf, modulesOf } from "./dependencies.ts"
import type { Tree } from "./imports.ts"
import { layers, mayImport, modules, packageOf } from "./layers.ts"
import { labelOf } from "./picture.ts"

const code = (moduleName: string): string => `\`${labelOf(moduleName)}\``

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")

const topDown = layers.toReversed().flatMap((layer) => layer.modules)

const numberOf = (moduleName: string): number =>
  layers.findIndex((each) => each.modules.some(({ name }) => name === moduleName)) + 1

/**
 * Describes the allowed imports of a module. A module of core can import every module of core on a lower
 * layer.
 */
const allowedImports = (from: string): string => {
  const allowed = topDown
    .map((moduleName) => moduleName.name)
    .filter((moduleName) => mayImport(from, moduleName))
  const below = allowed.filter((moduleName) => numberOf(moduleName) < numberOf(from))
  if (below.length === 0) return "no other module"
  if (packageOf(from) !== "core") return below.map(code).join(", ")
  const [highest, lowest] = [numberOf(below[0]!), numberOf(below.at(-1)!)]
  const all = highest === lowest ? `layer ${lowest}` : `layers ${lowest} to ${highest}`
  return allowed.length > below.length ? `${all}, and other features' \`index.ts\`` : all
}

const dependencyText = ({ to, imports, violation }: Dependency): string =>
  violation === null ? `${code(to)} ${imports.length}` : `**${code(to)} ${imports.length}** (${violation})`

/** Renders docs/architecture/modules.md. */
export const pageOf = (tree: Tree): string => {
  const dependencies = dependenciesOf(tree)
  const wrong = dependencies.filter((arrow) => arrow.violation !== null).length
  const existingModules = new Set(modulesOf(tree).map((moduleName) => moduleName.name))
  const missingModules = modules
    .filter((moduleName) => !existingModules.has(moduleName.name))
    .map((moduleName) => code(moduleName.name))
  const missingNote = missingModules.length === 0 ? "" : ` Not built yet: ${missingModules.join(", ")}.`

  return `# Modules

<!-- Written by \`npm run modules\`. Change scripts/module-graph instead, and run it again. -->

Packages, and the modules inside \`core\`, form layers. Imports only point to lower layers. A rule can therefore be read
with the modules below it and nothing else, and \`pipeline\`, \`tasks\` and \`changes\` never know a feature: a new feature
touches its own module and \`core.ts\`, which composes all modules.

![The modules and their imports](modules.svg)

Each arrow runs from the importing module to the imported one. Its number counts import statements, type-only ones
included. Allowed imports are drawn on the right, forbidden ones on the left in red${wrong === 0 ? " (there are none)" : ` (${wrong} arrows)`}. Tests are
not drawn.

## Rules

- A module imports modules on lower layers. Modules on the same layer do not import each other.
- A feature may import another feature's \`index.ts\`, nothing else of it, and never in a cycle.
- Other packages see only \`core.ts\` (as \`@adwarden/core\`), \`contract\` and \`http\` of core.
- \`contract\` imports \`effect\` alone; \`core.ts\` composes the layers of all modules.
- Only the pipeline creates clearances.

The list of layers is \`scripts/module-graph/layers.ts\`. \`packages/core/test/architecture.test.ts\` enforces it, and another
test fails when this page or the drawing is out of date. \`npm run modules\` writes both again.

## What each module may import

Highest layer first. Modules of core may import every module of core on a lower layer.${missingNote}

${table(
  ["Layer", "Module", "Contains", "May import"],
  topDown.map((moduleName) => [
    String(numberOf(moduleName.name)),
    code(moduleName.name),
    moduleName.description,
    allowedImports(moduleName.name)
  ])
)}

## What each module imports

${table(
  ["Module", "Imports"],
  modulesOf(tree).map(({ name }) => {
    const dependencyTexts = dependencies.filter((arrow) => arrow.from === name).map(dependencyText)
    return [code(name), dependencyTexts.join(", ") || "no other module"]
  })
)}
`
}
