import { Schema } from "effect"

/* Rows as REST sends them: lowerCamelCase, int64 as text, enums as names, and default values omitted. */

export const text = Schema.optionalWith(Schema.String, { default: () => "" })
export const flag = Schema.optionalWith(Schema.Boolean, { default: () => false })
export const int64 = Schema.optionalWith(Schema.NumberFromString, { default: () => 0 })
export const maybeInt64 = Schema.optional(Schema.NumberFromString)
export const optionalList = <A, I>(items: Schema.Schema<ReadonlyArray<A>, I>) =>
  Schema.optionalWith(items, { default: () => [] })
export const list = <A, I>(item: Schema.Schema<A, I>) => optionalList(Schema.Array(item))

/** A message whose fields all have default values may be omitted altogether. */
export const optionalMessage = <Fields extends Schema.Struct.Fields>(fields: Fields) =>
  Schema.optional(Schema.Struct(fields))

export const ResourceReference = Schema.Struct({ resourceName: Schema.String })

export const metricFields =
  "metrics.impressions, metrics.clicks, metrics.cost_micros, metrics.conversions, metrics.conversions_value"

export const searchCampaignsFilter =
  "campaign.advertising_channel_type = 'SEARCH' AND campaign.status != 'REMOVED'"

/** Quotes a string literal for a query. */
export const gaqlString = (value: string): string =>
  `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`

export const unitsOf = (micros: number): number => micros / 1_000_000

/** The platform accepts whole cents only, so fractions are rounded before they can be refused. */
export const microsOf = (units: number): string => String(Math.round(units * 100) * 10_000)

export const idOf = (resourceName: string): string => resourceName.slice(resourceName.lastIndexOf("/") + 1)

export const matchOf = (matchType: string): "phrase" | "exact" | "broad" => {
  if (matchType === "EXACT") return "exact"
  return matchType === "BROAD" ? "broad" : "phrase"
}
