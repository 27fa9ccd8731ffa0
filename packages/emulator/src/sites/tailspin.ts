import { page, type Site, service } from "./site.ts"

export const tailspinSite: Site = {
  slug: "tailspin",
  name: "Tailspin Bike Repair",
  type: "BikeStore",
  language: "en",
  tagline: "How we work",
  description: "Bicycle repair in Portland, at your door.",
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
  pages: [
    page(
      "",
      "Home",
      "Bike repair at your door in Portland",
      "Tailspin repairs bicycles at your door in Portland. Book a time, keep riding.",
      "A workshop on a cargo bike: we come to you, at home or at work.",
      "At your door",
      "Fixed prices",
      "Done in an hour"
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
    page(
      "contact/",
      "Contact",
      "Call Tailspin",
      "Call or write to Tailspin Bike Repair in Portland.",
      "Call +1 503 555 0168 or write to hello@tailspin.test."
    )
  ]
}
