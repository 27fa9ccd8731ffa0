import type { Judgement } from "../../index.ts"

export const judgement: Judgement = {
  about: "A garage's name on a building site: nothing yet, and the template's own promotion",
  language: "fr",
  name: "Garage du Levant",
  nameForms: ["Garage du Levant", "Levant", "garage-du-levant.test"],
  places: [],
  sells: [],
  nothingSold: "Placeholder: under construction.",
  truthful: [],
  untrue: [
    { why: "placeholder", part: "headline", page: "/", text: "Site en construction" },
    { why: "placeholder", part: "headline", page: "/page2.html", text: "Titre de la page" },
    {
      why: "placeholder",
      part: "description",
      page: "/page2.html",
      text: "Promotion : -50 % sur votre premier achat"
    },
    { why: "placeholder", part: "headline", page: "/page2.html", text: "Prestation 1" }
  ],
  goodKeywords: [],
  badKeywords: {
    ownName: ["garage du levant"],
    section: ["site en construction", "nouvelle page", "page 2"],
    notSold: ["prestation", "réparation voiture"]
  }
}
