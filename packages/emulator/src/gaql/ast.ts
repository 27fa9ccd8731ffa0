export type Operator =
  | "="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "IN"
  | "NOT IN"
  | "LIKE"
  | "NOT LIKE"
  | "CONTAINS ANY"
  | "CONTAINS ALL"
  | "CONTAINS NONE"
  | "IS NULL"
  | "IS NOT NULL"
  | "DURING"
  | "BETWEEN"
  | "REGEXP_MATCH"
  | "NOT REGEXP_MATCH"

export interface Literal {
  readonly kind: "word" | "string" | "number"
  readonly text: string
}

export interface Condition {
  readonly field: string
  readonly operator: Operator
  readonly values: readonly Literal[]
}

export interface Ordering {
  readonly field: string
  readonly descending: boolean
}

export interface Query {
  readonly select: readonly string[]
  readonly from: string
  readonly where: readonly Condition[]
  readonly orderBy: readonly Ordering[]
  readonly limit: number | undefined
  readonly parameters: ReadonlyMap<string, string>
}
