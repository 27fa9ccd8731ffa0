import type { Judgement } from "../../index.ts"

export const judgement: Judgement = {
  about:
    "Language school in Leipzig, all in divs: exam fee excluded, a job guarantee, a full course, early birds of 2024, a refund in the terms",
  language: "de",
  name: "Sprachhaus Pleiße",
  nameForms: [
    "Sprachhaus Pleiße",
    "Sprachhaus Pleisse",
    "Sprachhaus Pleiße e. K.",
    "sprachhaus-pleisse.test"
  ],
  places: ["Leipzig"],
  sells: [
    { name: "Deutschkurse", page: "/deutschkurse.html" },
    { name: "Firmenkurse Englisch", page: "/firmen.html" }
  ],
  truthful: [
    { part: "headline", page: "/deutschkurse.html", text: "Deutschkurse in Leipzig", harmless: true },
    {
      part: "description",
      page: "/deutschkurse.html",
      text: "Deutschkurs B1 ab 290 € im Monat, Prüfungsgebühr nicht enthalten."
    },
    {
      part: "description",
      page: "/deutschkurse.html",
      text: "Die Probestunde ist für neue Teilnehmer kostenlos."
    },
    {
      part: "description",
      page: "/deutschkurse.html",
      text: "Kleine Gruppen mit höchstens zwölf Teilnehmern."
    },
    {
      part: "description",
      page: "/deutschkurse.html",
      text: "Abendkurse dienstags und donnerstags von 18 bis 20 Uhr."
    },
    { part: "headline", page: "/firmen.html", text: "Firmenkurse Englisch" },
    {
      part: "description",
      page: "/firmen.html",
      text: "Firmenkurse in Englisch ab vier Personen, bei Ihnen oder bei uns."
    },
    {
      part: "description",
      page: "/firmen.html",
      text: "Bei zehn gebuchten Terminen schenken wir Ihnen einen Termin."
    },
    {
      part: "description",
      page: "/firmen.html",
      text: "Ein Angebot erhalten Sie meist innerhalb von zwei Werktagen."
    },
    { part: "callout", page: "/firmen.html", text: "Unterricht vor Ort" },
    { part: "headline", page: "/deutschkurse.html", text: "Sprachhaus Pleiße", harmless: true },
    { part: "description", page: "/deutschkurse.html", text: "Lehrbücher kosten ab 24 € extra." },
    { part: "description", page: "/firmen.html", text: "Rechnung monatlich, ohne Mindestlaufzeit." },
    { part: "headline", page: "/firmen.html", text: "Jetzt Kurs anfragen", harmless: true }
  ],
  untrue: [
    {
      why: "dropped",
      part: "headline",
      page: "/deutschkurse.html",
      text: "Deutschkurs B1 für 290 €",
      nearest: "Deutschkurs B1 ab 290 € im Monat, Prüfungsgebühr nicht enthalten."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/deutschkurse.html",
      text: "Prüfungsgebühr enthalten",
      nearest: "Deutschkurs B1 ab 290 € im Monat, Prüfungsgebühr nicht enthalten."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/deutschkurse.html",
      text: "Die Probestunde ist kostenlos",
      nearest: "Die Probestunde ist für neue Teilnehmer kostenlos."
    },
    {
      why: "not_evidence",
      part: "headline",
      page: "/deutschkurse.html",
      text: "Der Kurs C1",
      note: "Fully booked."
    },
    { why: "not_evidence", part: "headline", page: "/deutschkurse.html", text: "Frühbucher nur 240 €" },
    {
      why: "regulated",
      category: "earnings",
      part: "description",
      page: "/deutschkurse.html",
      text: "Jobgarantie: 95 % finden nach dem Kurs eine Stelle."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/deutschkurse.html",
      text: "Lehrbücher ab 24 €",
      nearest: "Lehrbücher kosten ab 24 € extra."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/firmen.html",
      text: "Wir schenken einen Termin",
      nearest: "Bei zehn gebuchten Terminen schenken wir Ihnen einen Termin."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/firmen.html",
      text: "Mit Mindestlaufzeit",
      nearest: "Rechnung monatlich, ohne Mindestlaufzeit."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/firmen.html",
      text: "Angebot in zwei Werktagen",
      nearest: "Ein Angebot erhalten Sie meist innerhalb von zwei Werktagen."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/firmen.html",
      text: "Dolmetschen bieten wir an",
      nearest: "Dolmetschen bieten wir nicht an."
    },
    { why: "evidence", part: "headline", page: "/deutschkurse.html", text: "In vier Wochen fließend" },
    {
      why: "evidence",
      part: "callout",
      page: "/firmen.html",
      text: "100 % Erstattung",
      note: "Only 14 days before, in the terms."
    },
    { why: "evidence", part: "callout", page: "/deutschkurse.html", text: "Beste Schule in Sachsen" }
  ],
  goodKeywords: ["deutschkurs leipzig", "deutschkurs b1", "firmenkurs englisch"],
  badKeywords: {
    ownName: ["sprachhaus pleiße", "sprachhaus pleisse"],
    section: ["für firmen", "agb"],
    notSold: ["deutschkurs c1", "dolmetscher leipzig", "jobgarantie"]
  }
}
