import { page, type Site, service, withSections } from "./site.ts"

export const contosoSite: Site = {
  slug: "contoso",
  name: "Contoso Dental",
  type: "Dentist",
  language: "en",
  tagline: "Why patients choose us",
  description: "A dental practice in Boston for implants, whitening and check-ups, open six days a week.",
  telephone: "+1 617 555 0177",
  address: { street: "22 Beacon Street", city: "Boston", region: "MA", postalCode: "02108", country: "US" },
  latitude: 42.3581,
  longitude: -71.0636,
  areaServed: ["Boston"],
  rating: { value: 4.9, count: 241 },
  award: "Boston Smile Award 2025",
  pages: [
    withSections(
      page(
        "",
        "Home",
        "Your dentist in Boston",
        "Contoso Dental: implants, whitening and check-ups on Beacon Street in Boston.",
        "Five dentists and a waiting room that is usually empty.",
        "Open six days",
        "Free parking",
        "No hidden costs",
        "Two implant specialists"
      ),
      [
        "Who we care for",
        "Adults who miss a tooth",
        "People who plan a wedding",
        "Families who want one dentist"
      ],
      ["How we differ from other practices", "Fourth Coffee Smiles"]
    ),
    service(
      "implants/",
      "Dental implants",
      "Dental implants in Boston",
      "Dental implants by two specialists, planned in 3D, with a price you know from the start.",
      "From the first scan to the crown in as few as three visits.",
      "3D planning",
      "10-year guarantee"
    ),
    service(
      "whitening/",
      "Teeth whitening",
      "Teeth whitening",
      "Up to eight shades whiter in one visit, gently and without guesswork.",
      "We check your teeth first and choose the shade with you. The gel stays on your teeth for forty minutes.",
      "One visit"
    ),
    service(
      "check-ups/",
      "Check-ups",
      "Check-ups and cleaning",
      "A check-up and a professional cleaning in forty minutes.",
      "Book online, also on Saturdays.",
      "Saturday hours"
    ),
    service(
      "emergency/",
      "Emergency dentist",
      "Emergency dentist in Boston",
      "Toothache today? An emergency dentist sees you in Boston the same day, also on Saturdays.",
      "Call before noon and you are seen before the evening. We always keep two chairs free.",
      "Same-day visits",
      "Saturday hours"
    ),
    service(
      "braces/",
      "Clear braces",
      "Clear braces for adults",
      "Clear braces that hardly anybody sees, with a plan and a price before you start.",
      "A scan instead of a mould, and a picture of the outcome at your first visit.",
      "Price before you start"
    ),
    page(
      "contact/",
      "Contact",
      "Visit Contoso Dental",
      "Find Contoso Dental on Beacon Street in Boston.",
      "Call +1 617 555 0177 or write to hello@contoso.test."
    )
  ]
}
