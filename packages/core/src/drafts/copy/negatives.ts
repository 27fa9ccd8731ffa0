import type { Exclusion } from "../../campaigns/index.ts"
import { isSameWord, languageWords, termWords } from "../../outbound/index.ts"
import type { BusinessFacts } from "./facts.ts"
import { primaryLanguage } from "./line.ts"

/* The searches that hardly any business wants to pay for. A draft starts with them; people edit the list. */

interface Starter {
  /** Searches for work, for learning, and for what costs nothing. */
  readonly everyone: string
  /** Searches of people who do the work themselves. */
  readonly service: string
  /** Searches for used goods, and for help with what people own already. */
  readonly product: string
}

/** By primary language; terms are separated by commas. */
const starters: Readonly<Record<string, Starter>> = {
  en: {
    everyone:
      "jobs, job, salary, career, careers, vacancies, apprenticeship, internship, free, wiki, wikipedia, definition, meaning, what is, pdf, course, training, youtube, reddit, complaints",
    service: "diy, how to, yourself, template, tutorial, images",
    product: "second hand, used, ebay, craigslist, repair, manual, spare parts, rental, recall"
  },
  de: {
    everyone:
      "jobs, job, stellenangebote, gehalt, ausbildung, praktikum, karriere, kostenlos, gratis, wiki, wikipedia, definition, bedeutung, was ist, pdf, kurs, schulung, youtube, forum, beschwerde",
    service: "selber machen, selbst, anleitung, vorlage, bilder, diy",
    product: "gebraucht, ebay, kleinanzeigen, reparatur, bedienungsanleitung, ersatzteile, mieten, rückruf"
  },
  fr: {
    everyone:
      "emploi, emplois, salaire, recrutement, stage, alternance, carrière, gratuit, wiki, wikipédia, définition, c'est quoi, pdf, formation, cours, youtube, forum, plainte",
    service: "soi-même, tutoriel, comment faire, modèle, images, diy",
    product: "occasion, leboncoin, ebay, réparation, notice, pièces détachées, location, rappel"
  },
  es: {
    everyone:
      "empleo, trabajo, sueldo, salario, prácticas, vacantes, gratis, wiki, wikipedia, definición, significado, qué es, pdf, curso, formación, youtube, foro, quejas",
    service: "casero, tutorial, cómo hacer, plantilla, imágenes, diy",
    product: "segunda mano, usado, ebay, wallapop, reparación, manual, recambios, alquiler"
  }
}

/** The single words of all languages that mark searches for work, for learning, and for what costs nothing. */
export const unwantedWords: ReadonlyArray<string> = [
  ...new Set(
    Object.values(starters).flatMap(({ everyone }) =>
      everyone.split(", ").filter((text) => !text.includes(" "))
    )
  )
]

/** Returns the starter list of a business: never a word of what it sells or says that it offers. */
export const starterNegatives = (facts: BusinessFacts): ReadonlyArray<Exclusion> => {
  const starter = starters[primaryLanguage(facts.language)]
  if (starter === undefined) return []
  const offers = [...facts.offers, ...(facts.category === null ? [] : [facts.category])]
  const isShop = offers.length > 0 && offers.every(({ isProduct }) => isProduct)
  const sold = [
    ...offers.flatMap(({ name, terms }) => [name, ...terms]),
    ...offers.flatMap(({ page }) => page?.names ?? []),
    ...[facts.home, ...facts.pages].flatMap(({ sells, text }) =>
      sells ? text.sentences.filter(({ notEvidence }) => notEvidence === null) : []
    )
  ].flatMap(({ text }) => termWords(text))
  const { notInNames } = languageWords(facts.language)
  const known = new Set(sold.filter((word) => !notInNames.has(word)))
  const isSold = (word: string) => known.has(word) || [...known].some((one) => isSameWord(one, word))
  return [starter.everyone, isShop ? starter.product : starter.service]
    .flatMap((list) => list.split(", "))
    .filter((text) => !termWords(text).some((word) => word.length > 2 && isSold(word)))
    .map((text) => ({ text, match: text.includes(" ") ? "phrase" : "broad" }))
}
