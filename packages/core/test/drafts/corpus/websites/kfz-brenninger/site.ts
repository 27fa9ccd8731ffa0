import type { Judgement } from "../../index.ts"

export const judgement: Judgement = {
  about:
    'Garage in Nürnberg, tables and pages titled "Neue Seite": prices plus material, a free car with a condition, financing, an offer of 2021 and one until 2099',
  language: "de",
  name: "Kfz Brenninger",
  nameForms: ["Kfz Brenninger", "KFZ BRENNINGER", "Brenninger", "Max Brenninger", "kfz-brenninger.test"],
  places: ["Nürnberg"],
  sells: [
    { name: "Inspektion", page: "/inspektion.html" },
    { name: "Reifenwechsel", page: "/reifen.html" }
  ],
  truthful: [
    { part: "headline", page: "/inspektion.html", text: "Inspektion in Nürnberg", harmless: true },
    {
      part: "description",
      page: "/inspektion.html",
      text: "Inspektion nach Herstellervorgabe ab 149 € zuzüglich Material."
    },
    {
      part: "description",
      page: "/inspektion.html",
      text: "Hauptuntersuchung jeden Dienstag und Donnerstag im Haus."
    },
    {
      part: "description",
      page: "/inspektion.html",
      text: "Ersatzwagen kostenlos bei Reparaturen ab drei Tagen."
    },
    {
      part: "description",
      page: "/inspektion.html",
      text: "Zwei Jahre Garantie auf Neuteile, die wir einbauen."
    },
    { part: "headline", page: "/reifen.html", text: "Räderwechsel ab 29 € für Pkw" },
    { part: "description", page: "/reifen.html", text: "Einlagerung 35 € je Saison, Wäsche inklusive." },
    {
      part: "description",
      page: "/reifen.html",
      text: "Bis zu 15 % Rabatt auf Winterreifen bei vier Stück."
    },
    {
      part: "description",
      page: "/reifen.html",
      text: "Bis 31. März 2099 wuchten wir beim Wechsel kostenlos."
    },
    { part: "callout", page: "/reifen.html", text: "Parkplätze im Hof" },
    { part: "headline", page: "/inspektion.html", text: "Kfz Brenninger", harmless: true },
    {
      part: "description",
      page: "/inspektion.html",
      text: "Klimaservice 89 €, Kältemittel nicht enthalten."
    },
    { part: "callout", page: "/inspektion.html", text: "Termin vereinbaren", harmless: true },
    { part: "headline", page: "/reifen.html", text: "Meisterwerkstatt seit 1983" }
  ],
  untrue: [
    {
      why: "dropped",
      part: "headline",
      page: "/inspektion.html",
      text: "Inspektion nur 149 €",
      nearest: "Inspektion nach Herstellervorgabe ab 149 € zuzüglich Material."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/inspektion.html",
      text: "Klimaservice 89 €",
      quote: "Klimaservice 89 €, Kältemittel nicht enthalten.",
      nearest: "Klimaservice 89 €, Kältemittel nicht enthalten."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/inspektion.html",
      text: "Ersatzwagen kostenlos",
      nearest: "Ersatzwagen kostenlos bei Reparaturen ab drei Tagen."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/inspektion.html",
      text: "Zwei Jahre Garantie",
      nearest: "Zwei Jahre Garantie auf Neuteile, die wir einbauen."
    },
    {
      why: "regulated",
      category: "credit",
      part: "description",
      page: "/inspektion.html",
      text: "0 % Finanzierung über sechs Monate bei Bonität."
    },
    { why: "not_evidence", part: "headline", page: "/inspektion.html", text: "Urlaubscheck nur 19 €" },
    {
      why: "evidence",
      part: "headline",
      page: "/inspektion.html",
      text: "Auch für Elektroautos",
      note: "The start page says the opposite."
    },
    {
      why: "sentences",
      part: "headline",
      page: "/reifen.html",
      text: "29 € für Pkw. Transporter",
      nearest: "Räderwechsel ab 29 € für Pkw."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/reifen.html",
      text: "15 % Rabatt auf Winterreifen",
      nearest: "Bis zu 15 % Rabatt auf Winterreifen bei vier Stück."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/reifen.html",
      text: "Ganzjahresreifen lieferbar",
      nearest: "Ganzjahresreifen sind zurzeit nicht lieferbar."
    },
    { why: "evidence", part: "headline", page: "/reifen.html", text: "Günstigste Werkstatt Frankens" },
    { why: "placeholder", part: "headline", page: "/reifen.html", text: "Neue Seite in Nürnberg" },
    { why: "evidence", part: "callout", page: "/inspektion.html", text: "Immer sofort fertig" }
  ],
  goodKeywords: ["autowerkstatt nürnberg", "inspektion auto", "reifenwechsel nürnberg"],
  badKeywords: {
    ownName: ["brenninger", "kfz brenninger"],
    section: ["neue seite", "startseite", "impressum"],
    notSold: ["elektroauto werkstatt", "ganzjahresreifen", "autokredit"]
  }
}
