import type { NoEvidence } from "./page-text.ts"

/*
 * Sentences of websites that prove nothing, in the languages of drafts: other people's words, navigation, cookies,
 * legal notes, holidays, what is sold out or not sold yet, and templates that nobody filled in.
 */

const rules: ReadonlyArray<readonly [NoEvidence, RegExp]> = [
  [
    "excluded",
    /^\s*(?:advertisement|advertorial|sponsored|promoted|anzeige|werbung|publicité|sponsorisé|publicidad|patrocinado)(?!\p{L})/iu
  ],
  [
    "placeholder",
    /\blorem ipsum\b|\bdolor sit amet\b|\bconsectetur adipisc|\bsed do eiusmod\b|\but enim ad minim\b|\bduis aute irure\b|\bexcepteur sint\b|\byour (?:text|heading|title|company|content|tagline|slogan)(?: name)?(?: goes)? here\b|\bthis is (?:an example|a sample) page\b|\bsample page\b|\bjust another wordpress site\b|\bhello world\b|\bhallo welt\b|\bbonjour tout le monde\b|\bhola,? mundo\b|\bheading here\b|\bclick here to edit\b|^new page\b|\buntitled (?:document|page)\b|^(?:neue seite|nouvelle page|nueva página|página nueva|page sans titre|unbenanntes dokument|sin título)\b|\b(?:feature|service|item|product|headline) (?:one|two|three|four|\d)$|\bwelcome to (?:our|my) (?:new )?(?:website|site|blog)\b|\btell visitors about\b|\bunder construction\b|\bhier entsteht\b|\bsite en construction\b|\bsitio en construcción\b/iu
  ],
  [
    "unavailable",
    /\b(?:sold out|out of stock|discontinued|no longer available|currently unavailable|fully booked|waiting list|coming (?:soon|in|this|next|to) ?\p{L}*|pre-?orders?|arriving|arrives|vorbestell\p{L}*|kommt (?:im|in|bald)|précommande\p{L}*|arrive (?:en|cet)|à venir|preventa|llegará|launching (?:soon|in)|available (?:soon|from \p{L}+ \d)|ausverkauft|nicht (?:mehr )?(?:lieferbar|verfügbar|auf lager)|vergriffen|ausgebucht|demnächst|in kürze|en rupture|rupture de stock|épuisé\p{L}*|indisponible|complet|prochainement|(?<!à )bientôt|agotad\p{L}*|sin existencias|fuera de stock|no disponible|próximamente|completo)(?!\p{L})|(?:^|[:–—-]\s*)(?:now )?(?:sold|soon|bald|pronto|verkauft|vendue?s?|vendid[oa]s?|reserved|reserviert|réservée?s?|reservad[oa]s?)\W*$/iu
  ],
  [
    "legal",
    /copyright|©|all rights reserved|alle rechte vorbehalten|tous droits réservés|todos los derechos|\bregistered (?:in|office|company)\b|\bcompany (?:number|no)\b|\bvat (?:no|number|reg)|\bust-?id|handelsregister|handelsgericht|firmenbuch|registro mercantil|\brcs\b|\bsiret\b|\b[nc]if [a-z]?\d|not (?:constitute |legal |financial |medical )+advice|no (?:legal|financial|medical) advice|attorney advertising|prior results|past performance|individual results|results not typical|resultados no típicos|résultats non typiques|results (?:may|can) (?:vary|differ)|(?:ergebnisse|resultate) (?:können|variieren)|los resultados (?:pueden|varían)|les résultats (?:peuvent|varient)|keine rechtsberatung|\bdisclaimer\b|\bmay contain (?:nuts|traces|allergens)|\ballergens?\b|\bkcal\b|enthält allergene|peut contenir|puede contener|haftungsausschluss|\bterms (?:of|and|&|apply)|\bthese terms\b|geschäftsbedingungen|mentions légales|conditions générales|aviso legal|impressum|\bcookies?\b|\bconsent\b|\bprivacy\b|\bgdpr\b|\bdsgvo\b|\brgpd\b|datenschutz|personenbezogen|confidentialité|données personnelles|privacidad|datos personales|(?:do not|don['’]t|cannot|can['’]t) guarantee|keine garantie|keine gewähr|ne garantissons? pas|no garantizamos/iu
  ],
  [
    "notice",
    /\b(?:closed (?:\d+|for|on|from|over|until|between)|(?:christmas|holiday|easter|new year) (?:hours|closure|opening|closing)|we (?:are|will be) closed|betriebsferien|betriebsurlaub|wir haben (?:vom|über)|geschlossen|fermeture|fermés? (?:du|le|pour|jusqu)|congés annuels|cerrado (?:por|del|hasta)|cerramos|vacaciones)(?!\p{L})/iu
  ],
  [
    "navigation",
    /\b(?:read|learn|find out|see|view|show) (?:more|all)\b(?! about)|\bclick\b|mehr (?:erfahren|lesen)|weiterlesen|en savoir plus|lire la suite|leer más|saber más|\blog ?in\b|\bsign ?(?:in|up)\b|einloggen|se connecter|iniciar sesión|\bsubscribe\b|newsletter|\bfollow us\b|folgen sie|suivez[- ]nous|síguenos|back to top|\bskip to\b|\buse the form\b|formular\b|formulaire\b|formulario\b|best viewed|powered by|\bsite by\b|\badd to (?:cart|bag|basket)\b|shopping cart|warenkorb|ajouter au panier|carrito|\bselect (?:a )?size\b/iu
  ],
  [
    "testimonial",
    /^\s*["“”„«‘‹]|["“”„«][^"“”„»]{12,}["“”»]|(?<![\p{L}'’])(?:I|I'm|I’m|I've|I’ve|[Ii]ch|[Jj]['’](?:ai|y|étais)|[Yy]o)(?![\p{L}'’])|(?<!\p{L})(?:mein|meine|meinen|meinem|meiner|mon|ma|mi|mis|my|me ha|me han)(?!\p{L})|(?<!\p{L})je (?:suis|recommande|conseille|remercie|trouve|pense|ne|n['’]|me|m['’]|vous|les?|la|l['’])(?!\p{L})|^\s*[—–-]\s*\p{Lu}/u
  ]
]

