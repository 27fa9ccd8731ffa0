import { arrowsOf, homeless, roomsOf } from "./arrows.ts"
import { hasFloor, levelOf, packageOf } from "./floors.ts"
import type { Tree } from "./imports.ts"
import { type Box, type Curve, type Layout, layOut } from "./layout.ts"
import { hues, style } from "./style.ts"

const boxWidth = 168
const margin = 28
const lineHeight = 17

export const labelOf = (room: string): string =>
  room === "core" ? "core.ts" : packageOf(room) === "core" ? room.slice("core/".length) : room

const short = (value: number): string => String(Math.round(value * 10) / 10)

/** Where the column of rooms stands on the page. */
interface Column {
  readonly left: number
  readonly top: number
}

/** A curve and its head. It starts at the importer, and its head touches what is imported. */
const drawCurve = ({ arrow, side, startY, endY, reach }: Curve, column: Column, hue: string): string => {
  const outwards = side === "right" ? 1 : -1
  const wall = side === "right" ? column.left + boxWidth : column.left
  const bend = short(wall + (outwards * reach * 4) / 3)
  const tip = wall + outwards * 2
  const [from, to] = [short(column.top + startY), short(column.top + endY)]
  const width = short(0.9 + Math.log2(arrow.imports.length) * 0.35)
  return `<g class="${hue}"><title>${labelOf(arrow.from)} imports ${labelOf(arrow.to)}: ${arrow.imports.length}</title>
<path class="curve" stroke-width="${width}" d="M${short(wall)} ${from}C${bend} ${from} ${bend} ${to} ${short(tip + outwards * 6)} ${to}"/>
<path class="head" d="M${short(tip)} ${to}l${outwards * 8} -3.4v6.8z"/></g>`
}

/** The number of a curve, where it reaches out the farthest. */
const drawCount = ({ arrow, side, startY, endY, reach }: Curve, column: Column, hue: string): string => {
  const x = side === "right" ? column.left + boxWidth + reach : column.left - reach
  const y = column.top + (startY + endY) / 2 + 3.8
  return `<text class="count ${hue}" x="${short(x)}" y="${short(y)}">${arrow.imports.length}</text>`
}

const drawBox = ({ name, files, y, height }: Box, { left, top }: Column): string => {
  const kind = hasFloor(name) ? "room" : "room homeless"
  const middle = short(top + y + height / 2 + 4.5)
  return `<rect class="${kind}" x="${left}" y="${short(top + y)}" width="${boxWidth}" height="${short(height)}" rx="6"/>
<text class="name" x="${left + 12}" y="${middle}">${labelOf(name)}</text>
<text class="files" x="${left + boxWidth - 12}" y="${middle}">${files} ${files === 1 ? "file" : "files"}</text>`
}

/** The frame around the rooms of core, with a line between every two floors. */
const drawCore = (boxes: Layout["boxes"], top: number, width: number): string => {
  const inside = boxes.filter((box) => packageOf(box.name) === "core")
  const [first, last] = [inside[0]!, inside.at(-1)!]
  const [from, to] = [margin / 2, width - margin / 2]
  const start = top + first.y - 13
  const lines = inside.slice(1).flatMap((box, at) => {
    const above = inside[at]!
    if (levelOf(above.name) === levelOf(box.name)) return []
    const y = short(top + (above.y + above.height + box.y) / 2)
    return [`<path class="floor" d="M${from} ${y}H${to}"/>`]
  })
  const height = last.y + last.height - first.y + 26
  return `<rect class="core" x="${from}" y="${short(start)}" width="${short(to - from)}" height="${short(height)}" rx="8"/>
${lines.join("\n")}
<text class="faint" x="${from + 12}" y="${short(start + 20)}">packages/core</text>`
}

/** What is told above the picture, a line each. */
const legend = (tree: Tree): ReadonlyArray<readonly [kind: string, line: string]> => {
  const wrong = arrowsOf(tree).filter((arrow) => arrow.wrong !== null)
  const imports = wrong.reduce((sum, arrow) => sum + arrow.imports.length, 0)
  return [
    ["faint", "Each arrow runs from the importing module to the imported one, with the number of imports."],
    wrong.length === 0
      ? ["faint", "No import points up."]
      : [
          "wrong faint",
          `Red, on the left: ${wrong.length} arrows (${imports} imports) that the layers forbid.`
        ],
    ...(homeless(tree).length === 0 ? [] : [["faint", "Dashed: a module that has no layer."] as const])
  ]
}

/** The rooms of a tree and their imports as an SVG. */
export const pictureOf = (tree: Tree, title: string): string => {
  const arrows = arrowsOf(tree)
  const { boxes, curves, height: column } = layOut(roomsOf(tree), arrows)
  const farthest = (side: Curve["side"]) =>
    Math.max(0, ...curves.filter((curve) => curve.side === side).map((curve) => curve.reach))
  const lines = legend(tree)
  const at = { left: margin + Math.max(100, farthest("left") + 16), top: 62 + lines.length * lineHeight }
  const width = at.left + boxWidth + farthest("right") + margin + 16
  const height = at.top + column + margin
  const hueOf = ({ arrow }: Curve): string =>
    arrow.wrong === null ? `hue${boxes.findIndex((box) => box.name === arrow.from) % hues.length}` : "wrong"
  const farthestFirst = curves.toSorted((a, b) => b.reach - a.reach)

  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${short(width)} ${short(height)}" width="${short(width)}" height="${short(height)}" role="img" aria-label="${title}">
<style>${style}
</style>
<rect class="page" x="0.5" y="0.5" width="${short(width - 1)}" height="${short(height - 1)}" rx="10"/>
<text class="title" x="${margin}" y="36">${title}</text>
${lines.map(([kind, line], row) => `<text class="${kind}" x="${margin}" y="${57 + row * lineHeight}">${line}</text>`).join("\n")}
${drawCore(boxes, at.top, width)}
${farthestFirst.map((curve) => drawCurve(curve, at, hueOf(curve))).join("\n")}
${farthestFirst.map((curve) => drawCount(curve, at, hueOf(curve))).join("\n")}
${boxes.map((box) => drawBox(box, at)).join("\n")}
</svg>
`
}
