import ts from "typescript-api"
import type { Replacement } from "./mutation.ts"

/** Replacements in the conditions, locks and boundaries of statements. */
const swappedWords: ReadonlyArray<readonly [find: RegExp, put: string]> = [
  [/ for (?:no key )?update\b(?: of \w+)?(?: skip locked| nowait)?/g, ""],
  [/\band\b/g, "or"],
  [/\bor\b/g, "and"],
  [/ <= /g, " < "],
  [/ >= /g, " > "],
  [/ < /g, " <= "],
  [/ > /g, " >= "],
  [/ <> /g, " = "],
  [/\bis not null\b/g, "is null"],
  [/\bis null\b/g, "is not null"],
  [/\bgreatest\(/g, "least("],
  [/\bleast\(/g, "greatest("],
  [/\bdesc\b/g, ""],
  [/\blimit 1\b/g, ""]
]

const isSql = (text: string): boolean => /\b(?:select|insert into|update|delete from)\s/.test(text)

/**
 * Returns the parts of a template that contains a statement: tagged, or an argument of `statement(…)` or
 * similar.
 */
const sqlParts = (node: ts.Node): ReadonlyArray<ts.Node> =>
  ts.isNoSubstitutionTemplateLiteral(node)
    ? [node]
    : ts.isTemplateExpression(node)
      ? [node.head, ...node.templateSpans.map(({ literal }) => literal)]
      : []

/** Returns the mutations of an SQL statement; none for other texts. */
export const sqlReplacementsOf = (node: ts.Node, source: ts.SourceFile): ReadonlyArray<Replacement> => {
  const parts = sqlParts(node)
  if (!isSql(node.getText(source))) return []
  return parts.flatMap((part) => {
    const [text, begin] = [part.getText(source), part.getStart(source)]
    return swappedWords.flatMap(([find, put]) =>
      [...text.matchAll(find)].map(({ 0: was, index }) => ({
        start: begin + index,
        end: begin + index + was.length,
        put
      }))
    )
  })
}
