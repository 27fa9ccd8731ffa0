import { tokensOf } from "./text.ts"

/*
 * The words that decide what a line claims and what a cut may not remove, in the languages of drafts. Each list is
 * of words as `tokensOf` writes them. A text in another language is checked with all of them.
 */

interface Lexicon {
  /** Words without meaning of their own. A phrase of a page can end before one of them. */
  readonly functions: string
  /** Calls to action, and words around them that promise nothing. */
  readonly calls: string
  /** Negation and exclusion. */
  readonly negations: string
  /** What is hoped, planned, past, or said of others. */
  readonly unreal: string
  /** What makes a number a limit: "from", "up to", "about". */
  readonly limits: string
  /** What starts a condition, wherever it stands in the sentence. */
  readonly conditions: string
  /** What starts a qualification of the words just before it. */
  readonly qualifiers: string
  /** What ties a price, a promise or a superlative to a place, an occasion or a buyer. */
  readonly bonds: string
  /** Those to whom an offer may be limited. */
  readonly persons: string
  /** Words around an offer that say nothing about it: "we also offer you a". */
  readonly neutral: string
}

const lexicons: Readonly<Record<string, Lexicon>> = {
  en: {
    functions:
      "a an the of for to in on at by with from or as is are be was were it its this that these those your you we our us more & has have had will can do does did so than then too also very here there their they he she his her my i me who which what all any each every into out over up",
    calls:
      "ask call contact book schedule see find learn discover explore visit browse choose start get need talk speak plan arrange request send message email phone ring tell try meet view read check compare enquire inquire shop order about how when where what who why now today us you your our we a an the to for in with & more help team details questions question appointment visit call options reserve table booking online get started touch here with",
    negations:
      "no not never without none nor neither cannot nobody nothing except excluding excludes excluded exclude excl hardly rarely sorry instead unlike unavailable closed stopped",
    unreal:
      "if hope hopes hoping aim aims aiming want wants wish imagine soon coming become could would might may should plan plans planned used formerly once previously was were longer others other competitors competition claim claims claimed claiming rumour myth alleged supposedly said says say think believe almost nearly virtually until upcoming waiting try trying attempt attempts helps beware",
    limits:
      "from up starting starts start least most about around approximately approx roughly circa c under over below above almost nearly between to + max maximum min minimum typically usually average",
    conditions:
      "if when unless until except excluding excl only subject provided terms conditions apply applies minimum min valid limited selected eligible members customers qualifying participating while whilst plus vat after once monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays weekdays weekends mornings evenings nights depending permitting",
    qualifiers: "of for per than if when unless until only except excluding",
    bonds:
      "with on in at over under from to or during within after before by where while that which who as for of per",
    persons:
      "customers customer clients client members member patients patient students student seniors senior children child kids pensioners nhs subscribers owners landlords residents employees veterans families adults guests users",
    neutral:
      "we i our us you your all every each a an the also now always offer offers offering provide provides providing give gives giving include includes including get enjoy receive have has had with & is are of and it s re ve ll to for clients everyone here there come comes"
  },
  de: {
    functions:
      "der die das den dem des ein eine einen einem einer eines für von mit bei im in am an zu zum zur auf aus ist sind war wird werden hat haben ihr ihre ihren ihrem sie wir unser unsere unseren oder als auch mehr & es er so durch nach über um vor wie was wo wer uns ihnen sich dass",
    calls:
      "jetzt tisch reservieren mehr über entdecken finden buchen anrufen anfragen kontaktieren kontaktieren sie besuchen besuchen erfahren lernen kennen kennenlernen termin vereinbaren beraten lassen sprechen fragen frage heute uns sie ihr ihre ihren unser unsere und & wie was wo zu zum zur bei mit von für einen eine ein die den das der ansehen auswählen bestellen schreiben rufen melden nehmen kontakt auf an hier",
    negations:
      "nicht kein keine keinen keinem keiner keines nie niemals ohne weder noch außer ausgenommen ausgeschlossen exklusive exkl statt leider niemand nichts kaum entfällt geschlossen",
    unreal:
      "falls wenn hoffen möchten möchte wollen will bald demnächst würde würden könnte könnten sollte sollten geplant planen früher früheren ehemals ehemalige einst andere anderen anderer mitbewerber konkurrenz angeblich fast nahezu beinahe künftig vielleicht war waren wurde versuchen bis",
    limits:
      "ab bis etwa rund ca circa ungefähr mindestens höchstens maximal max min unter über von zwischen knapp fast + durchschnittlich zu",
    conditions:
      "wenn falls sofern nur ab bis solange außer ausgenommen zzgl exkl mindestbestellwert gilt gültig bedingungen mitglieder neukunden teilnehmende ausgewählte vorausgesetzt sobald montag dienstag mittwoch donnerstag freitag samstag sonntag montags dienstags mittwochs donnerstags freitags samstags sonntags werktags vormittags abends",
    qualifiers: "für von pro je bei wenn falls sofern nur ab bis als",
    bonds:
      "mit auf in im an am ab über unter aus zu zum zur oder während innerhalb nach vor durch die der das den wo als für von bei pro",
    persons:
      "kunden neukunden bestandskunden mitglieder patienten studenten studierende senioren rentner kinder schüler familien gäste versicherte kassenpatienten vermieter",
    neutral:
      "wir unser unsere unseren sie ihnen ihr ihre uns euch alle jede jeden auch immer bieten bietet geben gibt erhalten bekommen haben hat inklusive mit & der die das den ein eine einen einem einer und ist sind es"
  },
  fr: {
    functions:
      "le la les l un une des du de d et ou pour avec chez dans sur à au aux en est sont était votre vos nous notre nos vous plus & il elle ils elles on se s ce cette ces son sa ses leur leurs qui que qu par comme aussi y a ont",
    calls:
      "découvrez trouvez réservez table appelez contactez demandez parlez visitez voir choisissez prenez rendez vous rendez-vous commandez écrivez posez votre vos nous notre nos à de la le les l un une des du sur en savoir plus aujourd hui maintenant & pour avec question questions ici",
    negations:
      "pas non jamais sans aucun aucune ni ne n sauf hors excepté exclu exclue exclus exclues excluant rien personne désolé hormis fermé",
    unreal:
      "si espérons souhaitons bientôt prochainement pourrait pourrions devrait autrefois anciennement autres concurrents concurrence presque quasi prétendu imaginez était étaient voulons visons projetons prévu prévue",
    limits: "partir dès jusqu environ près moins plus maximum minimum entre max min sous autour moyenne +",
    conditions:
      "si lorsque quand sauf hors uniquement seulement sous réserve condition conditions dès jusqu minimum valable membres nouveaux achat partir limité sélectionnés hors lundi mardi mercredi jeudi vendredi samedi dimanche selon fonction",
    qualifiers: "pour de par si lorsque quand sauf seulement uniquement dès jusqu que d",
    bonds: "avec sur en dans à au aux ou pendant après avant par où qui que dès pour de du des",
    persons:
      "clients client membres membre adhérents patients étudiants enfants seniors retraités familles résidents abonnés",
    neutral:
      "nous notre nos vous votre vos tous toutes tout toute chaque aussi toujours offrons offre proposons propose donnons avons avec bénéficiez profitez recevez un une le la les l des du de d & est sont"
  },
  es: {
    functions:
      "el la los las un una unos unas de del al a y o en para con por es son era su sus tu tus nuestro nuestra nuestros nuestras más & lo le les se que como también e u está están ha han",
    calls:
      "descubre encuentra reserva reserve llame contacte visite pida solicite consulte escriba información mesa llama contacta visita pide pregunta habla escribe conoce elige ver consulta consúltanos llámanos contáctanos solicita infórmate compra nos tu tus su sus nuestro nuestra el la los las un una de del en con para más ahora hoy & sobre cita aquí",
    negations:
      "no sin nunca jamás ni ningún ninguna ninguno nada nadie excepto salvo tampoco excluye excluido excluida excluidos excluidas menos cerrado sentimos",
    unreal:
      "si esperamos queremos pronto próximamente podría podríamos debería antes antiguamente otros otras competencia casi imagina era eran aspiramos intentamos",
    limits:
      "desde hasta partir unos unas aproximadamente cerca alrededor mínimo máximo menos más entre aprox media bajo +",
    conditions:
      "si cuando salvo excepto solo sólo únicamente mínimo válido hasta desde condiciones socios clientes nuevos partir compra siempre limitado seleccionados lunes martes miércoles jueves viernes sábado sábados domingo domingos según dependiendo",
    qualifiers: "para de del por si cuando salvo solo sólo desde hasta que",
    bonds: "con en a al o durante tras antes por donde que desde para de del",
    persons:
      "clientes cliente socios socio pacientes paciente estudiantes niños jubilados familias residentes abonados miembros",
    neutral:
      "nosotros nuestro nuestra nuestros nuestras tu tus su sus todos todas todo toda cada también siempre ofrecemos ofrece damos tenemos incluye incluimos con disfruta recibe un una el la los las de del & es son te le"
  }
}

