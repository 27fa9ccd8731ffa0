import type { Profiler } from "node:inspector"

/** A function in a call tree, with the time spent in it and in its callees. */
export interface Frame {
  readonly name: string
  /** The package or folder that it belongs to: `packages/core/src/access`, `effect`, `node`. */
  readonly owner: string
  self: number
  total: number
  readonly callees: Map<string, Frame>
}

const ownerOf = (url: string): string => {
  const path = url.replace(/^file:\/\//, "")
  const installed = path.lastIndexOf("node_modules/")
  if (installed !== -1) return /^(@[^/]+\/)?[^/]+/.exec(path.slice(installed + "node_modules/".length))![0]
  const ownPath = /(packages\/[^/]+\/(?:src|dist)(?:\/[^/]+(?=\/))?|bench)/.exec(path)
  if (ownPath !== null) return ownPath[0].replace("/dist", "/src")
  return path === "" ? "(native)" : "node"
}

const newFrame = (name: string, owner: string): Frame => ({
  name,
  owner,
  self: 0,
  total: 0,
  callees: new Map()
})

/** Waiting, and the start of the profiler. */
const excludedFrames = new Set(["(idle)", "startProfile"])

/** Builds the call tree of a CPU profile in microseconds, without waiting time. */
export const callTree = ({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Frame => {
  const selfTimes = new Map<number, number>()
  samples.forEach((id, n) => void selfTimes.set(id, (selfTimes.get(id) ?? 0) + (timeDeltas[n] ?? 0)))
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const build = (id: number, frame: Frame): void => {
    const { children = [] } = byId.get(id)!
    frame.self += selfTimes.get(id) ?? 0
    for (const child of children) {
      const { functionName, url } = byId.get(child)!.callFrame
      if (excludedFrames.has(functionName)) continue
      const owner = ownerOf(url)
      const name = functionName || "(anonymous)"
      const key = `${owner} ${name}`
      const callee = frame.callees.get(key) ?? newFrame(name, owner)
      frame.callees.set(key, callee)
      build(child, callee)
    }
    frame.total = frame.self + [...frame.callees.values()].reduce((sum, { total }) => sum + total, 0)
  }
  const root = newFrame("all", "")
  build(nodes[0]!.id, root)
  return root
}

/** Sums the time that each package or folder spent itself, largest first. */
export const selfTimeByOwner = (root: Frame): ReadonlyArray<readonly [owner: string, micros: number]> => {
  const sums = new Map<string, number>()
  const add = (frame: Frame): void => {
    sums.set(frame.owner, (sums.get(frame.owner) ?? 0) + frame.self)
    for (const callee of frame.callees.values()) add(callee)
  }
  for (const callee of root.callees.values()) add(callee)
  return [...sums].toSorted(([, a], [, b]) => b - a)
}

const escapeXml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

const width = 1600
const rowHeight = 17
/** The minimum width of a drawn frame in pixels. */
const minWidth = 0.6

/** Returns a fixed color per owner: warm for this project, cool for libraries. */
const colorOf = (owner: string): string => {
  const spread = [...owner].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 997, 7)
  return owner.startsWith("packages/") ? `hsl(${spread % 50} 85% 66%)` : `hsl(${190 + (spread % 70)} 45% 76%)`
}

/** Draws a call tree as an SVG: the width is time, callees are below their callers, a tooltip names each frame. */
export const flameGraph = (root: Frame, title: string): string => {
  const rows: Array<string> = []
  let deepest = 0
  const draw = (frame: Frame, left: number, depth: number): void => {
    const wide = (frame.total / root.total) * width
    if (wide < minWidth) return
    deepest = Math.max(deepest, depth)
    const share = ((frame.total / root.total) * 100).toFixed(1)
    const label = wide < 40 ? "" : escapeXml(frame.name.slice(0, Math.floor(wide / 6.5)))
    const y = 30 + depth * rowHeight
    rows.push(
      `<g><title>${escapeXml(`${frame.name} (${frame.owner}) ${share}%, ${(frame.total / 1000).toFixed(1)} ms`)}</title>` +
        `<rect x="${left.toFixed(1)}" y="${y}" width="${wide.toFixed(1)}" height="${rowHeight - 1}" fill="${colorOf(frame.owner)}"/>` +
        `<text x="${(left + 3).toFixed(1)}" y="${y + 12}">${label}</text></g>`
    )
    let x = left
    for (const callee of [...frame.callees.values()].toSorted((a, b) => b.total - a.total)) {
      draw(callee, x, depth + 1)
      x += (callee.total / root.total) * width
    }
  }
  draw(root, 0, 0)
  const height = 40 + (deepest + 1) * rowHeight
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="11">
<rect width="100%" height="100%" fill="#fff"/><text x="4" y="18" font-size="14">${escapeXml(title)}</text>
${rows.join("\n")}
</svg>
`
}
