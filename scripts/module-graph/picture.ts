import { type Dependency, dependenciesOf, findModulesWithoutLayer, modulesOf, type Tree } from "./imports.ts"
import { hasLayer, levelOf, packageOf } from "./layers.ts"

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

interface Curve {
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

const computeLayout = (modules: SizedModules, dependencies: ReadonlyArray<Dependency>): Layout => {
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

/** The arrows of a module share one of these hues, each with a light and a dark variant. */
const hues = [
  ["#2f6fb3", "#6cb0f5"],
  ["#1f857b", "#4cc4b6"],
  ["#7c5bb8", "#b79bf0"],
  ["#96701a", "#d8ac4f"],
  ["#48863b", "#82c872"],
  ["#5f7288", "#a3b4c8"],
  ["#a85582", "#e494bf"]
] as const

const hueRules = (at: 0 | 1): string => hues.map((pair, hue) => `.hue${hue} { --hue: ${pair[at]} }`).join(" ")

/*
 * Colours for light and dark mode. The drawing has its own background, so it is readable on any page.
 */
const style = `
  svg { --page: #ffffff; --edge: #d0d7de; --ink: #1f2328; --faint: #59636e; --core: #f6f8fa; --module: #ffffff;
    --layer: #e4e8ed; --wrong: #cf222e; font: 13px ui-sans-serif, system-ui, "Segoe UI", Helvetica, Arial, sans-serif }
  ${hueRules(0)}
  @media (prefers-color-scheme: dark) {
    svg { --page: #0d1117; --edge: #3d444d; --ink: #f0f6fc; --faint: #9198a1; --core: #151b23; --module: #212830;
      --layer: #262e38; --wrong: #ff7b72 }
    ${hueRules(1)}
  }
  .wrong { --hue: var(--wrong) }
  .page { fill: var(--page); stroke: var(--edge) }
  .core { fill: var(--core); stroke: var(--edge) }
  .layer { stroke: var(--layer); stroke-width: 1.5 }
  .module { fill: var(--module); stroke: var(--faint); stroke-width: 1.2 }
  .unlisted { stroke-dasharray: 4 3 }
  text { fill: var(--ink) }
  .title { font-size: 17px; font-weight: 600 }
  .name { font-weight: 600 }
  .faint { fill: var(--faint); font-size: 11.5px }
  .wrong.faint { fill: var(--wrong) }
  .files { fill: var(--faint); font-size: 11px; text-anchor: end }
  .curve { fill: none; stroke: var(--hue) }
  .head { fill: var(--hue) }
  .count { fill: var(--hue); font-size: 11px; font-weight: 600; text-anchor: middle; paint-order: stroke;
    stroke: var(--core); stroke-width: 4px; stroke-linejoin: round }`

const boxWidth = 168
const margin = 28
const lineHeight = 17

const labelOf = (moduleName: string): string =>
  moduleName === "core"
    ? "core.ts"
    : packageOf(moduleName) === "core"
      ? moduleName.slice("core/".length)
      : moduleName

const formatNumber = (value: number): string => String(Math.round(value * 10) / 10)

/** The position of the column of modules in the drawing. */
interface Column {
  readonly left: number
  readonly top: number
}

/** Draws a curve from the importing module with an arrowhead at the imported one. */
const drawCurve = ({ dependency, side, startY, endY, reach }: Curve, column: Column, hue: string): string => {
  const outwards = side === "right" ? 1 : -1
  const wall = side === "right" ? column.left + boxWidth : column.left
  const bend = formatNumber(wall + (outwards * reach * 4) / 3)
  const tip = wall + outwards * 2
  const [from, to] = [formatNumber(column.top + startY), formatNumber(column.top + endY)]
  const width = formatNumber(0.9 + Math.log2(dependency.imports.length) * 0.35)
  return `<g class="${hue}"><title>${labelOf(dependency.from)} imports ${labelOf(dependency.to)}: ${dependency.imports.length}</title>
<path class="curve" stroke-width="${width}" d="M${formatNumber(wall)} ${from}C${bend} ${from} ${bend} ${to} ${formatNumber(tip + outwards * 6)} ${to}"/>
<path class="head" d="M${formatNumber(tip)} ${to}l${outwards * 8} -3.4v6.8z"/></g>`
}

/** Draws the number of imports at the outermost point of a curve. */
const drawCount = ({ dependency, side, startY, endY, reach }: Curve, column: Column, hue: string): string => {
  const x = side === "right" ? column.left + boxWidth + reach : column.left - reach
  const y = column.top + (startY + endY) / 2 + 3.8
  return `<text class="count ${hue}" x="${formatNumber(x)}" y="${formatNumber(y)}">${dependency.imports.length}</text>`
}

const drawBox = ({ name, files, y, height }: Box, { left, top }: Column): string => {
  const kind = hasLayer(name) ? "module" : "module unlisted"
  const middle = formatNumber(top + y + height / 2 + 4.5)
  return `<rect class="${kind}" x="${left}" y="${formatNumber(top + y)}" width="${boxWidth}" height="${formatNumber(height)}" rx="6"/>
<text class="name" x="${left + 12}" y="${middle}">${labelOf(name)}</text>
<text class="files" x="${left + boxWidth - 12}" y="${middle}">${files} ${files === 1 ? "file" : "files"}</text>`
}

/** Draws the frame around the modules of core, with a line between layers. */
const drawCore = (boxes: Layout["boxes"], top: number, width: number): string => {
  const boxesOfCore = boxes.filter((box) => packageOf(box.name) === "core")
  const [first, last] = [boxesOfCore[0]!, boxesOfCore.at(-1)!]
  const [from, to] = [margin / 2, width - margin / 2]
  const start = top + first.y - 13
  const lines = boxesOfCore.slice(1).flatMap((box, position) => {
    const above = boxesOfCore[position]!
    if (levelOf(above.name) === levelOf(box.name)) return []
    const y = formatNumber(top + (above.y + above.height + box.y) / 2)
    return [`<path class="layer" d="M${from} ${y}H${to}"/>`]
  })
  const height = last.y + last.height - first.y + 26
  return `<rect class="core" x="${from}" y="${formatNumber(start)}" width="${formatNumber(to - from)}" height="${formatNumber(height)}" rx="8"/>
${lines.join("\n")}
<text class="faint" x="${from + 12}" y="${formatNumber(start + 20)}">packages/core</text>`
}

/** The lines of the legend above the drawing. */
const legend = (tree: Tree): ReadonlyArray<readonly [kind: string, line: string]> => {
  const violations = dependenciesOf(tree).filter((dependency) => dependency.violation !== null)
  const imports = violations.reduce((sum, dependency) => sum + dependency.imports.length, 0)
  return [
    ["faint", "Each arrow runs from the importing module to the imported one, with the number of imports."],
    violations.length === 0
      ? ["faint", "No import points up."]
      : [
          "wrong faint",
          `Red, on the left: ${violations.length} arrows (${imports} imports) that the layers forbid.`
        ],
    ...(findModulesWithoutLayer(tree).length === 0
      ? []
      : [["faint", "Dashed: a module that has no layer."] as const])
  ]
}

/** Renders the modules of a tree and their imports as an SVG. */
export const pictureOf = (tree: Tree, title: string): string => {
  const dependencies = dependenciesOf(tree)
  const { boxes, curves, height: column } = computeLayout(modulesOf(tree), dependencies)
  const maxReach = (side: Curve["side"]) =>
    Math.max(0, ...curves.filter((curve) => curve.side === side).map((curve) => curve.reach))
  const lines = legend(tree)
  const position = {
    left: margin + Math.max(100, maxReach("left") + 16),
    top: 62 + lines.length * lineHeight
  }
  const width = position.left + boxWidth + maxReach("right") + margin + 16
  const height = position.top + column + margin
  const hueOf = ({ dependency }: Curve): string =>
    dependency.violation === null
      ? `hue${boxes.findIndex((box) => box.name === dependency.from) % hues.length}`
      : "wrong"
  const farthestFirst = curves.toSorted((a, b) => b.reach - a.reach)

  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${formatNumber(width)} ${formatNumber(height)}" width="${formatNumber(width)}" height="${formatNumber(height)}" role="img" aria-label="${title}">
<style>${style}
</style>
<rect class="page" x="0.5" y="0.5" width="${formatNumber(width - 1)}" height="${formatNumber(height - 1)}" rx="10"/>
<text class="title" x="${margin}" y="36">${title}</text>
${lines.map(([kind, line], row) => `<text class="${kind}" x="${margin}" y="${57 + row * lineHeight}">${line}</text>`).join("\n")}
${drawCore(boxes, position.top, width)}
${farthestFirst.map((curve) => drawCurve(curve, position, hueOf(curve))).join("\n")}
${farthestFirst.map((curve) => drawCount(curve, position, hueOf(curve))).join("\n")}
${boxes.map((box) => drawBox(box, position)).join("\n")}
</svg>
`
}
