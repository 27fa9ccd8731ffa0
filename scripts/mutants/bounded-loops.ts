import ts from "typescript-api"

const maxRounds = 2_000_000

/** The same code, except that its loops end with an error after two million rounds: a mutant may make them endless. */
export const boundLoops = (text: string): string => {
  const source = ts.createSourceFile("mutant.ts", text, ts.ScriptTarget.Latest, true)
  const loopPositions: Array<number> = []
  const visit = (node: ts.Node): void => {
    if (ts.isIterationStatement(node, false) && ts.isBlock(node.statement))
      loopPositions.push(node.statement.getStart(source) + 1)
    ts.forEachChild(node, visit)
  }
  visit(source)
  if (loopPositions.length === 0) return text
  const check = ` if (++roundsOfMutant > ${maxRounds}) throw new Error("The mutant's loop does not end.");`
  const bounded = loopPositions
    .toSorted((a, b) => b - a)
    .reduce((code, position) => code.slice(0, position) + check + code.slice(position), text)
  return `var roundsOfMutant = 0;${bounded}`
}
