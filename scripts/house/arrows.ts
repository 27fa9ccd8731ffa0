import { hasFloor, isFeature, levelOf, mayImport } from "./floors.ts"
import { type Import, roomOf, type Tree } from "./imports.ts"

/** All imports of one room from another. */
export interface Arrow {
  readonly from: string
  readonly to: string
  readonly imports: ReadonlyArray<Import>
  /** Why the arrow should not be, or null. */
  readonly wrong: string | null
}

/** Why one import should not be, or null where the floors allow it. */
export const whyWrong = ({ from, to }: Import): string | null => {
  const [importer, imported] = [roomOf(from), roomOf(to)]
  if (importer === null || imported === null || importer === imported) return null
  if (levelOf(imported) > levelOf(importer)) return "goes up"
  if (mayImport(importer, imported)) {
    const byItsIndex = to.replace("/src/", "/") === `${imported}/index.ts`
    return isFeature(importer) && isFeature(imported) && !byItsIndex
      ? "reaches into another feature's inside"
      : null
  }
  return levelOf(imported) === levelOf(importer) ? "goes sideways" : "is not for this room"
}

/** The arrows of a tree, the importer's floor first, from the top of the house down. */
export const arrowsOf = (tree: Tree): ReadonlyArray<Arrow> => {
  const byRooms = Map.groupBy(
    tree.imports.filter(({ from, to }) => roomOf(to) !== null && roomOf(from) !== roomOf(to)),
    ({ from, to }) => `${roomOf(from)} ${roomOf(to)}`
  )
  return [...byRooms]
    .map(([rooms, imports]) => {
      const [from, to] = rooms.split(" ") as [string, string]
      return { from, to, imports, wrong: imports.map(whyWrong).find((why) => why !== null) ?? null }
    })
    .sort((a, b) => topDown(a.from, b.from) || topDown(a.to, b.to))
}

/** The rooms that a tree has, from the top of the house down, each with the number of its files. */
export const roomsOf = (tree: Tree): ReadonlyArray<{ readonly name: string; readonly files: number }> =>
  [...Map.groupBy(tree.files, (file) => roomOf(file.path)!)]
    .map(([name, files]) => ({ name, files: files.length }))
    .sort((a, b) => topDown(a.name, b.name))

/** Rooms of a tree that have no place in the list of floors. */
export const homeless = (tree: Tree): ReadonlyArray<string> =>
  roomsOf(tree)
    .map((room) => room.name)
    .filter((name) => !hasFloor(name))

/** Features that come back to themselves through the features they import. */
export const circlesOf = (arrows: ReadonlyArray<Arrow>): ReadonlyArray<string> => {
  const between = arrows.filter(({ from, to }) => isFeature(from) && isFeature(to))
  const reached = (from: string, seen: Set<string>): ReadonlySet<string> => {
    for (const { to } of between.filter((arrow) => arrow.from === from && !seen.has(arrow.to))) {
      seen.add(to)
      reached(to, seen)
    }
    return seen
  }
  const starts = [...new Set(between.map(({ from }) => from))]
  return starts.filter((feature) => reached(feature, new Set()).has(feature))
}

const topDown = (a: string, b: string): number => levelOf(b) - levelOf(a) || a.localeCompare(b)
