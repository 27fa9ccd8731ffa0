import { join } from "node:path"
import ts from "typescript-api"
import { filesOf } from "../../../../scripts/module-graph/imports.ts"
import { root } from "../../../../scripts/root.ts"

/*
 * Tells the statements of the service from those of tests: the service's are written in its sources, as strings and
 * templates. A placeholder of a template stands for any text.
 */

/** Shorter texts, and those with few fixed words, would match any statement. */
const minFixed = 24

const escaped = (text: string): string =>
  text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replaceAll(" ", "\\s*")

/** The service sends slugs and emails as parameters. */
const ofTest = /\b(slug|email) = '/

const isStatement = /^\s*(select|insert|update|delete|with|\$)/i

const partsOf = (node: ts.Node): ReadonlyArray<string> | undefined => {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text]
  if (!ts.isTemplateExpression(node)) return undefined
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
}

const matcherOf = (parts: ReadonlyArray<string>): RegExp | undefined => {
  const starts = parts[0]!.trim() === "" ? "$" : parts[0]!
  const fixed = parts.join("").replaceAll(/\s+/g, " ").trim()
  if (fixed.length < minFixed || !isStatement.test(starts)) return undefined
  return new RegExp(`^\\s*${parts.map((part) => escaped(part.trim())).join("\\s*[^]*?\\s*")}\\s*$`, "i")
}

const matchersIn = (path: string, text: string): ReadonlyArray<RegExp> => {
  const found: Array<RegExp> = []
  const visit = (node: ts.Node): void => {
    const parts = partsOf(node)
    const matcher = parts === undefined ? undefined : matcherOf(parts)
    if (matcher !== undefined) found.push(matcher)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))
  return found
}

/** Returns what finds core's source files that contain a statement: none for a statement of a test. */
export const makeFindSources = (): ((text: string) => ReadonlyArray<string>) => {
  const files = filesOf(join(root, "packages"), "core").filter(
    ({ path, text }) =>
      !path.includes("/migrations/") && /\b(select|insert into|delete from|update)\b/.test(text)
  )
  const sources = files.map(({ path, text }) => ({
    path: path.replace(/^core\/src\//, ""),
    matchers: matchersIn(path, text)
  }))
  return (text) =>
    ofTest.test(text)
      ? []
      : sources.flatMap(({ matchers, path }) => (matchers.some((one) => one.test(text)) ? [path] : []))
}
