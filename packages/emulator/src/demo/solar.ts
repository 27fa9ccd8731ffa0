import { plumbingCampaigns } from "./plumbing.ts"
import type { DemoCampaign } from "./types.ts"

/** The same shape for another trade: every word that names the business is exchanged. */
const retold = (value: unknown, words: Readonly<Record<string, string>>): unknown => {
  if (typeof value === "string") {
    return Object.entries(words).reduce((told, [from, to]) => told.replaceAll(from, to), value)
  }
  if (Array.isArray(value)) return value.map((item) => retold(item, words))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, retold(item, words)]))
}

export const solarCampaigns = retold(plumbingCampaigns, {
  "Boiler Not Working?": "Solar Not Working?",
  "plumbing and heating": "solar and power",
  Bathrooms: "Batteries",
  "no hot water": "no power",
  "leaking water": "leaking display",
  leaking: "flickering",
  "losing pressure": "losing output",
  "pressure sensor": "voltage sensor",
  "flue inspection ballard": "cable inspection mitte",
  "oil boiler": "old boiler",
  "gas boiler": "roof boiler",
  combi: "hybrid",
  "burst pipe repair": "fuse box repair",
  "blocked drain cleaning": "power outage help",
  "blocked drain": "power outage",
  "shower fitting": "charger fitting",
  "bathroom-fitting": "battery-fitting",
  "Bathroom fitting": "Battery fitting",
  Bathroom: "Battery",
  bathroom: "battery",
  "emergency-plumber": "emergency-electrician",
  "Emergency plumber": "Emergency electrician",
  "Emergency Plumber": "Emergency Electric",
  "24 Hour Plumber": "24 Hour Electrician",
  "A Plumber You Can Trust": "Electricians You Can Trust",
  "northwind-brand": "fabrikam-brand",
  "boiler-repair": "solar-repair",
  "boiler-service": "solar-service",
  "water-heaters": "wallboxes",
  "Northwind Plumbing": "Fabrikam Solar",
  "northwind plumbing": "fabrikam solar",
  "northwind heating": "fabrikam electric",
  "Heating Engineers": "Solar Engineers",
  "heating engineer": "solar engineer",
  "heating repair": "inverter repair",
  "central inverter": "string inverter",
  "Plumbing Services": "Electric Services",
  plumbing: "electrical",
  plumber: "electrician",
  "water heater": "wallbox",
  "Water Heater": "Wallbox",
  "Water heaters": "Wallboxes",
  Northwind: "Fabrikam",
  northwind: "fabrikam",
  Boiler: "Solar",
  boiler: "solar",
  Seattle: "Berlin",
  seattle: "berlin",
  spokane: "munich"
}) as readonly DemoCampaign[]