type WordList = { readonly [K in keyof Lexicon]: ReadonlySet<string> } & {
  /** Whether a noun comes after all that describes it. */
  readonly isNounLast: boolean
}

const setOf = (texts: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => text.split(/\s+/)))

const listOf = (found: ReadonlyArray<Lexicon>, isNounLast: boolean): WordList => {
  const all = (key: keyof Lexicon) => setOf(found.map((one) => one[key]))
  return {
    functions: all("functions"),
    calls: all("calls"),
    negations: all("negations"),
    unreal: all("unreal"),
    limits: all("limits"),
    conditions: all("conditions"),
    qualifiers: all("qualifiers"),
    bonds: all("bonds"),
    persons: all("persons"),
    neutral: all("neutral"),
    isNounLast
  }
}

const lists = new Map(
  Object.entries(lexicons).map(([language, one]) => [language, listOf([one], language === "en")] as const)
)
const everyLanguage = listOf(Object.values(lexicons), true)

export const wordListOf = (language: string): WordList =>
  lists.get(language.slice(0, 2).toLowerCase()) ?? everyLanguage

/*
 * What is a claim. Other words of a line only name things, and must stand on the page as well; a claim also keeps
 * all that qualifies it.
 */

const wholeWord = (words: string): string => `(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`
const patternOf = (...parts: ReadonlyArray<string>): RegExp => new RegExp(parts.join("|"), "iu")

