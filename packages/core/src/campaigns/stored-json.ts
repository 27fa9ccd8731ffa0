import { Schema } from "effect"
import { OutsideChange } from "../platform/outside-changes.ts"
import { type StoredRowId, storedColumn } from "../storage/stored-json.ts"

/* The JSON columns of campaigns. All readers and writers use these schemas. */

export const Location = Schema.Struct({
  name: Schema.String,
  /** The platform's resource name of the location: `geoTargetConstants/1027744`. */
  geo_target: Schema.String
})

export const Radius = Schema.Struct({
  latitude: Schema.Number,
  longitude: Schema.Number,
  radius: Schema.Number,
  unit: Schema.Literal("miles", "kilometers")
})

const Description = Schema.optional(Schema.NullOr(Schema.String))
export const Sitelink = Schema.Struct({
  text: Schema.String,
  url: Schema.String,
  description1: Description,
  description2: Description
})
export type StoredSitelink = typeof Sitelink.Type

const listOf = <A, I>(item: Schema.Schema<A, I>) => Schema.Struct({ list: Schema.Array(item) })

export const locationsColumn = storedColumn("campaigns.locations", listOf(Location))
export const radiusColumn = storedColumn("campaigns.radius", Radius)
export const sitelinksColumn = storedColumn("campaigns.sitelinks", listOf(Sitelink))

const Value = Schema.NullOr(Schema.Union(Schema.String, Schema.Number, Schema.Boolean))
const Values = Schema.optionalWith(Schema.Array(Value), { exact: true })

/** The values that the platform may have because of us, for each unpushed setting. */
export const unpushedFromColumn = storedColumn(
  "campaigns.unpushed_from",
  Schema.Struct({ name: Values, budget: Values, target_cpa: Values, ai_max: Values })
)

/** Changes of others that wait for a decision. Without settings, they concern ads or keywords alone. */
const Conflict = Schema.Struct({
  found_at: Schema.String,
  /** A push finds it in what it would write, a sync in a campaign that does not run. */
  found_by: Schema.Literal("push", "sync"),
  settings: Schema.Array(OutsideChange)
})
export type Conflict = typeof Conflict.Type
export const conflictColumn = storedColumn("campaigns.conflict", Conflict)

/** The locations and sitelinks of a campaign. */
export interface StoredTargeting {
  readonly locations: ReadonlyArray<typeof Location.Type>
  readonly radius: typeof Radius.Type | null
  readonly sitelinks: ReadonlyArray<StoredSitelink>
}

/** Encodes the columns under their own names. */
export const encodeTargeting = ({ locations, radius, sitelinks }: StoredTargeting) => ({
  locations: locationsColumn.write({ list: locations }),
  radius: radius === null ? null : radiusColumn.write(radius),
  sitelinks: sitelinksColumn.write({ list: sitelinks })
})

/** Decodes the columns of a row. */
export const decodeTargeting = (
  row: StoredRowId & { readonly [Column in keyof StoredTargeting]: unknown }
): StoredTargeting => ({
  locations: locationsColumn.read(row.locations, row).list,
  radius: row.radius === null ? null : radiusColumn.read(row.radius, row),
  sitelinks: sitelinksColumn.read(row.sitelinks, row).list
})
