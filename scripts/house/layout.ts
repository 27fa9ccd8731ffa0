import type { Arrow } from "./arrows.ts"
import { levelOf } from "./floors.ts"

/*
 * Where things stand in the picture. The rooms stand one below the other, floor by floor. What an arrow may do is
 * drawn on the right of them, what it may not on the left, so that a house in order has nothing on its left.
 */

export interface Box {
  readonly name: string
  readonly files: number
  readonly y: number
  readonly height: number
}

export interface Curve {
  readonly arrow: Arrow
  readonly side: "left" | "right"
  readonly startY: number
  readonly endY: number
  /** How far the curve reaches out of the column of rooms. */
  readonly reach: number
}

export interface Layout {
  readonly boxes: ReadonlyArray<Box>
  readonly curves: ReadonlyArray<Curve>
  readonly height: number
}

const roomGap = 10
const floorGap = 26
const portGap = 5.5
const smallestBox = 32
const firstReach = 26
const reachOfAStep = 25

type Rooms = ReadonlyArray<{ readonly name: string; readonly files: number }>

const sideOf = (arrow: Arrow): Curve["side"] => (arrow.wrong === null ? "right" : "left")

export const layOut = (rooms: Rooms, arrows: ReadonlyArray<Arrow>): Layout => {
  const rowOf = new Map(rooms.map((room, row) => [room.name, row]))
  const row = (name: string): number => rowOf.get(name)!

  /**
   * The arrows that touch a room on one side, in the order in which they are tied to it: first those to and from
   * above, the shortest first, then those below, the shortest last, so that none crosses another at the wall.
   */
  const ports = (name: string, side: "left" | "right"): ReadonlyArray<Arrow> => {
    const slant = (arrow: Arrow) => 1 / (row(arrow.from) + row(arrow.to) - 2 * row(name))
    return arrows
      .filter((arrow) => (arrow.from === name || arrow.to === name) && sideOf(arrow) === side)
      .sort((a, b) => slant(a) - slant(b) || a.from.localeCompare(b.from))
  }

  const boxes: Array<Box> = []
  let y = 0
  for (const [at, room] of rooms.entries()) {
    const above = rooms[at - 1]
    if (above) y += levelOf(above.name) === levelOf(room.name) ? roomGap : floorGap
    const most = Math.max(ports(room.name, "left").length, ports(room.name, "right").length)
    const height = Math.max(smallestBox, (most + 1) * portGap)
    boxes.push({ ...room, y, height })
    y += height
  }

  const portY = (name: string, arrow: Arrow): number => {
    const box = boxes[row(name)]!
    const tied = ports(name, sideOf(arrow))
    return box.y + box.height / 2 + (tied.indexOf(arrow) - (tied.length - 1) / 2) * portGap
  }

  const curves = arrows.map((arrow) => ({
    arrow,
    side: sideOf(arrow),
    startY: portY(arrow.from, arrow),
    endY: portY(arrow.to, arrow),
    reach: firstReach + reachOfAStep * Math.abs(row(arrow.from) - row(arrow.to))
  }))
  return { boxes, curves, height: y }
}
