import { dependenciesOf, findModulesWithoutLayer, modulesOf } from "./dependencies.ts"
import type { Tree } from "./imports.ts"
import { hasLayer, levelOf, packageOf } from "./layers.ts"
import { type Box, type Curve, computeLayout, type Layout } from "./layout.ts"
import { hues, style } from "./style.ts"

const boxWidth = 168
const margin = 28
const lineHeight = 17

export const labelOf = (moduleName: string): string =>
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
