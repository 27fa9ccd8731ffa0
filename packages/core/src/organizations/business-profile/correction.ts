import { Effect } from "effect"
import { type Output, ValidationError } from "../../contract/index.ts"

/** What a person can correct in a profile. */
export type CorrectedProfile = Omit<Output<"organizations.business_profile">, "url" | "status" | "updated_at">

const maxText = { brand_name: 120, description: 2000 } as const
/** As many as drafts and reports use, with room. */
const maxLines = 50
const maxLine = 200
const lists = [
  "products",
  "ideal_customer_profiles",
  "competitors",
  "trust_signals",
  "target_locations"
] as const

const withoutRepeats = (lines: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(
    lines.map((line) => line.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim()).filter((line) => line !== "")
  )
]

/** Returns the corrected texts without repeats and invisible characters, or fails with every problem. */
export const checkCorrection = (
  corrected: CorrectedProfile
): Effect.Effect<CorrectedProfile, ValidationError> => {
  const content: CorrectedProfile = {
    brand_name: corrected.brand_name.trim(),
    description: corrected.description.trim(),
    products: withoutRepeats(corrected.products),
    ideal_customer_profiles: withoutRepeats(corrected.ideal_customer_profiles),
    competitors: withoutRepeats(corrected.competitors),
    trust_signals: withoutRepeats(corrected.trust_signals),
    target_locations: withoutRepeats(corrected.target_locations)
  }
  const fields = [
    ...(content.brand_name === "" ? [{ path: "brand_name", message: "must not be empty" }] : []),
    ...(["brand_name", "description"] as const).flatMap((path) =>
      content[path].length > maxText[path]
        ? [{ path, message: `must have at most ${maxText[path]} characters` }]
        : []
    ),
    ...lists.flatMap((path) => {
      if (content[path].length > maxLines) return [{ path, message: `must have at most ${maxLines} lines` }]
      return content[path].some((line) => line.length > maxLine)
        ? [{ path, message: `must have at most ${maxLine} characters in a line` }]
        : []
    })
  ]
  return fields.length === 0 ? Effect.succeed(content) : Effect.fail(new ValidationError({ fields }))
}

/** A profile cannot be corrected while it is replaced. */
export const notReady = new ValidationError({
  fields: [
    { path: "profile", message: "is not ready. Correct it when the analysis of the website has ended" }
  ]
})
