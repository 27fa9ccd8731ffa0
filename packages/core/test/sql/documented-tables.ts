import { readFileSync } from "node:fs"

const page = readFileSync(new URL("../../../../docs/architecture/tables.md", import.meta.url), "utf8")

/** What the documentation says of each table and view. */
export const documentedTables = page.split("\n").flatMap((line) => {
  const [, names = "", kind = "", module = ""] = line.split("|").map((cell) => cell.trim())
  return /^(distributed|reference|local|view)$/.test(kind)
    ? names.split(", ").map((name) => ({ name, kind, module }))
    : []
})

/**
 * The module that owns each table. Only the owner's files name the table in SQL; other modules use statements
 * and functions that the owner exports.
 */
export const ownerOf: ReadonlyMap<string, string> = new Map(
  documentedTables.flatMap(({ name, module }) =>
    name.includes(" ") ? [] : [[name, module === "core" ? module : `core/${module}`] as const]
  )
)
