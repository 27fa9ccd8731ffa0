import { tokens } from "@adwarden/http-host"
import { boxStyle } from "./boxes.ts"
import { chartStyle } from "./chart.ts"
import { controlStyle } from "./controls.ts"
import { frameStyle } from "./frame.ts"
import { groundStyle } from "./ground.ts"
import { printStyle } from "./print.ts"
import { smallScreenStyle } from "./small-screens.ts"
import { tableStyle } from "./table.ts"

/** Removes the line breaks and spaces that only people need. */
const compact = (css: string): string =>
  css
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\s*([{};])\s*/g, "$1")
    .replaceAll(": ", ":")
    .trim()

/** The stylesheet of dashboard pages, as text so that a bundle includes it. */
export const dashboardCss = compact(
  [
    tokens,
    groundStyle,
    frameStyle,
    boxStyle,
    tableStyle,
    chartStyle,
    controlStyle,
    smallScreenStyle,
    printStyle
  ].join("\n")
)
