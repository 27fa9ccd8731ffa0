import type { Dependency } from "./dependencies.ts"
import { levelOf } from "./layers.ts"

/*
 * Positions in the drawing. Modules form one column, layer by layer. Allowed imports are drawn on the right, forbidden
 * ones on the left.
 */

export interface Box {
  readonly name: string
  readonly files: number
  readonly y: number
  readonly height: number
}

export interface Curve {
  readonly dependency: Dependency
  readonly side: "left" | "right"
  readonly startY: number
  readonly endY: number
  /** The distance of the curve from the column of modules. */
  readonly reach: number
}

export interface Layout {
  readonly boxes: ReadonlyArray<Box>
  readonly curves: ReadonlyArray<Curve>
  readonly height: number
}

const moduleGap = 10
const layerGap = 26
const portGap = 5.5
const smallestBox = 32
const firstReach = 26
const reachOfAStep = 25

type SizedModules = ReadonlyArray<{ readonly name: string; readonly files: number }>

const sideOf = (dependency: Dependency): Curve["side"] => (dependency.violation === null ? "right" : "left")

export const computeLayout = (modules: SizedModules, dependencies: ReadonlyArray<Dependency>): Layout => {
  const rowOf = new Map(modules.map((moduleBox, row) => [moduleBox.name, row]))
  const row = (name: string): number => rowOf.get(name)!

  /**
   * Returns the arrows on one side of a module in the order of their ports. Arrows to and from above come
   * first, shortest first; then those below, shortest last. This order avoids crossings at the edge.
   */
  const ports = (name: string, side: "left" | "right"): ReadonlyArray<Dependency> => {
    const slant = (dependency: Dependency) => 1 / (row(dependency.from) + row(dependency.to) - 2 * row(name))
    return dependencies
      .filter(
        (dependency) => (dependency.from === name || dependency.to === name) && sideOf(dependency) === side
      )
      .sort((a, b) => slant(a) - slant(b) || a.from.localeCompare(b.from))
  }

  const boxes: Array<Box> = []
  let y = 0
  for (const [index, moduleBox] of modules.entries()) {
    const above = modules[index - 1]
    if (above) y += levelOf(above.name) === levelOf(moduleBox.name) ? moduleGap : layerGap
    const portCount = Math.max(ports(moduleBox.name, "left").length, ports(moduleBox.name, "right").length)
    const height = Math.max(smallestBox, (portCount + 1) * portGap)
    boxes.push({ ...moduleBox, y, height })
    y += height
  }

  const portY = (name: string, dependency: Dependency): number => {
    const box = boxes[row(name)]!
    const portsOfSide = ports(name, sideOf(dependency))
    return box.y + box.height / 2 + (portsOfSide.indexOf(dependency) - (portsOfSide.length - 1) / 2) * portGap
  }

  const curves = dependencies.map((dependency) => ({
    dependency,
    side: sideOf(dependency),
    startY: portY(dependency.from, dependency),
    endY: portY(dependency.to, dependency),
    reach: firstReach + reachOfAStep * Math.abs(row(dependency.from) - row(dependency.to))
  }))
  return { boxes, curves, height: y }
}
