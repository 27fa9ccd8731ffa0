import { type AnyOperation, operations } from "@adwarden/core/contract"
import { tryDecodeURIComponent } from "hono/utils/url"

export type PathValues = Readonly<Record<string, string>>

interface Route {
  readonly operation: AnyOperation
  /** The parts of the path between slashes: fixed texts, or the names of parameters. */
  readonly parts: ReadonlyArray<{ readonly text: string } | { readonly name: string }>
}

const routeOf = (operation: AnyOperation): Route => ({
  operation,
  parts: operation.path.split("/").map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    return name === undefined ? { text: part } : { name }
  })
})

/** Fixed parts match before parameters, so that reports/weekly/latest does not read a report called latest. */
const mostSpecificFirst = (a: AnyOperation, b: AnyOperation): number =>
  a.pathNames.length - b.pathNames.length

/** Routes by method and number of parts, which leaves a few to compare. */
const routes = Map.groupBy(
  operations.toSorted(mostSpecificFirst).map(routeOf),
  ({ operation, parts }) => `${operation.method} ${parts.length}`
)

const valuesIn = ({ parts }: Route, given: ReadonlyArray<string>): PathValues | null => {
  const values: Record<string, string> = {}
  for (const [index, part] of parts.entries()) {
    const value = given[index]!
    if ("text" in part) {
      if (part.text !== value) return null
    } else if (value === "") return null
    else values[part.name] = tryDecodeURIComponent(value)
  }
  return values
}

/** Finds the operation of a path below the version prefix, with the values of the path's parameters. */
export const findOperation = (
  method: string,
  path: string
): readonly [operation: AnyOperation, values: PathValues] | null => {
  const given = path.split("/")
  for (const route of routes.get(`${method === "HEAD" ? "GET" : method} ${given.length}`) ?? []) {
    const values = valuesIn(route, given)
    if (values !== null) return [route.operation, values]
  }
  return null
}
