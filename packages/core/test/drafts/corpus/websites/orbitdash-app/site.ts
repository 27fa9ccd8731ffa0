import type { Judgement } from "../../index.ts"

export const judgement: Judgement = {
  about: "Application that only scripts draw: no text, except in a variable",
  language: "en",
  name: "OrbitDash",
  nameForms: ["OrbitDash", "Orbit Dash", "orbitdash-app.test"],
  places: [],
  sells: [],
  nothingSold: "Only scripts: no page has a text that says what is sold.",
  truthful: [],
  untrue: [
    {
      why: "evidence",
      part: "description",
      page: "/",
      text: "The fastest dashboards on Earth",
      note: "A string of a script is no text of the page."
    },
    { why: "evidence", part: "headline", page: "/", text: "Free forever" },
    { why: "placeholder", part: "headline", page: "/", text: "Enable JavaScript" },
    { why: "placeholder", part: "headline", page: "/app.html", text: "Loading" }
  ],
  goodKeywords: [],
  badKeywords: {
    ownName: ["orbitdash", "orbit dash"],
    section: ["loading"],
    notSold: ["dashboard software", "javascript"]
  }
}
