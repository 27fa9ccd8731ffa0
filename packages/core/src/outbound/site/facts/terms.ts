import type { Page, PageText } from "../page.ts"

/*
 * Words of the languages that drafts support, to find the noun phrases in names and headings. In another
 * language a name is used as it stands.
 */

interface LanguageWords {
  /** Prepositions that end the name of what is offered: "Dental implants | in Leeds". */
  readonly cuts: ReadonlySet<string>
  /** Words that no name of an offer has: pronouns, verbs, questions. */
  readonly notInNames: ReadonlySet<string>
  readonly and: ReadonlySet<string>
  /** Whether the noun comes first: "aceite de oliva". */
  readonly nounFirst: boolean
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

const languages: Readonly<Record<string, LanguageWords>> = {
  en: {
    cuts: words(
      "in for with by from near on at to that who without across after before around since under over between"
    ),
    notInNames: words(
      "i you your yours we our ours us my it its he she they them this these those there here the a an is are was were be been am do does did has have had get gets got can will would should may must why what how when where which who that if not no never always please about all every each welcome made built come book call ask tell from more than because"
    ),
    and: words("and & or"),
    nounFirst: false
  },
  de: {
    cuts: words(
      "in für mit von bei nach aus auf zum zur ohne ab im am vom um durch gegen unter über an als statt beim"
    ),
    notInNames: words(
      "ich du sie wir uns unser unsere unserer unseren ihr ihre ihren ihrem ihrer mein meine es er der die das den dem des ein eine einen einem einer ist sind war waren wird werden hat haben kann können soll muss warum was wie wann wo wer welche wenn nicht kein keine nie immer bitte alle alles jede jeder jedes mehr als weil so"
    ),
    and: words("und & oder"),
    nounFirst: false
  },
  fr: {
    cuts: words("à pour avec par sur en sans chez dans près depuis dès au aux"),
    notInNames: words(
      "je tu vous nous il elle ils elles on votre vos notre nos mon ma mes son sa ses ce cette ces le la les un une est sont était être avez avons a ont peut pouvez pourquoi quoi que qui comment quand où quel quelle si ne pas jamais toujours tout tous toute toutes chaque plus parce"
    ),
    and: words("et & ou"),
    nounFirst: true
  },
  es: {
    cuts: words("en para con por sin desde hasta sobre tras junto"),
    notInNames: words(
      "yo tú tu tus usted ustedes nosotros nuestra nuestro nuestras nuestros vuestro vuestra mi mis su sus el la los las un una unos unas es son era ser está están hay tiene tienen puede pueden por qué que quien quién cómo cuándo dónde cuál si no nunca siempre todo todos toda todas cada más porque"
    ),
    and: words("y e & o"),
    nounFirst: true
  }
}

const unknown: LanguageWords = { cuts: new Set(), notInNames: new Set(), and: new Set(), nounFirst: false }

export const languageWords = (language: string): LanguageWords => languages[language.slice(0, 2)] ?? unknown

/** The words of a text, in lower case. */
export const termWords = (text: string): ReadonlyArray<string> =>
  text
    .normalize("NFC")
    .toLowerCase()
    // A comma within a number belongs to it.
    .match(/&|[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}'’.-]|,(?=\p{N}))*[\p{L}\p{M}\p{N}]|[\p{L}\p{N}]/gu) ?? []

/** The words of a name as written, without asides in brackets: "Dental cleaning (PZR)". */
const partsOf = (text: string): ReadonlyArray<string> =>
  text
    .replaceAll(/\([^)]*\)/g, " ")
    .split(/\s+/)
    .filter((part) => part !== "")
const plain = (part: string): string =>
  part.toLowerCase().replaceAll(/^[^\p{L}\p{N}&]+|[^\p{L}\p{N}]+$/gu, "")

const partsOfTowns = new Set("city centre center central downtown north south east west".split(" "))

/** Removes the place at the end of a name, with its district: "Dentist" of "Dentist Leeds City Centre". */
const withoutPlaces = (
  parts: ReadonlyArray<string>,
  places: ReadonlySet<string>,
  language: string
): ReadonlyArray<string> => {
  const at = parts.findIndex((part, index) => index > 0 && places.has(plain(part)))
  const rest = at < 0 ? [] : parts.slice(at + 1).filter((part) => !places.has(plain(part)))
  // In English the noun comes last, so most words after a place belong to the name.
  const isDistrict = (part: string) =>
    language.startsWith("en") ? partsOfTowns.has(plain(part)) : /^\p{Lu}/u.test(part)
  if (at > 0 && rest.length <= 2 && rest.every(isDistrict)) return parts.slice(0, at)
  const end = parts.findLastIndex((part) => !places.has(plain(part)))
  return end < 0 ? parts : parts.slice(0, end + 1)
}

/** Sizes at the end of a product's name: "28L", "500 ml", "2P". */
const sizeAtEnd =
  /(?:\s+(?:\d+[.,]?\d*\s?(?:l|ml|cl|kg|g|gr|mg|cm|mm|m|oz|lb|lbs|in|inch|p|pcs|w|v|xl|xxl|litros?|liter|litres?)?|x{0,2}[sml]))+$/iu

/** The name of an offer without place, size and what follows a preposition. */
export const coreName = (text: string, language: string, places: ReadonlySet<string>): string => {
  const parts = partsOf(text)
  const { cuts } = languageWords(language)
  const cut = parts.findIndex((part, index) => index > 0 && cuts.has(plain(part)))
  const core = withoutPlaces(cut < 0 ? parts : parts.slice(0, cut), places, language).join(" ")
  return core
    .replace(sizeAtEnd, "")
    .replaceAll(/[\s,;:–-]+$/gu, "")
    .trim()
}

/** The name with everything but its place: "Invoicing software for freelancers". */
export const nameWithoutPlace = (text: string, language: string, places: ReadonlySet<string>): string => {
  const parts = withoutPlaces(partsOf(text), places, language)
  const last = parts.at(-1)
  const isOpen = last !== undefined && languageWords(language).cuts.has(plain(last))
  return (isOpen ? parts.slice(0, -1) : parts)
    .join(" ")
    .replaceAll(/[\s,;:–-]+$/gu, "")
    .trim()
}

/** Whether a text can be the name of something that is sold: a few words, no sentence, no number. */
export const isOfferName = (text: string, language: string, maxWords = 5): boolean => {
  const parts = termWords(text)
  const { cuts, notInNames } = languageWords(language)
  return (
    parts.length > 0 &&
    parts.length <= maxWords &&
    text.length <= 50 &&
    /\p{L}{3}/u.test(text) &&
    !/[!?:;,"“”«»@/|%$€£]|\.(?:\s|$)|\d{3}/u.test(text) &&
    !cuts.has(parts[0]!) &&
    !parts.some((part) => notInNames.has(part))
  )
}

/** The single offers of a joined name: "divorce lawyers" and "custody lawyers" of "Divorce and custody lawyers". */
export const splitName = (text: string, language: string): ReadonlyArray<string> => {
  const found = languageWords(language)
  const parts = partsOf(text)
  const at = parts.findIndex((part) => found.and.has(part.toLowerCase()))
  if (at < 1 || at === parts.length - 1) return [text]
  if (parts.some((part) => found.cuts.has(part.toLowerCase()))) return [text]
  const [before, after] = [parts.slice(0, at), parts.slice(at + 1)]
  if (after.some((part) => found.and.has(part.toLowerCase()))) return [text]
  if (found.nounFirst) {
    const shared = before.length > 1 && after.length === 1 ? before.slice(0, -1) : []
    return [before.join(" "), [...shared, ...after].join(" ")]
  }
  const shared = before.length === 1 && after.length > 1 ? after.slice(-1) : []
  return [[...before, ...shared].join(" "), after.join(" ")]
}

/** Whether a text names work as Germans order it, by a noun and a verb: "Baumstumpf entfernen". */
export const isGermanWork = (text: string): boolean =>
  /^\p{Lu}\p{L}{3,} \p{Ll}{3,}(?:en|ern|eln)$/u.test(text)

/** The noun of a name, which decides what is searched for. */
export const headNoun = (name: string, language: string): string => {
  const parts = termWords(name)
  return (languageWords(language).nounFirst ? parts[0] : parts.at(-1)) ?? ""
}

/** Whether two words are forms of one: "implant" and "implants". */
export const isSameWord = (one: string, other: string): boolean => {
  if (one === other) return true
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return (
    short.length >= 4 &&
    long.length - short.length <= 2 &&
    long.startsWith(short) &&
    /(?:s|es|e|n|en|er)$/.test(long)
  )
}

/** Separates the parts of a title; some characters need spaces around them, because words can contain them. */
export const titleSeparator = /\s+[-–—·•]\s+|\s*:\s+|\s*[|｜»]\s*/u

/** Whether a text is the brand or has it, or is a short form: "Smith Dental" of "Smith & Sons Dental". */
export const namesBrand = (text: string, brand: string): boolean => {
  const [words, known] = [termWords(text), termWords(brand)]
  return (
    ` ${words.join(" ")} `.includes(` ${known.join(" ")} `) || words.every((word) => known.includes(word))
  )
}

/** The parts of a page's title without the brand: what the page is about. */
export const titleParts = ({ title }: Page, brand: string): ReadonlyArray<PageText> =>
  title === null
    ? []
    : title.text
        .split(titleSeparator)
        .filter((part) => part.trim() !== "" && !namesBrand(part, brand))
        .map((text) => ({ ...title, text: text.trim() }))