/** Prices and what is free: their condition, recipient and object decide what is promised. */
const priced = patternOf(
  wholeWord(
    String.raw`free|freely|gratis|complimentary|kostenlos\p{L}*|kostenfrei\p{L}*|umsonst|schenken|geschenkt|gratuit\p{L}*|offert\p{L}*|offrons|cadeau|regalamos|de regalo|sin coste|sin cargo|no (?:\p{L}+ )?(?:fees?|charges?|costs?)`
  ),
  `[$€£¥]|${wholeWord(String.raw`\d+(?:[.,]\d+)?\s?(?:euros?|eur|usd|gbp|chf|dollars?|pounds?|franken|cents?|pence|p)`)}`,
  String.raw`\d\s?%|${wholeWord("percent|per cent|prozent|pour cent|por ciento")}`,
  wholeWord(
    String.raw`off|sale|discount\p{L}*|rabatt\p{L}*|remise|réduction|promo\p{L}*|descuento\p{L}*|oferta\p{L}*|save|saving|savings|sparen|rebaja\p{L}*|cashback|half[- ]price`
  ),
  wholeWord(`extra|additional|surcharge|aufpreis|zuzüglich|zzgl|supplément|suplemento`)
)

/** Promises that hold under a condition, and superlatives, which hold within a scope. */
const promised = patternOf(
  `guarant|warrant|garanti|garantí|garantiz|gewährleist|money[- ]back|geld[- ]zurück`,
  wholeWord(
    String.raw`same[- ]day|next[- ]day|instant\p{L}*|immediate\p{L}*|24\s?/\s?7|24 hours?|around the clock|day and night|within \p{L}*\s?\d*|while you wait|walk[- ]ins?|in \d+ (?:minutes?|hours?|days?)|sofort\p{L}*|am selben tag|rund um die uhr|innerhalb|le jour même|immédiat\p{L}*|en \d+ (?:h|heures?|minutes?|jours?)|el mismo día|inmediat\p{L}*|en \d+ (?:horas?|minutos?|días?)`
  ),
  wholeWord(
    String.raw`best|cheapest|lowest|fastest|largest|biggest|finest|oldest|leading|unbeatable|unrivall?ed|number one|no 1|top[- ]rated|world[- ]class|most \p{L}+|only|(?:fast|cheap|low|high|larg|bigg|fin|old|young|new|quick|strong|bright|smart|great|easi|friendli|happi|clean|saf|clos|near|short|long|lat|tough|kind|warm|fresh|tasti|healthi|wid|broad|deep|light|cool|hott|soft|smooth|simpl|rar|loveli|cosi|pur|tini)est|beste[nrsm]?|günstigste\p{L}*|führend\p{L}*|größte\p{L}*|billigste\p{L}*|einzige\p{L}*|älteste\p{L}*|schnellste\p{L}*|nr 1|meilleure?s?|moins chère?s?|leader|numéro un|premier|le plus|la plus|les plus|seule?|mejor(?:es)?|líder(?:es)?|únic[oa]s?|número uno|el más|la más`
  ),
  "#\\s?1(?!\\d)"
)

