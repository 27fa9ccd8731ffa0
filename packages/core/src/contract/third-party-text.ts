import { SchemaAST } from "effect"
import { isThirdParty } from "./values/text.ts"

/** The way to a field of an output; `[]` stands for each row of a list. */
type Path = ReadonlyArray<string>

const eachRow = "[]"

/** Returns the paths of the fields that a schema marks as third-party text. */
const markedPaths = (ast: SchemaAST.AST): ReadonlyArray<Path> => {
  const below = (step: string, type: SchemaAST.AST) => markedPaths(type).map((path) => [step, ...path])
  if (isThirdParty(ast)) return [[]]
  if (SchemaAST.isRefinement(ast) || SchemaAST.isTransformation(ast)) return markedPaths(ast.from)
  if (SchemaAST.isUnion(ast)) return ast.types.flatMap(markedPaths)
  if (SchemaAST.isTupleType(ast)) return ast.rest.flatMap(({ type }) => below(eachRow, type))
  if (!SchemaAST.isTypeLiteral(ast)) return []
  return ast.propertySignatures.flatMap(({ name, type }) => below(String(name), type))
}

const textOf = (path: Path): string => path.join(".").replaceAll(`.${eachRow}`, eachRow)

/** Returns the marked fields of an output's schema by their text, for example `search_terms[].term`. */
export const thirdPartyFields = (ast: SchemaAST.AST): ReadonlyMap<string, Path> =>
  new Map(markedPaths(ast).map((path) => [textOf(path), path]))

const hasText = (value: unknown): boolean =>
  typeof value === "string"
    ? value !== ""
    : typeof value === "object" && value !== null && Object.values(value).some(hasText)

const hasTextAt = (value: unknown, path: Path, depth = 0): boolean => {
  const step = path[depth]
  if (step === undefined) return hasText(value)
  if (typeof value !== "object" || value === null) return false
  if (step !== eachRow) return hasTextAt((value as Readonly<Record<string, unknown>>)[step], path, depth + 1)
  // Rows that are already JSON are not read again.
  return !Array.isArray(value) || value.some((row) => hasTextAt(row, path, depth + 1))
}

/** Returns the fields in which this output has third-party text. */
export const thirdPartyFieldsIn = (
  { thirdPartyText }: { readonly thirdPartyText: ReadonlyMap<string, Path> },
  output: unknown
): ReadonlyArray<string> =>
  [...thirdPartyText].flatMap(([field, path]) => (hasTextAt(output, path) ? [field] : []))
