import type { Judgement } from "../../index.ts"

export const judgement: Judgement = {
  about:
    "Locksmith in Kassel, capitals and entities on yellow: price by the hour of the day, journey excluded, a test of 2016, funding that ended, a speed with conditions",
  language: "de",
  name: "Schlüsseldienst Hartung",
  nameForms: ["Schlüsseldienst Hartung", "Hartung", "schluesseldienst-hartung.test"],
  places: ["Kassel", "Baunatal"],
  sells: [
    { name: "Türöffnung", page: "/tueroeffnung.html" },
    { name: "Einbruchschutz", page: "/einbruchschutz.html" }
  ],
  truthful: [
    { part: "headline", page: "/tueroeffnung.html", text: "Schlüsseldienst für Kassel", harmless: true },
    { part: "headline", page: "/tueroeffnung.html", text: "Türöffnung in Baunatal", harmless: true },
    {
      part: "description",
      page: "/tueroeffnung.html",
      text: "Türöffnung ab 69 € werktags von 8 bis 18 Uhr."
    },
    { part: "headline", page: "/einbruchschutz.html", text: "Einbruchschutz in Kassel", harmless: true },
    {
      part: "description",
      page: "/tueroeffnung.html",
      text: "Wir sind meist in 30 Minuten bei Ihnen, wenn Sie in Kassel wohnen."
    },
    {
      part: "description",
      page: "/tueroeffnung.html",
      text: "Zugefallene Türen öffnen wir fast immer ohne Schaden."
    },
    {
      part: "description",
      page: "/einbruchschutz.html",
      text: "Zylinder mit Sicherungskarte ab 49 €, Einbau nicht enthalten."
    },
    {
      part: "description",
      page: "/einbruchschutz.html",
      text: "Kostenlose Sicherheitsberatung vor Ort bei Aufträgen über 500 €."
    },
    {
      part: "description",
      page: "/einbruchschutz.html",
      text: "Wir verbauen nur Zylinder mit fünf Jahren Herstellergarantie."
    },
    { part: "callout", page: "/einbruchschutz.html", text: "Festpreis vor der Öffnung" },
    { part: "headline", page: "/einbruchschutz.html", text: "Schlüsseldienst Hartung", harmless: true },
    { part: "callout", page: "/tueroeffnung.html", text: "Rufen Sie uns an", harmless: true },
    { part: "headline", page: "/tueroeffnung.html", text: "Türöffnung in Kassel", harmless: true }
  ],
  untrue: [
    {
      why: "dropped",
      part: "headline",
      page: "/tueroeffnung.html",
      text: "Türöffnung 69 €",
      nearest: "TÜRÖFFNUNG AB 69 € WERKTAGS VON 8 BIS 18 UHR."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/tueroeffnung.html",
      text: "Türöffnung ab 69 €",
      quote: "TÜRÖFFNUNG AB 69 €",
      nearest: "TÜRÖFFNUNG AB 69 € WERKTAGS VON 8 BIS 18 UHR."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/tueroeffnung.html",
      text: "Anfahrt enthalten",
      nearest: "ANFAHRT IM STADTGEBIET NICHT ENTHALTEN."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/tueroeffnung.html",
      text: "In 30 Minuten bei Ihnen",
      nearest: "WIR SIND MEIST IN 30 MINUTEN BEI IHNEN, WENN SIE IN KASSEL WOHNEN."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/tueroeffnung.html",
      text: "Immer ohne Schaden",
      quote: "immer ohne Schaden",
      nearest: "ZUGEFALLENE TÜREN ÖFFNEN WIR FAST IMMER OHNE SCHADEN."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/tueroeffnung.html",
      text: "Kartenzahlung",
      nearest: "KEINE KARTENZAHLUNG."
    },
    {
      why: "evidence",
      part: "headline",
      page: "/tueroeffnung.html",
      text: "In 8 Minuten da",
      note: "A testimonial of the start page."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/einbruchschutz.html",
      text: "Zylinder ab 49 €, Einbau dabei",
      nearest: "ZYLINDER MIT SICHERUNGSKARTE AB 49 €, EINBAU NICHT ENTHALTEN."
    },
    {
      why: "dropped",
      part: "description",
      page: "/einbruchschutz.html",
      text: "Kostenlose Sicherheitsberatung vor Ort",
      nearest: "KOSTENLOSE SICHERHEITSBERATUNG VOR ORT BEI AUFTRÄGEN ÜBER 500 €."
    },
    { why: "not_evidence", part: "headline", page: "/einbruchschutz.html", text: "Förderung bis 1600 €" },
    {
      why: "not_evidence",
      part: "headline",
      page: "/einbruchschutz.html",
      text: "Funkschlösser in Kassel",
      note: "They will follow."
    },
    { why: "evidence", part: "callout", page: "/einbruchschutz.html", text: "Testsieger" },
    { why: "placeholder", part: "headline", page: "/einbruchschutz.html", text: "Unbenanntes Dokument" }
  ],
  goodKeywords: ["schlüsseldienst kassel", "türöffnung kassel", "einbruchschutz tür"],
  badKeywords: {
    ownName: ["hartung schlüsseldienst", "schlüsseldienst hartung"],
    section: ["unbenanntes dokument", "ausgesperrt"],
    notSold: ["funkschloss", "tresoröffnung", "einbruchschutz förderung"]
  }
}
