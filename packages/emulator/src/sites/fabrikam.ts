import { page, service } from "./pages.ts"
import type { Site } from "./types.ts"

export const fabrikamSite: Site = {
  slug: "fabrikam",
  name: "Fabrikam Solar",
  type: "Electrician",
  language: "en",
  tagline: "What you can count on",
  description:
    "Solar panels, batteries and wallboxes for homes in Berlin, planned and kept running by electricians.",
  telephone: "+49 30 5550 142",
  address: {
    street: "Lindenstraße 41",
    city: "Berlin",
    region: "Berlin",
    postalCode: "10969",
    country: "DE"
  },
  latitude: 52.5047,
  longitude: 13.3951,
  areaServed: ["Berlin"],
  pages: [
    page(
      "",
      "Home",
      "Solar power for homes in Berlin",
      "Fabrikam plans, fits and repairs solar panels in Berlin. One team, one price.",
      "Two hundred roofs a year, and an electrician who answers the phone.",
      "Own electricians",
      "One fixed price",
      "10-year guarantee"
    ),
    service(
      "solar-repair/",
      "Solar repair",
      "Solar repair in Berlin",
      "Solar system down? We find the fault and repair all makes of panels and inverters.",
      "Inverters, cables, panels: most faults are found within an hour.",
      "All makes",
      "Parts in stock"
    ),
    service(
      "solar-service/",
      "Solar service",
      "Yearly solar service",
      "A yearly check keeps your panels clean, safe and at full power.",
      "We measure every string and clean what needs cleaning.",
      "Written report"
    ),
    service(
      "emergency-electrician/",
      "Emergency electrician",
      "Emergency electrician",
      "Power gone? An electrician reaches you in Berlin within two hours, day and night.",
      "Switch off the main fuse, then call us.",
      "Day and night"
    ),
    service(
      "battery-fitting/",
      "Battery fitting",
      "Battery storage fitted",
      "Keep your own power for the evening: batteries planned and fitted in a day.",
      "We fit batteries that work with the inverter you already have.",
      "Fitted in a day"
    ),
    service(
      "wallboxes/",
      "Wallboxes",
      "Wallboxes fitted and repaired",
      "Charge at home: wallboxes fitted, registered and repaired in Berlin.",
      "We register the wallbox with your grid operator for you.",
      "Registration included"
    ),
    page(
      "contact/",
      "Contact",
      "Call Fabrikam",
      "Call or write to Fabrikam Solar in Berlin.",
      "Call +49 30 5550 142 or write to hello@fabrikam.test."
    )
  ]
}
