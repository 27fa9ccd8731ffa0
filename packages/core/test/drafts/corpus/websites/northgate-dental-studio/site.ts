import type { Judgement } from "../../index.ts"

export const judgement: Judgement = {
  about: "A theme with a dentist's name and nothing else: coming soon, Lorem ipsum, the theme's own offer",
  language: "en",
  name: "Northgate Dental Studio",
  nameForms: ["Northgate Dental Studio", "Northgate", "northgate-dental-studio.test"],
  places: [],
  sells: [],
  nothingSold: "Placeholder: no page says what is offered.",
  truthful: [],
  untrue: [
    { why: "placeholder", part: "headline", page: "/services.html", text: "Service One" },
    {
      why: "placeholder",
      part: "description",
      page: "/",
      text: "Lorem ipsum dolor sit amet, consectetur adipiscing elit."
    },
    { why: "placeholder", part: "headline", page: "/", text: "Implants from $0,000" },
    {
      why: "placeholder",
      part: "description",
      page: "/services.html",
      text: "Free shipping on all orders over $99."
    },
    { why: "placeholder", part: "headline", page: "/", text: "Coming soon" }
  ],
  goodKeywords: [],
  badKeywords: {
    ownName: ["northgate dental studio"],
    section: ["service one", "coming soon", "services", "your company name"],
    notSold: ["dental implants", "dentist"]
  }
}
