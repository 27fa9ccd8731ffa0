import { Schema } from "effect"
import { type StoredRowId, storedColumn } from "../../storage/stored-json.ts"

/** A place where the business works, as its website says and, where it was asked, as the platform knows it. */
const BusinessLocation = Schema.Struct({
  name: Schema.String,
  region: Schema.NullOr(Schema.String),
  country_code: Schema.NullOr(Schema.String),
  geo: Schema.NullOr(Schema.Struct({ latitude: Schema.Number, longitude: Schema.Number })),
  /** The platform's name for it: `geoTargetConstants/1027744`. Null where it has none, or was not asked. */
  geo_target: Schema.NullOr(Schema.String),
  /** As the platform writes it: `Seattle, Washington, United States`. */
  full_name: Schema.NullOr(Schema.String)
})
export type BusinessLocation = typeof BusinessLocation.Type

export const businessLocationsColumn = storedColumn(
  "business_profiles.places",
  Schema.Struct({ list: Schema.Array(BusinessLocation) })
)

export const decodeLocations = (stored: unknown, row: StoredRowId): ReadonlyArray<BusinessLocation> =>
  businessLocationsColumn.read(stored, row).list
