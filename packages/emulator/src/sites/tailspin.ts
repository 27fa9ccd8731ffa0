import { page, type Site, service, withSections } from "./site.ts"

export const tailspinSite: Site = {
  slug: "tailspin",
  name: "Tailspin Bike Repair",
  type: "BikeStore",
  language: "en",
  tagline: "Why riders call us",
  description: "Bicycle repair, tune-ups and e-bike service in Portland, at your door, at home or at work.",
  telephone: "+1 503 555 0168",
  address: {
    street: "77 Burnside Street",
    city: "Portland",
    region: "OR",
    postalCode: "97209",
    country: "US"
  },
  latitude: 45.5231,
  longitude: -122.6765,
  areaServed: ["Portland"],
  rating: { value: 4.7, count: 96 },
  pages: [
    withSections(
      page(
        "",
        "Home",
        "Bike repair at your door in Portland",
        "Tailspin repairs bicycles at your door in Portland. Book a time, keep riding.",
        "A workshop on a cargo bike: we come to you, at home or at work.",
        "At your door",
        "Fixed prices",
        "Done in an hour",
        "Certified mechanics",
        "90-day guarantee"
      ),
      [
        "Who we repair for",
        "Commuters who need their bike tomorrow",
        "Parents with a cargo bike",
        "Companies with a fleet of bikes"
      ]
    ),
    service(
      "bike-repair/",
      "Bike repair",
      "Bike repair in Portland",
      "Punctures, brakes, gears: bike repair at your door, usually within a day.",
      "We carry parts for city bikes, racers and electric bikes.",
      "All makes"
    ),
    service(
      "bike-tune-up/",
      "Bike tune-up",
      "Bike tune-up",
      "A full tune-up before the season, at your door.",
      "Cleaned, oiled, trued and tested in an hour.",
      "One hour"
    ),
    service(
      "e-bike-service/",
      "E-bike service",
      "E-bike service",
      "Service and diagnostics for electric bikes of the common makes.",
      "We read out the motor and update its software.",
      "Diagnostics included"
    ),
    service(
      "flat-tire-repair/",
      "Flat tire repair",
      "Flat tire repair in Portland",
      "A flat tire repaired where you stand, within two hours, seven days a week.",
      "Send us your spot and the size on the sidewall; we bring the tube.",
      "Within two hours",
      "Seven days a week"
    ),
    page(
      "prices/",
      "Prices",
      "Prices for bike repair",
      "Fixed prices for bike repair and tune-ups in Portland, parts named before we start.",
      "A flat tire costs 35 dollars, a tune-up 89 dollars, parts are extra and named before we start."
    ),
    page(
      "contact/",
      "Contact",
      "Call Tailspin",
      "Call or write to Tailspin Bike Repair in Portland.",
      "Call +1 503 555 0168 or write to hello@tailspin.test."
    )
  ]
}
