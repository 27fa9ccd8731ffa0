import type { Import } from "./imports.ts"

/**
 * Returns import cycles between files, each as the sorted paths of its files (the strongly connected
 * components, by Tarjan's algorithm). Type imports count too: the files of a cycle cannot be read or moved
 * separately.
 */
export const importCycles = (imports: ReadonlyArray<Import>): ReadonlyArray<ReadonlyArray<string>> => {
  const importedBy = Map.groupBy(imports, ({ from }) => from)
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: Array<string> = []
  const cycles: Array<ReadonlyArray<string>> = []

  const lower = (file: string, to: number) => lowest.set(file, Math.min(lowest.get(file)!, to))

  const visit = (file: string): void => {
    order.set(file, order.size)
    lowest.set(file, order.get(file)!)
    stack.push(file)
    for (const { to } of importedBy.get(file) ?? []) {
      if (!order.has(to)) {
        visit(to)
        lower(file, lowest.get(to)!)
      } else if (stack.includes(to)) lower(file, order.get(to)!)
    }
    if (lowest.get(file) !== order.get(file)) return
    const component = stack.splice(stack.indexOf(file))
    if (component.length > 1) cycles.push(component.sort())
  }

  for (const file of importedBy.keys()) if (!order.has(file)) visit(file)
  return cycles
}