const amounts =
  "one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands million millions dozen dozens half double twice zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig vierzig fünfzig hundert hunderte tausend tausende million millionen dutzend deux trois quatre cinq sept huit neuf dix onze douze vingt trente quarante cinquante cent cents mille dos tres cuatro cinco seis siete ocho nueve diez once doce veinte treinta cuarenta cincuenta cien cientos mil miles"

/** Claims that stand for themselves: a number, a date, an award, a licence, a result. */
const plain = patternOf(
  String.raw`\p{N}`,
  wholeWord(amounts.replaceAll(" ", "|")),
  wholeWord(
    String.raw`licen[cs]ed|insured|bonded|certifi\p{L}*|accredit\p{L}*|approved|award\p{L}*|rated|recommended|registered|qualified|vetted|trusted|experts?|specialists?|winner|winning|zertifiziert\p{L}*|geprüft\p{L}*|meisterbetrieb|meister|innungs?\p{L}*|versichert|ausgezeichnet\p{L}*|experten?|spezialisten?|fachbetrieb|agréée?s?|assurée?s?|certifiée?s?|primée?s?|experts?|spécialistes?|homologad\p{L}*|asegurad\p{L}*|certificad\p{L}*|colegiad\p{L}*|premiad\p{L}*|expert[oa]s?|especialistas?|nhs`
  ),
  wholeWord(
    String.raw`fast|quick\p{L}*|emergency|emergencies|today|tomorrow|notdienst|schnell\p{L}*|express|urgences?|urgencias?|urgente|rapides?|rápid[oa]s?|proven|painless|results?|success\p{L}*|effective|perfect|safe|safest|schmerzfrei|erfolg\p{L}*|bewährt\p{L}*|résultats?|prouvée?s?|efficaces?|resultados?|probad[oa]s?|eficaz|éxito`
  ),
  wholeWord(
    String.raw`includ\p{L}*|inclusive|inklusive|inbegriffen|enthalten|inclus\p{L}*|compris\p{L}*|incluid[oa]s?|incluye\p{L}*|new|neue?[nrsm]?|nouveau\p{L}*|nouvelles?|nuev[oa]s?|organic|vegan|handmade|local|family[- ](?:run|owned)|since|seit|depuis|desde`
  )
)

