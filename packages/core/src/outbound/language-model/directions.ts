import { extractFigures } from "./figures.ts"

export type Direction = "up" | "down"

const directionPatterns: ReadonlyArray<readonly [Direction, RegExp]> = [
  [
    "up",
    /\+\d|\b(?:rose|risen|rises?|rising|more|up|increase[ds]?|grew|grown|growth|higher|gain(?:ed|s)?|above|climb(?:ed|s)?|jump(?:ed|s)?)\b/iu
  ],
  [
    "down",
    /(?<![\d\p{L}])[-−–]\d|\b(?:fell|fallen|falls?|falling|less|fewer|down|decrease[ds]?|decline[ds]?|lower(?:ed)?|lost|loss|below|drop(?:ped|s)?|shrank|shrunk)\b/iu
  ]
]

/** The clauses of a text. A comma or point within a number does not separate. */
const clausesOf = (text: string): ReadonlyArray<string> =>
  text.split(/[;:()\n]|[.,!?](?!\d)|\s[–—]\s|\b(?:and|while|but|though|whereas|from|to|against)\b/iu)

/** The direction of each figure, if its clause states exactly one. */
export const extractDirections = (text: string): ReadonlyMap<string, ReadonlySet<Direction>> => {
  const found = new Map<string, Set<Direction>>()
  for (const clause of clausesOf(text)) {
    const directions = directionPatterns
      .filter(([, words]) => words.test(clause))
      .map(([direction]) => direction)
    for (const figure of extractFigures(clause)) {
      const ofFigure = found.get(figure) ?? new Set()
      found.set(figure, ofFigure)
      if (directions.length === 1) ofFigure.add(directions[0]!)
    }
  }
  return found
}
