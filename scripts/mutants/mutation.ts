import ts from "typescript-api"
import { replacementsOf } from "./operators.ts"
import { sqlReplacementsOf } from "./sql-operators.ts"

/** A small change of a source file: `put` replaces the text from `start` to `end`. */
export interface Mutation {
  readonly file: string
  /** Line number, from 1. */
  readonly line: number
  readonly start: number
  readonly end: number
  /** The original text and its replacement. */
  readonly was: string
  readonly put: string
  /** The whole line, trimmed. It identifies a mutation when the lines above it change. */
  readonly on: string
}

/** A replacement in the source file, by position. */
export interface Replacement {
  readonly start: number
  readonly end: number
  readonly put: string
}

/** Whether a node has no behaviour: types, imports and names. */
const hasNoBehaviour = (node: ts.Node): boolean =>
  ts.isTypeNode(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node)

/** Returns every mutation of a file, in source order. */
export const mutationsOf = (file: string, text: string): ReadonlyArray<Mutation> => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: Array<Replacement> = []
  const visit = (node: ts.Node): void => {
    if (hasNoBehaviour(node)) return
    found.push(...replacementsOf(node, source), ...sqlReplacementsOf(node, source))
    ts.forEachChild(node, visit)
  }
  visit(source)
  const lines = text.split("\n")
  const seen = new Set<string>()
  return found
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .filter(({ end, put, start }) => {
      const key = `${start}-${end}-${put}`
      if (seen.has(key) || text.slice(start, end) === put) return false
      seen.add(key)
      return true
    })
    .map(({ end, put, start }) => {
      const { line } = source.getLineAndCharacterOfPosition(start)
      return { file, line: line + 1, start, end, was: text.slice(start, end), put, on: lines[line]!.trim() }
    })
}

/** Returns the file's text with the mutation applied. */
export const mutated = (text: string, { end, put, start }: Replacement): string =>
  text.slice(0, start) + put + text.slice(end)

/** Returns the name of a mutation in results. It stays the same when code above it moves. */
export const nameOf = ({ file, on, put, was }: Pick<Mutation, "file" | "on" | "put" | "was">): string =>
  `${file} · ${on} · ${short(was)} → ${short(put)}`

/** Returns a text on one line of at most 70 characters. */
export const short = (text: string): string => {
  const line = text.replaceAll(/\s+/g, " ").trim()
  return line === "" ? "(nothing)" : line.length > 70 ? `${line.slice(0, 69)}…` : line
}

/** A mutant that no test can or should notice, and why. */
export interface ExplainedSurvivor extends Pick<Mutation, "file" | "on" | "was" | "put"> {
  readonly why: string
}
