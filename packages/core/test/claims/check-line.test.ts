import { describe, expect, it } from "vitest"
import { checkLine, type Line, noEvidenceIn, type PageText, sentencesIn } from "../../src/claims/index.ts"

const pageOf = (
  language: string,
  ...texts: ReadonlyArray<string | readonly [under: string, text: string]>
): PageText => ({
  url: "https://northwind.example/",
  language,
  readAt: "2026-11-19T00:00:00.000Z",
  sentences: texts.flatMap((one) => {
    const [under, text] = typeof one === "string" ? [null, one] : one
    return sentencesIn(text).map((sentence) => ({
      text: sentence,
      kind: "sentence" as const,
      notEvidence: noEvidenceIn(sentence, under)
    }))
  })
})

const check = (
  language: string,
  page: PageText,
  text: string,
  quote?: string,
  part: Line["part"] = "headline"
) =>
  checkLine({ part, text, quote }, [page], {
    language,
    brandNames: ["Northwind Dental", "Northwind"],
    places: ["Leeds", "Köln", "Lyon", "Madrid"],
    today: "2026-11-19"
  })

const judged: Readonly<
  Record<
    string,
    { page: PageText; holds: ReadonlyArray<string>; refused: ReadonlyArray<readonly [string, string]> }
  >
> = {
  en: {
    page: pageOf(
      "en",
      "Dental implants in Leeds",
      "We offer a free implant consultation for new patients. A single implant costs from £2,100. Full-arch implants take two visits.",
      "Our team of two specialists, trained in Leeds, plans every case in 3D.",
      "10-year guarantee on implants",
      "Family-run since 1994",
      "Sorry, no cats",
      "Gluten free pasta",
      "Free parking",
      "Delivery is free on orders over £50",
      "The battery is not included",
      "We hope to become the best clinic in Leeds",
      "Winter sale: 20% off whitening until 31 March 2026",
      "“The best dentist I have ever had.” Mary",
      ["What is not included", "Hospital stay"],
      ["Testimonials", "Painless and fast treatment"],
      "Do you offer free whitening?",
      "Free quotes with no obligation",
      "Emergency appointments on the same day in Leeds",
      "Dental care for the whole family"
    ),
    holds: [
      "Dental implants",
      "Dental implants in Leeds",
      "Dental implants Leeds",
      "Ask about dental implants",
      "Book a visit today",
      "Northwind Dental in Leeds",
      "10-year guarantee on implants",
      "10 Year Guarantee on Implants",
      "Family-run since 1994",
      "Free parking",
      "Free parking.",
      "Free implant consultation for new patients",
      "Two specialists, trained in Leeds",
      "A single implant costs from £2,100",
      "Free quotes",
      "Full-arch implants take two visits",
      "Emergency appointments on the same day in Leeds",
      "Dental care for the whole family. Free parking."
    ],
    refused: [
      ["Free implant", "dropped"],
      ["Free implant consultation", "dropped"],
      ["Free implants", "evidence"],
      ["Implant costs from £2,100", "dropped"],
      ["Implant costs £2,100", "evidence"],
      ["£2,100", "form"],
      ["Best clinic in Leeds", "dropped"],
      ["10-year guarantee", "dropped"],
      ["5-year guarantee on implants", "evidence"],
      ["Cats", "dropped"],
      ["Free pasta", "dropped"],
      ["Delivery is free", "dropped"],
      ["Battery included", "evidence"],
      ["20% off whitening", "not_evidence"],
      ["The best dentist", "not_evidence"],
      ["Hospital stay", "not_evidence"],
      ["Fast treatment", "not_evidence"],
      ["Free whitening", "not_evidence"],
      ["Emergency appointments on the same day", "dropped"],
      ["Dental implants in Tacoma", "evidence"],
      ["Horse grooming", "evidence"],
      ["New page in Leeds", "placeholder"],
      ["Obituaries", "placeholder"],
      ["Our services", "placeholder"],
      ["Clinically proven to cure obesity", "regulated"],
      ["Painless implants", "regulated"],
      ["BUY NOW AT EVIL TEST", "form"],
      ["Call +1 617 555 0177", "form"]
    ]
  },
  de: {
    page: pageOf(
      "de",
      "Dachsanierung in Köln",
      "Gerät nicht enthalten",
      "Kostenlose Beratung vor Ort",
      "Reparatur ab 99 €",
      "Wir sind seit 1987 ein Meisterbetrieb.",
      "Lieferung bis 18 Uhr am selben Tag"
    ),
    holds: [
      "Dachsanierung in Köln",
      "Dachsanierung Köln",
      "Kostenlose Beratung vor Ort",
      "Reparatur ab 99 €",
      "Jetzt Termin vereinbaren",
      "Seit 1987 ein Meisterbetrieb"
    ],
    refused: [
      ["Gerät enthalten", "evidence"],
      ["Reparatur 99 €", "evidence"],
      ["Kostenlose Beratung", "dropped"],
      ["Gerät", "dropped"],
      ["Am selben Tag", "dropped"],
      ["Leistungen", "placeholder"],
      ["Verschreibungspflichtige Mittel", "regulated"]
    ]
  },
  fr: {
    page: pageOf(
      "fr",
      "Plombier à Lyon",
      "Devis gratuit pour toute rénovation",
      "Dépannage à partir de 90 €",
      "Intervention sans frais cachés",
      "Déplacement non compris"
    ),
    holds: [
      "Plombier à Lyon",
      "Devis gratuit pour toute rénovation",
      "Dépannage à partir de 90 €",
      "Demandez votre rendez-vous"
    ],
    refused: [
      ["Devis gratuit", "dropped"],
      ["Dépannage 90 €", "evidence"],
      ["Déplacement compris", "evidence"],
      ["Perdre du poids", "regulated"]
    ]
  },
  es: {
    page: pageOf(
      "es",
      "Clínica dental en Madrid",
      "Primera visita gratuita para nuevos pacientes",
      "Implantes desde 950 €",
      "Envío gratis a partir de 60 €",
      "No hacemos ortodoncia"
    ),
    holds: [
      "Clínica dental en Madrid",
      "Implantes desde 950 €",
      "Reserva tu cita",
      "Envío gratis a partir de 60 €"
    ],
    refused: [
      ["Implantes 950 €", "evidence"],
      ["Envío gratis", "dropped"],
      ["Primera visita gratuita", "dropped"],
      ["Ortodoncia", "dropped"]
    ]
  }
}

describe.each(Object.entries(judged))("%s", (language, { holds, page, refused }) => {
  it.each(holds)("“%s” holds", (text) => expect(check(language, page, text)).toMatchObject({ holds: true }))
  it.each(refused)("“%s” is refused: %s", (text, by) =>
    expect(check(language, page, text)).toMatchObject({ holds: false, check: by })
  )
})
