import { compare } from "../gaql/conditions.ts"
import { type ResolvedField, shareMetrics } from "../gaql/fields.ts"
import type { Plan } from "../gaql/plan.ts"
import { at, type Body, type Json, withValue } from "../protocol/json.ts"
import { camelCase } from "../schema/index.ts"
import { channelOf } from "../state/channels.ts"
import { metric } from "./facts.ts"
import type { Joined, Reader } from "./joins.ts"
import { type Row, sourceRows } from "./rows.ts"

/** Yields each GoogleAdsRow as JSON. Rows are buffered only if the query has an order. */
export const run = function* (reader: Reader, plan: Plan): Generator<Body> {
  const read = (row: Row, field: ResolvedField): Json | undefined =>
    field.scope === "metric"
      ? metricOf(field, row)
      : field.scope === "segment"
        ? row.segments[field.name]
        : at(row.joined[field.resource], field.path)
  const rows = filtered(sourceRows(reader, plan), plan, read)
  const ordered = plan.orderBy.length === 0 ? rows : sorted([...rows], plan, read)
  const project = projector(plan.select, read)
  let count = 0
  for (const row of ordered) {
    if (count++ === plan.limit) return
    yield project(row)
  }
}

/** Impression shares are known for channels with an auction of searches only. */
const metricOf = ({ path }: ResolvedField, { joined, totals }: Row): Json | undefined => {
  if (shares.has(path[0]!) && channelOf(joined["campaign"]).impressionShares !== true) return undefined
  return metric(path[0]!, totals)
}

const shares = new Set(shareMetrics.map(camelCase))

type Read = (row: Row, field: ResolvedField) => Json | undefined

const filtered = function* (rows: Iterable<Row>, { filters }: Plan, read: Read): Generator<Row> {
  const passes = (row: Row, some: Plan["filters"]) => some.every(({ field, test }) => test(read(row, field)))
  const ofResources = filters.filter(({ field }) => field.scope === "attribute")
  const ofFigures = filters.filter(({ field }) => field.scope !== "attribute")
  // Caches the result for resources, which occur again with every day.
  const results = new WeakMap<Joined, boolean>()
  for (const row of rows) {
    let result = results.get(row.joined)
    if (result === undefined) {
      result = passes(row, ofResources)
      results.set(row.joined, result)
    }
    if (result && (ofFigures.length === 0 || passes(row, ofFigures))) yield row
  }
}

const sorted = (rows: Row[], { orderBy }: Plan, read: Read): Row[] => {
  const numeric = /^(u?int|float|double)/
  const key = (row: Row, field: ResolvedField) => {
    const value = read(row, field)
    if (value === undefined || value === null) return undefined
    return numeric.test(field.type) ? Number(value) : String(value)
  }
  return rows.sort((left, right) => {
    for (const { field, descending } of orderBy) {
      const order = compare(key(left, field), key(right, field))
      if (order !== 0) return descending ? -order : order
    }
    return 0
  })
}

/** Returns the selected fields, with the resource name of every selected resource. */
const projector = (select: readonly ResolvedField[], read: Read) => {
  const attributes = select
    .filter(({ scope }) => scope === "attribute")
    .map(({ resource, path }) => ({ resource, path, part: camelCase(resource) }))
  const figures = select.filter(({ scope }) => scope !== "attribute")
  // Caches the projected resources, which occur again with every day.
  const projections = new WeakMap<Joined, Record<string, Body>>()
  return (row: Row): Body => {
    let base = projections.get(row.joined)
    if (!base) {
      base = projectAttributes(row.joined, attributes)
      projections.set(row.joined, base)
    }
    const output: Record<string, Body> = { ...base }
    for (const field of figures) {
      const target = output[field.resource] ?? {}
      output[field.resource] = target
      const value = read(row, field)
      if (value === undefined) continue
      if (field.path.length === 1) target[field.path[0]!] = value
      else output[field.resource] = withValue(target, field.path, value)
    }
    return output as Body
  }
}

type Attribute = Pick<ResolvedField, "resource" | "path"> & { readonly part: string }

const projectAttributes = (joined: Joined, fields: readonly Attribute[]): Record<string, Body> => {
  const output: Record<string, Body> = {}
  for (const { resource, path, part } of fields) {
    const body = joined[resource]
    // Omits a resource whose reference does not resolve.
    if (!body) continue
    const target =
      output[part] ?? (body["resourceName"] === undefined ? {} : { resourceName: body["resourceName"] })
    const value = at(body, path)
    output[part] = value === undefined ? target : withValue(target, path, value)
  }
  return output
}
