import type { Judgement } from "../../index.ts"

export const judgement: Judgement = {
  about:
    "Wedding photographer in York on a website builder: untitled documents, the builder's own text, sold-out years, an old award, a magazine, a foreign city in passing",
  language: "en",
  name: "Ferncliffe Photography",
  nameForms: [
    "Ferncliffe Photography",
    "ferncliffe",
    "Rowan Ferncliffe",
    "ferncliffe wedding photography",
    "ferncliffe-photography.test"
  ],
  places: ["York"],
  sells: [
    { name: "Wedding photography", page: "/weddings.html" },
    { name: "Elopement photography", page: "/elopements.html" }
  ],
  truthful: [
    { part: "headline", page: "/weddings.html", text: "Wedding Photography in York", harmless: true },
    {
      part: "description",
      page: "/weddings.html",
      text: "Full-day wedding photography from £1,450, travel within 50 miles of York included."
    },
    {
      part: "description",
      page: "/weddings.html",
      text: "You receive between 400 and 600 edited photographs."
    },
    { part: "description", page: "/weddings.html", text: "A second photographer can be added for £320." },
    {
      part: "description",
      page: "/weddings.html",
      text: "Midweek weddings in January and February are 15% less."
    },
    {
      part: "description",
      page: "/weddings.html",
      text: "Online gallery within six weeks, or eight in summer."
    },
    { part: "headline", page: "/elopements.html", text: "Elopement photography" },
    {
      part: "description",
      page: "/elopements.html",
      text: "Two hours of elopement photography for £480, for up to ten guests."
    },
    { part: "callout", page: "/weddings.html", text: "Say hello by email" },
    { part: "headline", page: "/weddings.html", text: "Ferncliffe Photography", harmless: true },
    { part: "description", page: "/elopements.html", text: "The registrar’s fee is not part of my price." },
    {
      part: "description",
      page: "/elopements.html",
      text: "Drone pictures are only possible outside the city walls."
    },
    { part: "headline", page: "/weddings.html", text: "Weddings in York", harmless: true }
  ],
  untrue: [
    {
      why: "dropped",
      part: "description",
      page: "/weddings.html",
      text: "Full-day wedding photography £1,450, travel included.",
      nearest: "Full-day wedding photography from £1,450, travel within 50 miles of York included."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/weddings.html",
      text: "600 edited photographs",
      nearest: "You receive between 400 and 600 edited photographs."
    },
    {
      why: "sentences",
      part: "description",
      page: "/weddings.html",
      text: "400 and 600 edited photographs. Albums",
      nearest: "You receive between 400 and 600 edited photographs."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/weddings.html",
      text: "Online gallery in six weeks",
      nearest: "Online gallery within six weeks, or eight in summer."
    },
    {
      why: "not_evidence",
      part: "headline",
      page: "/weddings.html",
      text: "Dates left for 2024",
      note: "Sold out."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/weddings.html",
      text: "Weddings 15% less",
      nearest: "Midweek weddings in January and February are 15% less."
    },
    {
      why: "dropped",
      part: "description",
      page: "/elopements.html",
      text: "The registrar’s fee is part of my price.",
      nearest: "The registrar’s fee is not part of my price."
    },
    { why: "not_evidence", part: "headline", page: "/elopements.html", text: "Free pre-wedding shoot" },
    {
      why: "dropped",
      part: "headline",
      page: "/elopements.html",
      text: "Drone pictures are possible",
      nearest: "Drone pictures are only possible outside the city walls."
    },
    {
      why: "evidence",
      part: "headline",
      page: "/weddings.html",
      text: "Award-winning photographer",
      note: "A finalist, in 2018."
    },
    {
      why: "evidence",
      part: "headline",
      page: "/weddings.html",
      text: "As seen in Bride & Bramble",
      note: "Somebody else's name, and the start page."
    },
    { why: "placeholder", part: "headline", page: "/new-page.html", text: "New Page in York" },
    { why: "placeholder", part: "headline", page: "/new-page.html", text: "Make it stand out" },
    { why: "evidence", part: "callout", page: "/weddings.html", text: "900 free photos" }
  ],
  goodKeywords: ["wedding photographer york", "elopement photographer", "wedding photography"],
  badKeywords: {
    ownName: ["ferncliffe", "rowan ferncliffe", "ferncliffe photography"],
    section: ["new page", "untitled document", "make it stand out"],
    notSold: ["bride and bramble", "wedding albums", "wedding photographer paris"]
  }
}
