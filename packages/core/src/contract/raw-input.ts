import type { FieldProblem } from "./errors.ts"

/** Deeper than any input of ours; shallow enough that nothing that walks it can run out of stack. */
const deepest = 16

/**
 * What no input may contain whatever its schema: nesting without end, and text that a database cannot
 * store (NUL) or that is not Unicode (half of a surrogate pair).
 */
export const problemsOfRawInput = (raw: unknown): ReadonlyArray<FieldProblem> => {
  const problems: Array<FieldProblem> = []
  const walk = (value: unknown, path: string, depth: number): void => {
    if (problems.length >= 10) return
    const at = path || "input"
    if (typeof value === "string") {
      if (value.includes("\0")) problems.push({ path: at, message: "must not contain a NUL character" })
      else if (!value.isWellFormed()) problems.push({ path: at, message: "must be well-formed Unicode text" })
    } else if (typeof value === "object" && value !== null) {
      if (depth > deepest) {
        problems.push({ path: at, message: `must not be nested deeper than ${deepest} levels` })
        return
      }
      for (const [name, inner] of Object.entries(value)) {
        if (name.includes("\0") || !name.isWellFormed()) {
          problems.push({ path: at, message: "has a field whose name is not readable text" })
        } else walk(inner, path ? `${path}.${name}` : name, depth + 1)
      }
    }
  }
  walk(raw, "", 0)
  return problems
}
