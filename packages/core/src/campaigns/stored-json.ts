import { Schema } from "effect"

/*
 * What campaigns keep as JSON. Whoever writes one of these columns writes this shape, and whoever reads one decodes
 * it: a row that was written otherwise is a defect, told where it is met and not three rooms further on.
 */

export const StoredLocation = Schema.Struct({
  name: Schema.String,
  /** The platform's name for the place: `geoTargetConstants/1027744`. */
  geo_target: Schema.String
})
export type StoredLocation = typeof StoredLocation.Type
export const StoredLocations = Schema.Array(StoredLocation)

export const StoredRadius = Schema.Struct({
  latitude: Schema.Number,
  longitude: Schema.Number,
  radius: Schema.Number,
  unit: Schema.Literal("miles", "kilometers")
})
export type StoredRadius = typeof StoredRadius.Type

const Description = Schema.optional(Schema.NullOr(Schema.String))
export const StoredSitelink = Schema.Struct({
  text: Schema.String,
  url: Schema.String,
  description1: Description,
  description2: Description
})
export type StoredSitelink = typeof StoredSitelink.Type
export const StoredSitelinks = Schema.Array(StoredSitelink)

/** The columns of a campaign that are JSON, under their own names. */
export const StoredTargeting = Schema.Struct({
  locations: StoredLocations,
  radius: Schema.NullOr(StoredRadius),
  sitelinks: StoredSitelinks
})
export type StoredTargeting = typeof StoredTargeting.Type

/** `platform_changes.detail`: what an edit of others was made on, and whatever else the platform told of it. */
export const StoredChangeDetail = Schema.Struct(
  { resource: Schema.optional(Schema.String), campaign: Schema.optional(Schema.NullOr(Schema.String)) },
  { key: Schema.String, value: Schema.Unknown }
)
export type StoredChangeDetail = typeof StoredChangeDetail.Type

export const decodeTargeting = Schema.decodeUnknownSync(StoredTargeting)
