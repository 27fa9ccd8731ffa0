import ts from "typescript-api"

const maxRounds = 2_000_000

/**
 * Returns the same code with loops that throw after two million iterations, because a mutant can make them
 * endless.
 */
export const boundLoops = (text: string): string => {
  const source = ts.createSourceFile("mutant.ts", text, ts.ScriptTarget.Latest, true)
  const inserted: Array<{ readonly at: number; readonly text: string }> = []
  const check = ` if (++roundsOfMutant > ${maxRounds}) throw new Error("The mutant's loop does not end.");`
  const visit = (node: ts.Node): void => {
    if (ts.isIterationStatement(node, false)) {
      const { statement } = node
      if (ts.isBlock(statement)) inserted.push({ at: statement.getStart(source) + 1, text: check })
      else
        inserted.push(
          { at: statement.getStart(source), text: `{${check} ` },
          { at: statement.getEnd(), text: " }" }
        )
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  if (inserted.length === 0) return text
  const bounded = inserted
    .toSorted((a, b) => b.at - a.at)
    .reduce((code, { at, text: added }) => code.slice(0, at) + added + code.slice(at), text)
  return `var roundsOfMutant = 0;${bounded}`
}