/** "No appointment needed": what a business does without is a promise as well. */
const without = wholeWord(
  Object.values(lexicons)
    .map(({ negations }) => negations.replaceAll(" ", "|"))
    .join("|")
)
const negated = new RegExp(without, "iu")

/** How much of its sentence a line must keep. */
export type Claim = "none" | "plain" | "promised" | "priced"

const amount = new RegExp(`^(?:[\\d$€£¥%].*|${amounts.replaceAll(" ", "|")})$`, "u")
/** Whether a word is a number, in figures or in letters, or the sign of one. */
export const isAmount = (word: string): boolean => amount.test(word)

export const claimOf = (text: string): Claim => {
  const written = text.normalize("NFKC")
  if (priced.test(written)) return "priced"
  if (promised.test(written) || negated.test(written)) return "promised"
  return plain.test(written) ? "plain" : "none"
}
export const hasClaim = (text: string): boolean => claimOf(text) !== "none"

/** Price and "free" belong to a noun, so a line needs one. */
export const isPriceOrFree = patternOf(
  wholeWord(
    String.raw`free|gratis|complimentary|kostenlos\p{L}*|kostenfrei\p{L}*|umsonst|gratuit\p{L}*|offert\p{L}*|sin coste|sin cargo`
  ),
  String.raw`[$€£¥]|\d\s?%|${wholeWord(String.raw`\d+(?:[.,]\d+)?\s?(?:euros?|eur|usd|gbp|chf|dollars?|pounds?)`)}`
)

/** The units in which a guarantee is counted, which say nothing of what is guaranteed. */
const unit =
  /^(?:years?|months?|weeks?|days?|hours?|minutes?|jahre?n?|monate?n?|wochen?|tage?n?|stunden?|ans?|années?|mois|semaines?|jours?|heures?|años?|mes|meses|semanas?|días?|horas?)$/u

/** Whether a word names what is sold, promised or priced. */
export const isNoun = (word: string, { calls, functions, limits, neutral }: WordList): boolean =>
  !/^[\d$€£¥%]/u.test(word) &&
  !hasClaim(word) &&
  !unit.test(word) &&
  ![calls, functions, limits, neutral].some((words) => words.has(word))

/** Words before which a dropped negation takes nothing away: "free quotes with no obligation". */
export const welcomeNegation =
  /(?<!\p{L})(?:with )?(?:no|not|without|ohne|sans|sin) (?:de |d |any |ningún |)(?:obligation|commitment|hidden|strings|contract|catch|quibble|pressure|hassle|verpflichtung|versteckte|aufpreis|bindung|engagement|frais|compromiso|costes ocultos|permanencia)(?: (?:fees?|costs?|charges?|attached|cachés))?(?!\p{L})/gu

/** The start of a clause that limits what the clause before it promises. */
export const limitingClause =
  /^(?:up to|from|only|except|excluding|depending|subject|selon|je nach|según|for (?!\d|over|more than)|on (?:orders?|all|any|every|selected|weekdays|\p{L}+days?)|with (?:every|any|each|all|purchase|orders?|bookings?)|when|if|ab|bis|nur|außer|für (?!\d)|bei|mit (?:jede[mr]|kauf|buchung)|jusqu|à partir|dès|sauf|hors|pour (?!\d)|à l achat|avec (?:tout|toute|chaque)|hasta|desde|a partir|salvo|excepto|solo|para (?!\d)|por la compra|con (?:cualquier|cada|la compra))/u

/** "Without drilling" and "hardly visible" are promises, and no denials. */
const doesWithout = new Set(["without", "ohne", "sans", "sin", "hardly", "kaum", "instead", "statt"])

/** Whether a text denies or limits something: true as it may be, no rule chooses it for an ad. */
export const deniesSomething = (text: string, language: string): boolean => {
  const { negations } = wordListOf(language)
  return tokensOf(tokensOf(text).join(" ").replaceAll(welcomeNegation, " ")).some(
    (word) => negations.has(word) && !doesWithout.has(word)
  )
}
