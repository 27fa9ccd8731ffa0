import { type Arrow, arrowsOf, roomsOf } from "./arrows.ts"
import { floors, mayImport, packageOf, rooms } from "./floors.ts"
import type { Tree } from "./imports.ts"
import { labelOf } from "./picture.ts"

const code = (room: string): string => `\`${labelOf(room)}\``

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")

const topDown = floors.toReversed().flatMap((floor) => floor.rooms)

const numberOf = (room: string): number =>
  floors.findIndex((each) => each.rooms.some(({ name }) => name === room)) + 1

/** Describes what a module may import. A module of core may import every module of core on a lower layer. */
const allowance = (from: string): string => {
  const allowed = topDown.map((room) => room.name).filter((room) => mayImport(from, room))
  const below = allowed.filter((room) => numberOf(room) < numberOf(from))
  if (below.length === 0) return "no other module"
  if (packageOf(from) !== "core") return below.map(code).join(", ")
  const [highest, lowest] = [numberOf(below[0]!), numberOf(below.at(-1)!)]
  const all = highest === lowest ? `layer ${lowest}` : `layers ${lowest} to ${highest}`
  return allowed.length > below.length ? `${all}, and other features' \`index.ts\`` : all
}

const count = ({ to, imports, wrong }: Arrow): string =>
  wrong === null ? `${code(to)} ${imports.length}` : `**${code(to)} ${imports.length}** (${wrong})`

/** Renders docs/architecture/modules.md. */
export const pageOf = (tree: Tree): string => {
  const arrows = arrowsOf(tree)
  const wrong = arrows.filter((arrow) => arrow.wrong !== null).length
  const built = new Set(roomsOf(tree).map((room) => room.name))
  const notBuilt = rooms.filter((room) => !built.has(room.name)).map((room) => code(room.name))
  const waiting = notBuilt.length === 0 ? "" : ` Not built yet: ${notBuilt.join(", ")}.`

  return `# Modules

<!-- Written by \`npm run house\`. Change scripts/house instead, and run it again. -->

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

The list of layers is \`scripts/house/floors.ts\`. \`packages/core/test/architecture.test.ts\` enforces it, and another
test fails when this page or the drawing is out of date. \`npm run house\` writes both again.

## What each module may import

Highest layer first. Modules of core may import every module of core on a lower layer.${waiting}

${table(
  ["Layer", "Module", "Contains", "May import"],
  topDown.map((room) => [String(numberOf(room.name)), code(room.name), room.holds, allowance(room.name)])
)}

## What each module imports

${table(
  ["Module", "Imports"],
  roomsOf(tree).map(({ name }) => {
    const counted = arrows.filter((arrow) => arrow.from === name).map(count)
    return [code(name), counted.join(", ") || "no other module"]
  })
)}
`
}
