import ts from "typescript-api"

const mostRounds = 2_000_000

/** The same code, except that its loops end with an error after two million rounds: a mutant may make them endless. */
export const withLoopsBounded = (text: string): string => {
  const source = ts.createSourceFile("mutant.ts", text, ts.ScriptTarget.Latest, true)
  const places: Array<number> = []
  const visit = (node: ts.Node): void => {
    if (ts.isIterationStatement(node, false) && ts.isBlock(node.statement))
      places.push(node.statement.getStart(source) + 1)
    ts.forEachChild(node, visit)
  }
  visit(source)
  if (places.length === 0) return text
  const check = ` if (++roundsOfMutant > ${mostRounds}) throw new Error("The mutant's loop does not end.");`
  const bounded = places
    .toSorted((a, b) => b - a)
    .reduce((code, place) => code.slice(0, place) + check + code.slice(place), text)
  return `var roundsOfMutant = 0;${bounded}`
}
