import { hashText } from "../generator/random.ts"
import { decodeMessage } from "../protocol/decode.ts"
import { refuse } from "../protocol/errors.ts"
import { type Body, list, text } from "../protocol/json.ts"

// A few real geo targets, most with their real criterion ids, enough for demos and tests.
const rows: readonly (readonly [
  id: number,
  name: string,
  type: string,
  country: string,
  canonical: string,
  parent?: number
])[] = [
  [2840, "United States", "Country", "US", "United States"],
  [2826, "United Kingdom", "Country", "GB", "United Kingdom"],
  [2276, "Germany", "Country", "DE", "Germany"],
  [2250, "France", "Country", "FR", "France"],
  [2124, "Canada", "Country", "CA", "Canada"],
  [2036, "Australia", "Country", "AU", "Australia"],
  [2372, "Ireland", "Country", "IE", "Ireland"],
  [2724, "Spain", "Country", "ES", "Spain"],
  [21136, "Illinois", "State", "US", "Illinois,United States", 2840],
  [21137, "California", "State", "US", "California,United States", 2840],
  [21152, "Massachusetts", "State", "US", "Massachusetts,United States", 2840],
  [21167, "New York", "State", "US", "New York,United States", 2840],
  [21174, "Oregon", "State", "US", "Oregon,United States", 2840],
  [21180, "Washington", "State", "US", "Washington,United States", 2840],
  [1016367, "Chicago", "City", "US", "Chicago,Illinois,United States", 21136],
  [1013962, "Los Angeles", "City", "US", "Los Angeles,California,United States", 21137],
  [1014221, "San Francisco", "City", "US", "San Francisco,California,United States", 21137],
  [1018127, "Boston", "City", "US", "Boston,Massachusetts,United States", 21152],
  [1023191, "New York", "City", "US", "New York,New York,United States", 21167],
  [1024543, "Portland", "City", "US", "Portland,Oregon,United States", 21174],
  [1027744, "Seattle", "City", "US", "Seattle,Washington,United States", 21180],
  [1027487, "Bellevue", "City", "US", "Bellevue,Washington,United States", 21180],
  [1027756, "Spokane", "City", "US", "Spokane,Washington,United States", 21180],
  [1027765, "Tacoma", "City", "US", "Tacoma,Washington,United States", 21180],
  [20339, "England", "Province", "GB", "England,United Kingdom", 2826],
  [1006886, "London", "City", "GB", "London,England,United Kingdom", 20339],
  [1006912, "Manchester", "City", "GB", "Manchester,England,United Kingdom", 20339],
  [20226, "Berlin", "State", "DE", "Berlin,Germany", 2276],
  [20228, "Bavaria", "State", "DE", "Bavaria,Germany", 2276],
  [20231, "Hamburg", "State", "DE", "Hamburg,Germany", 2276],
  [1003854, "Berlin", "City", "DE", "Berlin,Berlin,Germany", 20226],
  [1004234, "Munich", "City", "DE", "Munich,Bavaria,Germany", 20228],
  [1004437, "Hamburg", "City", "DE", "Hamburg,Hamburg,Germany", 20231],
  [1006094, "Paris", "City", "FR", "Paris,Ile-de-France,France", 2250],
  [1002451, "Toronto", "City", "CA", "Toronto,Ontario,Canada", 2124],
  [1000286, "Sydney", "City", "AU", "Sydney,New South Wales,Australia", 2036],
  [1007850, "Dublin", "City", "IE", "Dublin,County Dublin,Ireland", 2372],
  [2040, "Austria", "Country", "AT", "Austria"],
  // The ids from here on are invented.
  [9100001, "Texas", "State", "US", "Texas,United States", 2840],
  [9100002, "Missouri", "State", "US", "Missouri,United States", 2840],
  [9100003, "Colorado", "State", "US", "Colorado,United States", 2840],
  [9100004, "North Rhine-Westphalia", "State", "DE", "North Rhine-Westphalia,Germany", 2276],
  [9100005, "Auvergne-Rhone-Alpes", "Region", "FR", "Auvergne-Rhone-Alpes,France", 2250],
  [9100006, "Valencian Community", "Region", "ES", "Valencian Community,Spain", 2724],
  [9100007, "Vienna", "State", "AT", "Vienna,Austria", 2040],
  [9100008, "Andalusia", "Region", "ES", "Andalusia,Spain", 2724],
  [9100101, "Austin", "City", "US", "Austin,Texas,United States", 9100001],
  [9100102, "Springfield", "City", "US", "Springfield,Illinois,United States", 21136],
  [9100103, "Springfield", "City", "US", "Springfield,Missouri,United States", 9100002],
  [9100104, "Springfield", "City", "US", "Springfield,Massachusetts,United States", 21152],
  [9100105, "Springfield", "City", "US", "Springfield,Oregon,United States", 21174],
  [9100106, "Boulder", "City", "US", "Boulder,Colorado,United States", 9100003],
  [9100107, "Leeds", "City", "GB", "Leeds,England,United Kingdom", 20339],
  [9100108, "Bristol", "City", "GB", "Bristol,England,United Kingdom", 20339],
  [9100109, "Marlow", "City", "GB", "Marlow,England,United Kingdom", 20339],
  [9100110, "Cologne", "City", "DE", "Cologne,North Rhine-Westphalia,Germany", 9100004],
  [9100111, "Lyon", "City", "FR", "Lyon,Auvergne-Rhone-Alpes,France", 9100005],
  [9100112, "Villeurbanne", "City", "FR", "Villeurbanne,Auvergne-Rhone-Alpes,France", 9100005],
  [9100113, "Valencia", "City", "ES", "Valencia,Valencian Community,Spain", 9100006],
  [9100114, "Valencia", "Province", "ES", "Valencia,Valencian Community,Spain", 9100006],
  [9100115, "Valencia", "City", "US", "Valencia,California,United States", 21137],
  [9100116, "Vienna", "City", "AT", "Vienna,Vienna,Austria", 9100007],
  [9100009, "Aragon", "Region", "ES", "Aragon,Spain", 2724],
  [9100118, "Zaragoza", "City", "ES", "Zaragoza,Aragon,Spain", 9100009],
  [9100117, "Ubeda", "City", "ES", "Ubeda,Andalusia,Spain", 9100008],
  [9100119, "Seville", "City", "ES", "Seville,Andalusia,Spain", 9100008],
  [9100010, "Pennsylvania", "State", "US", "Pennsylvania,United States", 2840],
  [9100120, "Reading", "City", "GB", "Reading,England,United Kingdom", 20339],
  [9100121, "Reading", "City", "US", "Reading,Pennsylvania,United States", 9100010],
  [9100122, "Wokingham", "City", "GB", "Wokingham,England,United Kingdom", 20339],
  [9100123, "Bracknell", "City", "GB", "Bracknell,England,United Kingdom", 20339]
]

