import type { Judgement } from "../../index.ts"

export const judgement: Judgement = {
  about:
    'Hearing aids in Freiburg: a charger without the device, "ab", "bis zu", sold out, an offer of 2022, a health disclaimer',
  language: "de",
  name: "Hörwerk Freiburg",
  nameForms: ["Hörwerk Freiburg", "Hörwerk", "HÖRWERK", "Hörwerk Freiburg GmbH", "hoerwerk-freiburg.test"],
  places: ["Freiburg im Breisgau"],
  sells: [
    { name: "Hörgeräte", page: "/hoergeraete.html" },
    { name: "Gehörschutz nach Maß", page: "/gehoerschutz.html" }
  ],
  truthful: [
    { part: "headline", page: "/hoergeraete.html", text: "Hörgeräte in Freiburg", harmless: true },
    { part: "headline", page: "/hoergeraete.html", text: "Im-Ohr-Hörgeräte" },
    { part: "description", page: "/hoergeraete.html", text: "Im-Ohr-Hörgeräte ab 490 € pro Stück." },
    {
      part: "description",
      page: "/hoergeraete.html",
      text: "Sie können jedes Hörgerät bis zu 30 Tage kostenlos probetragen."
    },
    {
      part: "description",
      page: "/hoergeraete.html",
      text: "Mit Verordnung vom Arzt zahlen gesetzlich Versicherte 10 € je Gerät."
    },
    { part: "description", page: "/hoergeraete.html", text: "Ladestation für 89 €, Gerät nicht enthalten." },
    { part: "headline", page: "/gehoerschutz.html", text: "Gehörschutz nach Maß" },
    {
      part: "description",
      page: "/gehoerschutz.html",
      text: "Gehörschutz nach Maß für Musiker ab 139 € das Paar."
    },
    {
      part: "description",
      page: "/gehoerschutz.html",
      text: "Die Ohrabformung ist im Preis enthalten, das Etui nicht."
    },
    { part: "callout", page: "/hoergeraete.html", text: "Der Hörtest ist kostenlos" },
    { part: "headline", page: "/hoergeraete.html", text: "Hörwerk Freiburg", harmless: true },
    { part: "callout", page: "/gehoerschutz.html", text: "Jetzt Termin vereinbaren", harmless: true },
    { part: "callout", page: "/hoergeraete.html", text: "Meisterbetrieb seit 1962" },
    {
      part: "description",
      page: "/gehoerschutz.html",
      text: "Fertig in zehn Werktagen, sobald die Abformung im Labor ist."
    },
    {
      part: "description",
      page: "/hoergeraete.html",
      text: "Der Hörtest ist kostenlos und dauert etwa 30 Minuten."
    }
  ],
  untrue: [
    {
      why: "dropped",
      part: "headline",
      page: "/hoergeraete.html",
      text: "Ladestation, Gerät enthalten",
      nearest: "Ladestation für 89 €, Gerät nicht enthalten."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/hoergeraete.html",
      text: "Ladestation für 89 €",
      quote: "Ladestation für 89 €, Gerät nicht enthalten.",
      nearest: "Ladestation für 89 €, Gerät nicht enthalten.",
      note: "Cut at a comma, but what is cut is the negation."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/hoergeraete.html",
      text: "Im-Ohr-Hörgeräte 490 €",
      nearest: "Im-Ohr-Hörgeräte ab 490 € pro Stück."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/hoergeraete.html",
      text: "30 Tage kostenlos probetragen",
      nearest: "Sie können jedes Hörgerät bis zu 30 Tage kostenlos probetragen."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/hoergeraete.html",
      text: "Versicherte zahlen 10 €",
      nearest: "Mit Verordnung vom Arzt zahlen gesetzlich Versicherte 10 € je Gerät."
    },
    {
      why: "not_evidence",
      part: "headline",
      page: "/hoergeraete.html",
      text: "20 % auf alle Hörgeräte",
      quote: "Aktion bis 31.03.2022: 20 % auf alle Hörgeräte."
    },
    {
      why: "regulated",
      category: "health_outcomes",
      part: "headline",
      page: "/hoergeraete.html",
      text: "Heilt Schwerhörigkeit",
      nearest: "Ein Hörgerät heilt keine Schwerhörigkeit."
    },
    {
      why: "not_evidence",
      part: "headline",
      page: "/hoergeraete.html",
      text: "Klarton Vivo kaufen",
      note: "Sold out."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/gehoerschutz.html",
      text: "Etui im Preis enthalten",
      nearest: "Die Ohrabformung ist im Preis enthalten, das Etui nicht."
    },
    {
      why: "evidence",
      part: "headline",
      page: "/gehoerschutz.html",
      text: "Fertig in zwei Werktagen",
      nearest: "Fertig in zehn Werktagen, sobald die Abformung im Labor ist."
    },
    {
      why: "evidence",
      part: "headline",
      page: "/hoergeraete.html",
      text: "Bester Akustiker in Baden",
      note: "A testimonial of the start page."
    },
    {
      why: "evidence",
      part: "callout",
      page: "/gehoerschutz.html",
      text: "Hausbesuche in Baden",
      note: "Only in Freiburg, and only the start page says so."
    }
  ],
  goodKeywords: ["hörgeräte freiburg", "im ohr hörgeräte", "gehörschutz nach maß"],
  badKeywords: {
    ownName: ["hörwerk", "hörwerk freiburg"],
    section: ["impressum", "start", "das sagen unsere kunden"],
    notSold: ["klarton vivo", "schlafstöpsel", "tinnitus behandlung"]
  }
}
