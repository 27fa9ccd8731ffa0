/*
 * What Citus asks of tables, as far as a schema can break it. The rules are its own:
 * - a row of a distributed table lives where its distribution column says, so that column is never null, and a
 *   unique index can only be kept if it holds the column itself, not an expression of it;
 * - identity columns and native partitions are refused or half supported, and a default that draws from a sequence
 *   must be bigint, or nodes other than the coordinator cannot draw;
 * - a reference can be kept from distributed to distributed where both sides have the distribution column in the
 *   same place, from distributed to reference, and among reference and local tables; never from a distributed
 *   table to a local one, nor from a reference or local table to a distributed one.
 */

export type Kind = "distributed" | "reference" | "local"

export interface Column {
  readonly name: string
  readonly type: string
  readonly nullable: boolean
  readonly identity: boolean
  readonly drawn: boolean
}
export interface ForeignKey {
  readonly name: string
  readonly to: string
  readonly columns: ReadonlyArray<string>
  readonly toColumns: ReadonlyArray<string>
}
export interface Table {
  readonly name: string
  readonly comment: string | null
  readonly partitioned: boolean
  readonly columns: ReadonlyArray<Column>
  readonly unique: ReadonlyArray<{ readonly name: string; readonly columns: ReadonlyArray<string> }>
  readonly foreignKeys: ReadonlyArray<ForeignKey>
}

const distributionColumn = "organization_id"

const kindOf = (table: Table | undefined): Kind | undefined =>
  /^(distributed|reference|local): ./.exec(table?.comment ?? "")?.[1] as Kind | undefined

export const kinds = (tables: ReadonlyArray<Table>): Record<string, Kind | undefined> =>
  Object.fromEntries(tables.map((table) => [table.name, kindOf(table)]))

/** The problems of the tables, one line each. */
export const placementProblems = (tables: ReadonlyArray<Table>): ReadonlyArray<string> => {
  const byName = new Map(tables.map((table) => [table.name, table]))
  return tables.flatMap((table) => {
    const kind = kindOf(table)
    if (kind === undefined) return [`${table.name} does not say where it lives`]
    return [
      ...shapeProblems(table),
      ...(kind === "distributed" ? distributionProblems(table) : []),
      ...table.foreignKeys.flatMap((key) =>
        referenceProblems(table.name, kind, key, kindOf(byName.get(key.to)))
      )
    ]
  })
}

const shapeProblems = (table: Table): ReadonlyArray<string> => [
  ...(table.partitioned ? [`${table.name} is partitioned`] : []),
  ...table.columns.flatMap(({ drawn, identity, name, type }) => [
    ...(identity ? [`${table.name}.${name} is an identity column`] : []),
    ...(drawn && type !== "bigint" ? [`${table.name}.${name} draws from a sequence and is ${type}`] : [])
  ])
]

const distributionProblems = (table: Table): ReadonlyArray<string> => {
  const column = table.columns.find(({ name }) => name === distributionColumn)
  if (column === undefined) return [`${table.name} is distributed and has no ${distributionColumn}`]
  return [
    ...(column.nullable ? [`${table.name}.${distributionColumn} may be null`] : []),
    ...(column.type === "bigint"
      ? []
      : [`${table.name}.${distributionColumn} is ${column.type}, so it lives apart from the rest`]),
    ...table.unique.flatMap(({ columns, name }) =>
      columns.includes(distributionColumn) ? [] : [`${name} is unique without ${distributionColumn}`]
    )
  ]
}

const referenceProblems = (
  table: string,
  kind: Kind,
  { columns, name, to, toColumns }: ForeignKey,
  target: Kind | undefined
): ReadonlyArray<string> => {
  if (kind !== "distributed")
    return target === "distributed" ? [`${table}.${name} leads from ${kind} to distributed ${to}`] : []
  if (target === "local") return [`${table}.${name} leads from distributed to local ${to}`]
  const together =
    columns.includes(distributionColumn) &&
    columns.indexOf(distributionColumn) === toColumns.indexOf(distributionColumn)
  return target === "distributed" && !together
    ? [`${table}.${name} leads to ${to} without ${distributionColumn}`]
    : []
}