/** A heading above other people's words. */
const testimonialHeading =
  /testimonial|reviews?\b|what (?:our|people|clients|customers|patients|students).*say|kundenstimmen|bewertungen|das sagen|was .* sagen|erfahrungsberichte|rezensionen|avis\b|témoignages|ce que disent|ils parlent|opiniones|testimonios|reseñas|lo que dicen|success stor(?:y|ies)|erfolgsgeschichten/iu

/** A heading above what is not sold, not included or not meant. */
const excludingHeading =
  /(?<!\p{L})(?:not|don['’]t|doesn['’]t|won['’]t|never|exclu\p{L}*|exceptions?|nicht|keine?|ohne|ausgeschlossen|ausnahmen|non|pas|sauf|excepto|no incluy?e?\p{L}*|no|sin|unlike|competitors?|others|andere|concurrents?|otros|myths?|mythen|mythes|mitos)(?!\p{L})/iu

/** A heading above what is past, or not there yet. */
const unavailableHeading =
  /(?<!\p{L})(?:coming soon|past (?:events|courses|offers)|previous|archive[ds]?|sold|sold out|demnächst|archiv|vergangene|bientôt|archives|à venir|próximamente|archivo|anteriores|waiting list|warteliste)(?!\p{L})/iu

const legalHeading =
  /(?<!\p{L})(?:terms|conditions|privacy|cookies?|legal|disclaimer|small print|fine print|agb|datenschutz|impressum|rechtliche\p{L}*|mentions légales|confidentialité|aviso legal|privacidad|condiciones)(?!\p{L})/iu

/** Why a sentence of a page proves nothing, by its words and the heading above it; null if it is evidence. */
export const noEvidenceIn = (text: string, under: string | null): NoEvidence | null => {
  const found = rules.find(([, pattern]) => pattern.test(text))?.[0]
  if (found !== undefined) return found
  if (under !== null) {
    if (testimonialHeading.test(under)) return "testimonial"
    if (legalHeading.test(under)) return "legal"
    if (unavailableHeading.test(under)) return "unavailable"
    if (excludingHeading.test(under) && !/\?\s*$/u.test(under)) return "excluded"
  }
  return /\?["”»)]*\s*$/u.test(text) ? "question" : null
}

/* Offers that have ended. */

const monthNames: ReadonlyArray<string> = [
  "jan\\p{L}*|jän\\p{L}*|ene\\p{L}*|janv\\p{L}*",
  "feb\\p{L}*|fév\\p{L}*",
  "mar\\p{L}*|mär\\p{L}*",
  "apr\\p{L}*|avr\\p{L}*|abr\\p{L}*",
  "may|mai|mayo",
  "jun\\p{L}*|juin",
  "jul\\p{L}*|juil\\p{L}*",
  "aug\\p{L}*|août|ago\\p{L}*",
  "sep\\p{L}*|set\\p{L}*",
  "oct\\p{L}*|okt\\p{L}*",
  "nov\\p{L}*",
  "dec\\p{L}*|dez\\p{L}*|déc\\p{L}*|dic\\p{L}*"
]
const month = monthNames.map((names, n) => `(?<m${n + 1}>${names})`).join("|")
const dayMonthYear = new RegExp(
  `(?<!\\p{L})(?:(?<day>\\d{1,2})\\.?(?:st|nd|rd|th)? (?:of |de )?)?(?:${month})\\.?(?: (?<late>\\d{1,2})(?:st|nd|rd|th)?(?!\\d))?(?:,? (?:of |de |del )?(?<year>20\\d\\d))?(?![\\p{L}\\d])`,
  "giu"
)
const numeric =
  /(?<!\d)(?<day>\d{1,2})[./](?<month>\d{1,2})[./](?<year>20\d\d)(?!\d)|(?<!\d)(?<iso>20\d\d-\d\d-\d\d)(?!\d)/gu
const bareYear = /(?<![\d.,$€£])20\d\d(?![\d%])/gu

/** Words that tie a date to an offer: a date alone may be that of a foundation. */
const ofOffer =
  /(?<!\p{L})(?:until|till|ends?|ending|expires?|valid|ended|expired|by|before|offer|sale|special|promo\p{L}*|discount|deal|book by|starts?|bis|gültig|aktion\p{L}*|angebot\p{L}*|rabatt\p{L}*|endete?|jusqu['’]?au|valable|offre|promotion|soldes|hasta|válid[oa]|oferta|promoción|rebajas|black friday|menu|intake|term|semester|kurs\p{L}*|rentrée|curso)(?!\p{L})/iu
const ofPast =
  /(?<!\p{L})(?:since|founded|established|seit|gegründet|depuis|fondée?|desde|fundad[oa]|copyright|©)(?!\p{L})/iu

const iso = (year: number, month: number, day: number): string =>
  `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`

/** Whether a sentence is about an offer whose date has passed. A date without a year is this year's. */
export const isExpired = (text: string, today: string): boolean => {
  if (!(ofOffer.test(text) || /[$€£]\s?\d|\d\s?[€%]/u.test(text)) || ofPast.test(text)) return false
  const years = [...text.matchAll(bareYear)].map(([year]) => Number(year))
  const thisYear = years.length === 0 ? Number(today.slice(0, 4)) : Math.max(...years)
  const ends: Array<string> = []
  for (const { groups } of text.matchAll(numeric)) {
    const { day, iso: written, month, year } = groups!
    ends.push(written ?? iso(Number(year), Number(month), Number(day)))
  }
  for (const { groups } of text.matchAll(dayMonthYear)) {
    const number = monthNames.findIndex((_, n) => groups![`m${n + 1}`] !== undefined) + 1
    const day = groups!["day"] ?? groups!["late"]
    // "May" and "März" alone may be words or names; with a day or a year they are dates.
    if (day === undefined && groups!["year"] === undefined) continue
    ends.push(iso(Number(groups!["year"] ?? thisYear), number, Number(day ?? 31)))
  }
  if (ends.length === 0) ends.push(...years.map((year) => iso(year, 12, 31)))
  return ends.length > 0 && ends.toSorted().at(-1)! < today
}
