import { hashText } from "../generator/random.ts"
import { decodeMessage } from "../protocol/decode.ts"
import { refuse } from "../protocol/errors.ts"
import { type Body, list, text } from "../protocol/json.ts"
import { geoTargetNamed, geoTargets, isFoundBy } from "./geo-targets.ts"

const maxNames = 25

/** Handles geoTargetConstants:suggest, by names or by ids. */
export const suggestGeoTargets = (payload: unknown): Body => {
  const request = decodeMessage("services.SuggestGeoTargetConstantsRequest", payload)
  const names = list(request, "locationNames", "names").map(String)
  const ids = list(request, "geoTargets", "geoTargetConstants").map(String)
  if (names.length === 0 && ids.length === 0) {
    refuse(
      { geoTargetConstantSuggestionError: "REQUEST_PARAMETERS_UNSET" },
      "At least one of the request parameters must be set."
    )
  }
  if (names.length > maxNames) {
    refuse(
      { geoTargetConstantSuggestionError: "LOCATION_NAME_LIMIT" },
      "At most 25 location names can be specified in a SuggestGeoTargetConstants method."
    )
  }
  const country = text(request, "countryCode")
  const locale = text(request, "locale") || "en"
  const byName = names.flatMap((name) =>
    geoTargets
      .filter((target) => isFoundBy(text(target, "canonicalName"), name))
      .filter((target) => country === "" || text(target, "countryCode") === country)
      .map((target) => suggestion(target, locale, name))
  )
  const byId = ids.flatMap((id) => {
    const target = geoTargetNamed(id)
    return target ? [suggestion(target, locale)] : []
  })
  const found = [...byName, ...byId]
  return found.length > 0 ? { geoTargetConstantSuggestions: found as never } : {}
}

const suggestion = (target: Body, locale: string, searchTerm?: string): Body => ({
  locale,
  reach: String(50_000 + (hashText(text(target, "canonicalName")) >>> 8)),
  ...(searchTerm === undefined ? {} : { searchTerm }),
  geoTargetConstant: target as never,
  ...parents(target)
})

const parents = (target: Body): Body => {
  const chain: Body[] = []
  for (let above = geoTargetNamed(text(target, "parentGeoTarget")); above; ) {
    chain.push(above)
    above = geoTargetNamed(text(above, "parentGeoTarget"))
  }
  return chain.length > 0 ? { geoTargetConstantParents: chain as never } : {}
}
