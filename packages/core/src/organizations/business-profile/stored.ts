import { Schema } from "effect"
import { type StoredRowId, storedColumn } from "../../storage/stored-json.ts"

/** A location of the business as its website states it and, if resolved, as the platform knows it. */
const BusinessLocation = Schema.Struct({
  name: Schema.String,
  region: Schema.NullOr(Schema.String),
  country_code: Schema.NullOr(Schema.String),
  geo: Schema.NullOr(Schema.Struct({ latitude: Schema.Number, longitude: Schema.Number })),
  /** The platform's resource name: `geoTargetConstants/1027744`. Null if it is unknown or not resolved. */
  geo_target: Schema.NullOr(Schema.String),
  /** The platform's name: `Seattle, Washington, United States`. */
  full_name: Schema.NullOr(Schema.String)
})
export type BusinessLocation = typeof BusinessLocation.Type

export const businessLocationsColumn = storedColumn(
  "business_profiles.places",
  Schema.Struct({ list: Schema.Array(BusinessLocation) })
)

export const decodeLocations = (stored: unknown, row: StoredRowId): ReadonlyArray<BusinessLocation> =>
  businessLocationsColumn.read(stored, row).list
