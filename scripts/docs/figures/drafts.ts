import { at, core, type Figure, readAll } from "./source.ts"

/** Figures about the gate of drafts. */
export const draftFigures = (): ReadonlyArray<Figure> => {
  const keywords = readAll(
    "packages/core/src/drafts/copy/keywords.ts",
    /keywordLimits = \{ min: (\d+), max: (\d+)/
  )
  const lines = readAll(
    "packages/core/src/drafts/copy/ad-lines.ts",
    /minLines = \{ headlines: (\d+), descriptions: (\d+)/
  )
  const score = core("drafts/copy/compose.ts", /passingScore = (\d+)/)
  const gate = "packages/core/src/drafts/copy/compose.ts"
  const points = readAll(gate, /(\d+) \* coverage \+ (\d+) \* specific \+ (\d+) \* variety \+ (\d+) \* focus/)
  const full = readAll(
    gate,
    /headlines\.length, (\d+)\).*descriptions\.length, (\d+)\).*keywords\.length, (\d+)\)/
  )
  const most = points.reduce((sum, one) => sum + one)
  return [
    ...at(
      "docs/concepts/drafts.md",
      `${keywords[0]} to ${keywords[1]} each`,
      `${lines[0]} distinct headlines, ${lines[1]} descriptions and ${keywords[0]} keywords`,
      `and ${score} of ${most} points`,
      `| ${points[0]} | how much there is: headlines (${full[0]}), descriptions (${full[1]}), keywords (${full[2]}) |`,
      `| ${points[1]} | the share of lines`,
      `| ${points[2]} | headlines that differ |`,
      `| ${points[3]} | keywords that name`
    ),
    ...at("docs/guides/draft-from-website.md", `up to ${most};`)
  ]
}
