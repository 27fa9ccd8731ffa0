import { type Arrow, arrowsOf, roomsOf } from "./arrows.ts"
import { floors, mayImport, packageOf, rooms } from "./floors.ts"
import type { Tree } from "./imports.ts"
import { labelOf } from "./picture.ts"

/** The commit that house-before.svg shows: the last one before the rooms were put on floors. */
export const before = "2823550"

const code = (room: string): string => `\`${labelOf(room)}\``

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")

const topDown = floors.toReversed().flatMap((floor) => floor.rooms)

const numberOf = (room: string): number =>
  floors.findIndex((each) => each.rooms.some(({ name }) => name === room)) + 1

/** What a room may import, in words. A room of core may import all of core that is below it. */
const allowance = (from: string): string => {
  const allowed = topDown.map((room) => room.name).filter((room) => mayImport(from, room))
  const below = allowed.filter((room) => numberOf(room) < numberOf(from))
  if (below.length === 0) return "nothing of ours"
  if (packageOf(from) !== "core") return below.map(code).join(", ")
  const [highest, lowest] = [numberOf(below[0]!), numberOf(below.at(-1)!)]
  const all = highest === lowest ? `floor ${lowest}` : `floors ${lowest} to ${highest}`
  return allowed.length > below.length ? `${all}, and other features' \`index.ts\`` : all
}

const count = ({ to, imports, wrong }: Arrow): string =>
  wrong === null ? `${code(to)} ${imports.length}` : `**${code(to)} ${imports.length}** (${wrong})`

/** The page that explains the picture. */
export const pageOf = (tree: Tree): string => {
  const arrows = arrowsOf(tree)
  const wrong = arrows.filter((arrow) => arrow.wrong !== null).length
  const built = new Set(roomsOf(tree).map((room) => room.name))
  const notBuilt = rooms.filter((room) => !built.has(room.name)).map((room) => code(room.name))
  const waiting = notBuilt.length === 0 ? "" : ` Not built yet: ${notBuilt.join(", ")}.`

  return `# The house

<!-- Written by \`npm run house\`. Change scripts/house instead, and run it again. -->

The code is a house: packages, and inside core its rooms, stand on floors, and imports only ever go down. So a rule
can be read with what lies below it and nothing else, a room can be changed without looking up, and the engine
rooms (\`pipeline\`, \`tasks\`, \`changes\`) never come to know a feature: a new feature touches its own room and the
place where the house is put together.

![The rooms of the house and their imports](house.svg)

Read it from the top: every arrow runs from the room that imports to the one that is imported, and its number counts
the import statements, those of types alone included. What is in order is drawn on the right, what the floors forbid
on the left and in red${wrong === 0 ? " (there is nothing of the kind)" : ` (${wrong} arrows)`}. Tests are not part of the picture.

## Rules

- A room imports rooms on lower floors. Rooms on one floor do not know each other.
- A feature may use another feature by its \`index.ts\`, never its inside, and never in a circle.
- Of core other packages see \`core.ts\` (by \`@adwarden/core\`), \`contract\` and \`http\`.
- \`contract\` imports \`effect\` alone; \`core.ts\` puts the layers of all rooms together.
- Only the pipeline mints clearances.

The list of floors has one home, \`scripts/house/floors.ts\`. The test in \`packages/core/test/architecture.test.ts\`
holds the code to it, and another fails when this page or the picture is out of date.

## What each room may import

The highest floor first. Rooms of core may import what core has on the floors below theirs.${waiting}

${table(
  ["Floor", "Room", "Holds", "May import"],
  topDown.map((room) => [String(numberOf(room.name)), code(room.name), room.holds, allowance(room.name)])
)}

## What each room imports

${table(
  ["Room", "Imports"],
  roomsOf(tree).map(({ name }) => {
    const counted = arrows.filter((arrow) => arrow.from === name).map(count)
    return [code(name), counted.join(", ") || "nothing of ours"]
  })
)}

## Before

How it was when campaigns, changes and tasks imported one another and the pipeline named every handler (commit
${before}):

![The rooms of the house before they stood on floors](house-before.svg)

## Drawing it

\`\`\`sh
npm run house
npm run house -- --at ${before} --title "The house before" --picture docs/decisions/house-before.svg
\`\`\`

The first line writes this page and its picture from the code as it is. The second draws the house as it was at a
commit.
`
}
