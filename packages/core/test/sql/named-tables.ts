import ts from "typescript-api"
import { moduleOf, type SourceFile } from "../../../../scripts/module-graph/imports.ts"

/** What the SQL of a source file names. */
export interface SqlNames {
  /** Tables, in statements and fragments of statements. */
  readonly tables: ReadonlyArray<string>
  /** SQL text that the file takes from another module, by the name of its export. */
  readonly foreignText: ReadonlyArray<string>
}

/** Stands for an interpolated value: no table has this name. */
const gap = " $gap "

const textOf = (node: ts.Node): string | undefined => {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  return ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map((span) => gap + span.literal.text)].join("")
    : undefined
}

const tableReference = /\b(?:from|join|into|update|using|truncate)\s+(?:only\s+|lateral\s+)?([\w$]+)/gi
/** A further table of a list: `from campaigns c, ads a`. */
const nextInList = /^(?:\s+(?:as\s+)?\w+)?\s*,\s*([\w$]+)/i

/** The words in a text that stand where SQL has a table. */
export const tableWords = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(tableReference)].flatMap((match) => {
    const words = [match[1]!]
    let rest = text.slice(match.index + match[0].length)
    for (let next = nextInList.exec(rest); next !== null; next = nextInList.exec(rest)) {
      words.push(next[1]!)
      rest = rest.slice(next[0].length)
    }
    return words
  })

/** Tells SQL from prose, which has words like "from" and "update" too. */
const sqlShape =
  /\bselect\b|\binsert into\b|\bdelete from\b|\bupdate\s+\S+(\s+\w+)?\s+set\b|\bjoin\s+\S+.*\bon\b|^\s*(from|where)\s+\w/s

/** Skips files without SQL, which need not be parsed. */
const canHaveSql =
  /\b(select|insert into|delete from|update|join)\b|["'`]\s*(from|where)\s|\b(statement|literal|sqlText|unsafe|runSql|purgeExpired|purgeByOrganization)\(/

/** Expressions of a template or call that become SQL text, not parameters. */
const textParts = (node: ts.Node): ReadonlyArray<ts.Expression> => {
  if (ts.isTemplateExpression(node) && !ts.isTaggedTemplateExpression(node.parent)) {
    return sqlShape.test(textOf(node)!) ? node.templateSpans.map(({ expression }) => expression) : []
  }
  if (!ts.isCallExpression(node)) return []
  const called = node.expression.getText()
  const isText = /^(statement|sqlText|\w+\.(literal|unsafe))$/.test(called)
  // With values, the first is text; alone, it is a declared statement.
  return isText || (called === "runSql" && node.arguments.length === 2) ? node.arguments.slice(0, 1) : []
}

/** Values that a file imports from other modules of core, by their local names. */
const foreignImports = (source: ts.SourceFile, path: string): ReadonlySet<string> => {
  const names = source.statements.filter(ts.isImportDeclaration).flatMap((declaration) => {
    const module = (declaration.moduleSpecifier as ts.StringLiteral).text
    const bindings = declaration.importClause?.namedBindings
    if (!module.startsWith(".") || bindings === undefined || !ts.isNamedImports(bindings)) return []
    const target = new URL(module, `file:///${path}`).pathname.slice(1)
    return moduleOf(target) === moduleOf(path) ? [] : bindings.elements.map(({ name }) => name.text)
  })
  return new Set(names)
}

const identifiersIn = (node: ts.Node): ReadonlyArray<string> => {
  if (ts.isIdentifier(node)) return [node.text]
  if (ts.isPropertyAccessExpression(node)) return identifiersIn(node.expression)
  const found: Array<string> = []
  ts.forEachChild(node, (child) => {
    found.push(...identifiersIn(child))
  })
  return found
}

/** Reads the SQL of a file from its strings and templates, in any place: comments do not count. */
export const sqlNamesIn = (file: SourceFile, isTable: (word: string) => boolean): SqlNames => {
  if (!canHaveSql.test(file.text)) return { tables: [], foreignText: [] }
  const source = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true)
  const foreign = foreignImports(source, file.path)
  const words = new Set<string>()
  const passed = new Set<string>()
  /** Strings and property names that a statement with an interpolated table can name. */
  const candidates = new Set<string>()
  const visit = (node: ts.Node): void => {
    const text = textOf(node)
    if (text !== undefined) {
      candidates.add(text)
      if (sqlShape.test(text)) for (const word of tableWords(text)) words.add(word)
    }
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) candidates.add(node.name.text)
    for (const part of textParts(node))
      for (const name of identifiersIn(part)) if (foreign.has(name)) passed.add(name)
    ts.forEachChild(node, visit)
  }
  visit(source)
  const takesTableNames = words.has(gap.trim()) || /purge(Expired|ByOrganization)\(/.test(file.text)
  const tables = takesTableNames ? new Set([...words, ...candidates]) : words
  return { tables: [...tables].filter(isTable).sort(), foreignText: [...passed].sort() }
}
