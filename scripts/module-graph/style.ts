/** The arrows of a module share one of these hues, each with a light and a dark variant. */
export const hues = [
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
export const style = `
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
