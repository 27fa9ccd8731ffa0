import { page, type Site, service, withSections } from "./site.ts"

/** The website that is not in English: a moving company in Hamburg. */
export const litwareSite: Site = {
  slug: "litware",
  name: "Litware Umzüge",
  type: "MovingCompany",
  language: "de",
  tagline: "Warum Litware",
  description:
    "Umzugsunternehmen in Hamburg für Privatumzüge, Firmenumzüge, Möbellift und Einlagerung zum Festpreis.",
  telephone: "+49 40 555 0133",
  call: "Telefon",
  address: {
    street: "Lange Reihe 17",
    city: "Hamburg",
    region: "Hamburg",
    postalCode: "20099",
    country: "DE"
  },
  latitude: 53.5572,
  longitude: 10.0108,
  areaServed: ["Hamburg", "Berlin"],
  rating: { value: 4.9, count: 318 },
  pages: [
    withSections(
      page(
        "",
        "Startseite",
        "Umzugsunternehmen in Hamburg",
        "Litware zieht Sie in Hamburg um: fester Preis, eigenes Team, versichert. Angebot in 24 Stunden.",
        "Seit 1987 ziehen wir Familien und Firmen um. Unser Team ist fest angestellt und kennt jede Treppe der Stadt.",
        "Festpreis ohne Überraschung",
        "Versichert bis 1 Mio. Euro",
        "Angebot in 24 Stunden",
        "Eigenes Team",
        "Halteverbot inklusive"
      ),
      [
        "Für wen wir umziehen",
        "Familien, die in eine größere Wohnung ziehen",
        "Firmen, die übers Wochenende umziehen",
        "Senioren, die sich verkleinern"
      ],
      ["Litware im Vergleich", "Rakete Umzüge", "Nordlicht Transporte"]
    ),
    service(
      "privatumzug/",
      "Privatumzug",
      "Privatumzug zum Festpreis",
      "Ihr Privatumzug in Hamburg zum Festpreis: einpacken, tragen, aufbauen. Besichtigung kostenlos.",
      "Wir packen ein, tragen, bauen auf und nehmen die Kartons wieder mit. Sie sagen nur, was wohin kommt.",
      "Kostenlose Besichtigung",
      "Kartons inklusive"
    ),
    service(
      "firmenumzug/",
      "Firmenumzug",
      "Firmenumzug am Wochenende",
      "Firmenumzüge am Wochenende: am Montag arbeitet Ihr Team am neuen Platz.",
      "Ein Projektleiter plant jeden Tisch und jedes Kabel, damit am Montag alles läuft.",
      "Fester Projektleiter",
      "Montags startklar"
    ),
    service(
      "moebellift/",
      "Möbellift",
      "Möbellift mieten",
      "Möbellift bis zum 8. Stock mieten, mit Fahrer und ohne Treppenhaus.",
      "Der Lift trägt Klaviere, Küchen und Kartons durchs Fenster, in Minuten statt Stunden.",
      "Bis zum 8. Stock",
      "Mit Fahrer"
    ),
    service(
      "einlagerung/",
      "Einlagerung",
      "Möbel einlagern in Hamburg",
      "Möbel sicher einlagern: trocken, beheizt und monatlich kündbar.",
      "Jeder Kunde hat eine eigene, versiegelte Box in unserem Lager in Hammerbrook.",
      "Monatlich kündbar",
      "Beheizt und trocken"
    ),
    service(
      "umzugskartons/",
      "Umzugskartons",
      "Umzugskartons kaufen und leihen",
      "Umzugskartons kaufen oder leihen, am nächsten Tag geliefert und später abgeholt.",
      "Stabile Kartons in drei Größen, dazu Decken, Gurte und Klebeband.",
      "Morgen geliefert"
    ),
    page(
      "kontakt/",
      "Kontakt",
      "Kontakt zu Litware Umzüge",
      "Rufen Sie an oder schreiben Sie uns: Litware Umzüge, Lange Reihe 17, Hamburg.",
      "Telefon +49 40 555 0133 oder hallo@litware.test."
    ),
    page(
      "impressum/",
      "Impressum",
      "Impressum",
      "Anbieter dieser Seiten ist Litware Umzüge, Lange Reihe 17, 20099 Hamburg.",
      "Litware Umzüge, Lange Reihe 17, 20099 Hamburg."
    )
  ]
}