/** Names in the languages of the places. The API finds them, and answers with the English name. */
const localNames: Readonly<Record<string, string>> = {
  köln: "Cologne",
  wien: "Vienna",
  münchen: "Munich",
  bayern: "Bavaria",
  sevilla: "Seville",
  úbeda: "Ubeda",
  österreich: "Austria",
  deutschland: "Germany",
  españa: "Spain",
  "nordrhein-westfalen": "North Rhine-Westphalia"
}

/** Whether a target is found by a name: by the start of its canonical name, or by its local name. */
const isFoundBy = (canonicalName: string, searched: string): boolean => {
  const name = searched.trim().toLowerCase()
  const english = localNames[name]?.toLowerCase()
  const canonical = canonicalName.toLowerCase()
  return english === undefined ? canonical.startsWith(name) : canonical.split(",")[0] === english
}

export const geoTargets: readonly Body[] = rows.map(
  ([id, name, targetType, countryCode, canonicalName, parent]) => ({
    resourceName: `geoTargetConstants/${id}`,
    id: String(id),
    name,
    countryCode,
    targetType,
    status: "ENABLED",
    canonicalName,
    ...(parent === undefined ? {} : { parentGeoTarget: `geoTargetConstants/${parent}` })
  })
)

const byName = new Map(geoTargets.map((target) => [target["resourceName"], target]))

export const geoTargetNamed = (resourceName: string): Body | undefined => byName.get(resourceName)

const languages: readonly (readonly [id: number, code: string, name: string])[] = [
  [1000, "en", "English"],
  [1001, "de", "German"],
  [1002, "fr", "French"],
  [1003, "es", "Spanish"],
  [1004, "it", "Italian"],
  [1005, "ja", "Japanese"],
  [1009, "da", "Danish"],
  [1010, "nl", "Dutch"],
  [1011, "fi", "Finnish"],
  [1012, "ko", "Korean"],
  [1014, "pt", "Portuguese"],
  [1015, "sv", "Swedish"],
  [1019, "ar", "Arabic"],
  [1021, "cs", "Czech"],
  [1022, "el", "Greek"],
  [1027, "iw", "Hebrew"],
  [1030, "pl", "Polish"],
  [1031, "ru", "Russian"],
  [1037, "tr", "Turkish"]
]

export const languageConstants: readonly Body[] = languages.map(([id, code, name]) => ({
  resourceName: `languageConstants/${id}`,
  id: String(id),
  code,
  name,
  targetable: true
}))

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
