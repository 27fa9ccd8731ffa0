import type { FieldProblem } from "./errors.ts"

/** Deeper than any of our inputs, yet too shallow to exhaust the stack. */
const maxDepth = 16

/** More fields or items than any input has; it limits the work of later checks. */
const maxMembers = 1000

/** The maximum number of reported problems. */
export const maxProblems = 10

/**
 * Problems that apply to every schema: excessive nesting or size, and text that a database cannot store (NUL)
 * or that is not Unicode (half of a surrogate pair).
 */
export const problemsOfRawInput = (raw: unknown): ReadonlyArray<FieldProblem> => {
  const problems: Array<FieldProblem> = []
  const walk = (value: unknown, path: string, depth: number): void => {
    if (problems.length >= maxProblems) return
    const fieldPath = path.slice(0, 200).toWellFormed() || "input"
    if (typeof value === "string") {
      if (value.includes("\0"))
        problems.push({ path: fieldPath, message: "must not contain a NUL character" })
      else if (!value.isWellFormed())
        problems.push({ path: fieldPath, message: "must be well-formed Unicode text" })
    } else if (typeof value === "object" && value !== null) {
      if (depth > maxDepth) {
        problems.push({ path: fieldPath, message: `must not be nested deeper than ${maxDepth} levels` })
        return
      }
      const members = Object.entries(value)
      if (members.length > maxMembers) {
        problems.push({ path: fieldPath, message: `must not have more than ${maxMembers} fields or items` })
        return
      }
      for (const [name, inner] of members) {
        if (name.includes("\0") || !name.isWellFormed()) {
          problems.push({ path: fieldPath, message: "has a field whose name is not readable text" })
        } else walk(inner, path ? `${path}.${name}` : name, depth + 1)
      }
    }
  }
  walk(raw, "", 0)
  return problems
}
