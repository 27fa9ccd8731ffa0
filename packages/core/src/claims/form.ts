import { tokensOf } from "./text.ts"

/* What no line of an ad may look like, whatever its page says. Its length belongs to the platform's own limits. */

/** Whether a text addresses a program instead of people. */
export const addressesProgram = (text: string): boolean =>
  /\b(?:ignore|disregard|forget)\b.{0,30}\b(?:previous|prior|above|instructions?)\b|\b(?:system prompt|language model|ai assistant|as an ai)\b/iu.test(
    text
  )

const rules: ReadonlyArray<readonly [what: string, found: RegExp]> = [
  ["characters that cannot be seen", /[\p{Cc}\p{Cf}]/u],
  ["a phone number", /(?:\+|(?<![\p{N}.,]))\d(?:[\s()./-]?\d){6,}/u],
  ["an address of the web or of mail", /https?:|www\.|\S@\S/iu],
  ["a text that was cut short", /(?:…|\.\.\.)\s*$/u],
  ["symbols that catch the eye", /[★☆✓✔✗→←⇒♥©®™<>{}[\]|\\^~_=*@\u{1F000}-\u{1FAFF}]/u],
  ["a word in capitals", /(?<!\p{L})(?:\p{Lu}{6,}|FREE|SALE|BEST|CHEAP|NEW|NOW|WOW)(?!\p{L})/u],
  ["letters set apart", /(?<!\p{L})(?:\p{Lu}[.\s]){3,}\p{Lu}?(?!\p{Ll})/u],
  ["capitals in the middle of words", /\p{Ll}\p{Lu}\p{Ll}+\p{Lu}/u],
  ["a word repeated three times", /(?<!\p{L})(\p{L}+)[\s,]+\1[\s,]+\1(?!\p{L})/iu],
  ["repeated punctuation", /([!?.,;:–—-])\s*\1/u],
  ["words that ask for a click", /\bclick here\b|\bklicken sie hier\b|\bcliquez ici\b|\bhaga clic\b/iu]
]

const pairs: ReadonlyArray<readonly [string, string]> = [
  ["(", ")"],
  ["“", "”"],
  ["「", "」"]
]

const countOf = (text: string, sign: string): number => text.split(sign).length - 1

/** What is wrong with the form of a line, as the object of "has"; null if nothing is. */
export const formProblem = (text: string): string | null => {
  if (text !== text.trim() || text === "") return "spaces at its start or end"
  if (!/\p{L}/u.test(text)) return "no word"
  if (pairs.some(([open, close]) => countOf(text, open) !== countOf(text, close)))
    return "one bracket or quotation mark of a pair"
  if (addressesProgram(text)) return "words that address a program"
  return rules.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}

/* Words that templates and menus have and that say nothing about a business. */

const placeholder =
  /lorem ipsum|dolor sit amet|\b(?:new|untitled|sample|example|test) (?:page|document|post|site|website)\b|\buntitled\b|^(?:neue seite|unbenannt\p{L}*|nouvelle page|sans titre|página nueva|nueva página|sin título)|\bhello world\b|\bhallo welt\b|\bbonjour tout le monde\b|\bhola,? mundo\b|\byour (?:text|heading|title|company|tagline|slogan)(?: name)?(?: goes)? here\b|\bunder construction\b|\bjust another wordpress site\b|\{\p{L}+\}|^(?:page|seite|página) \d+$|^what['’]?s(?: on| new)?$/iu

/** Names of sections, which stand alone in menus. With other words they may name something. */
const sections = new Set(
  `home homepage start welcome menu about contact contacts blog news press media events gallery portfolio projects team people staff careers jobs vacancies
  services service products product shop store catalog catalogue solutions features pricing prices fees faq faqs help support resources downloads links
  search login account cart basket checkout newsletter subscribe more info information details overview introduction section sections sector sectors
  policy policies privacy terms legal cookies cookie imprint sitemap archive archives category categories tag tags uncategorized author
  obituary obituaries sport sports weather opinion letters classifieds politics business local world culture lifestyle entertainment editorial columns
  outcomes coupons deals learn explore discover
  reviews testimonials partners sponsors clients customers references donate volunteer mission vision values history story location locations directions hours
  startseite willkommen über kontakt aktuelles neuigkeiten presse termine galerie karriere stellen leistungen produkte angebote preise hilfe impressum datenschutz agb suche anmelden warenkorb referenzen partner unternehmen geschichte anfahrt öffnungszeiten branchen richtlinien todesanzeigen lokales wetter politik wirtschaft kultur
  accueil bienvenue actualités presse événements galerie équipe emplois recrutement prestations produits boutique tarifs aide recherche connexion panier témoignages partenaires entreprise histoire accès horaires secteurs mentions nécrologie météo politique économie culture
  inicio bienvenidos contacto noticias prensa eventos galería equipo empleo servicios productos tienda precios tarifas ayuda buscar carrito opiniones socios empresa historia ubicación horarios sectores políticas obituarios esquelas tiempo política economía cultura deportes`.split(
    /\s+/
  )
)

/** Sections that customers look for, which a link below an ad may name. */
const usefulSection =
  /^(?:contact( us)?|kontakt|contacto|contactez-nous|about( us)?|über uns|à propos|quiénes somos|sobre nosotros|(our )?(prices|pricing|fees|menu|reviews|gallery|work|team|projects)|preise|preisliste|speisekarte|galerie|referenzen|tarifs|(la )?carte|réalisations|avis|precios|tarifas|(la )?carta|opiniones|galería|book (online|now|an appointment)|termin buchen|réserver|reservar|find us|anfahrt|faqs?)$/iu

export const isUsefulSection = (text: string): boolean => usefulSection.test(text.trim())

/** Whether a line is a placeholder of a template, or the name of a section. */
export const isPlaceholder = (text: string): boolean => {
  if (placeholder.test(text.trim())) return true
  const words = tokensOf(text).filter((word) => word !== "&")
  const own = words.filter((word) => !fillers.has(word))
  return own.length === 0 ? words.length === 0 : own.length <= 2 && own.every((word) => sections.has(word))
}

const fillers = new Set(
  "our the all your us to in for a unsere unser die der das alle zu nos notre le la les nuestros nuestras los las el".split(
    " "
  )
)
