import { noEvidenceIn } from "../../../claims/index.ts"

/*
 * Common names for the parts of websites, in the languages that drafts support. A site in another language only
 * lacks these hints.
 */

const wholeTextPattern = (...words: ReadonlyArray<string>): RegExp =>
  new RegExp(`^(?:${words.join("|")})$`, "iu")

/** Legal pages, cookies and customer accounts, by their names in links and headings. */
const legalPattern = wholeTextPattern(
  "imprint|impressum|privacy.*|your privacy.*|datenschutz.*|terms.*|agb|allgemeine geschäftsbedingungen|cookies?.*|legal.*|disclaimer|widerruf.*",
  "mentions légales|(politique de )?confidentialité.*|cgv|cgu|conditions générales.*|rgpd|gdpr|aviso legal|condiciones.*|(política de )?(privacidad|cookies).*|note legali|accessibility.*|barrierefreiheit"
)
const accountPattern = wholeTextPattern(
  "(patient |client |customer |member )?(log ?in|sign ?(in|up)).*|register|(my )?account|anmelden|einloggen|registrieren|(mein )?(kunden)?konto|connexion|se connecter|mon compte|espace client|mi cuenta|iniciar sesión|acceso clientes|registro",
  "(shopping )?(cart|bag|basket)( \\(?\\d*\\)?)?|checkout|wishlist|warenkorb|kasse|merkzettel|panier|mon panier|carrito|cesta|finalizar compra"
)
/** Links that no ad should show, besides legal ones. */
const chromePattern = wholeTextPattern(
  "home( ?page)?|start(seite)?|welcome.*|willkommen.*|bienvenue.*|bienvenid.*|accueil|inicio|início|tienda|ホーム|トップ|الرئيسية|דף הבית",
  "skip to .*|menu|menü|search|suche|recherche|buscar|close|more|mehr|next|previous|(read|learn|find out|show|see|view) (more|all).*|mehr (erfahren|lesen|anzeigen)|weiterlesen|en savoir plus|lire la suite|leer más|ver más|saber más|back to top|shop all|all products|accept( all)?|sitemap",
  "deutsch|english|français|español|italiano|[a-z]{2}"
)

/** Headings above other products than the page's own. */
const relatedNames =
  "you (may|might) also like|(related|similar|recommended) (products?|items?)|recently viewed|customers also bought|das könnte (ihnen|dir) auch gefallen|ähnliche produkte|vous aimerez aussi|produits similaires|también te puede gustar|productos relacionados"
const relatedPattern = wholeTextPattern(relatedNames)

/** Pages about the business instead of its offers. */
const aboutTheBusinessPattern = wholeTextPattern(
  "about.*|über uns|wir( über uns)?|unternehmen|à propos.*|qui sommes-nous.*|quiénes somos|sobre .*|nosotros|chi siamo|会社概要|من نحن|אודות",
  "contact.*|kontakt.*|contatt.*|contacto.*|nous contacter|お問い合わせ|اتصل بنا|צור קשר|find us|visit us|get in touch|directions|anfahrt|standorte?|locations?|öffnungszeiten|opening (hours|times)|horaires|horarios?|hours|access|ubicación|dónde estamos|où nous trouver",
  "blog.*|news|aktuelles|neuigkeiten|actualités|noticias|articles|press|presse|prensa|events?|faqs?.*|questions?|preguntas frecuentes|foire aux questions|häufige fragen|help|hilfe|ayuda|aide|support|ratgeber|guides?|resources?|newsletter",
  "jobs?|careers?|karriere|stellenangebote|emplois?|recrutement|empleo|trabaja con nosotros|vacancies|join (us|our team)|work (for|with) us|(become|train as|train to be) an? .*|werde[n sie]* .*|devenir .*|hazte .*|franchis(e|ing)|team|unser team|(the|our|meet the) team|(our )?(attorneys|lawyers|doctors|dentists|people|staff)|équipe|notre équipe|equipo|our story|history|geschichte",
  "reviews?( \\(\\d+\\))?|testimonials?|bewertungen|kundenstimmen|avis.*|opiniones|references?|referenzen|références|gallery|galerie|galería|portfolio|projects?|projekte|réalisations|partners?|partner",
  "prices?|pricing|simple pricing|fees?|our fees|preise|preisliste|tarifs?|precios|tarifas|料金|plans?|(book|booking)( (now|online|a table|an appointment))?|reservations?|reserve( (now|online|a table|your .*))?|make a reservation|reservierung|réservations?|reservas?|reservar( .*)?|pedir cita|cita previa|termin.*|buchen|réserver|prendre rendez-vous|rendez-vous|(get|request) a quote|(free )?quote|angebot anfordern|devis.*|presupuesto|order",
  "services?|our services|leistungen|unsere leistungen|features?|products?|produkte|our products|nos services|prestations|produits|servicios|productos|shop|all services|solutions|lösungen|サービス|menu|speisekarte|carte|la carte|carta",
  "integrations?|api|developers?|documentation|changelog|status|as seen in|(latest )?(news|blog) (&|and) .*|latest (news|posts)|complaints?.*|beschwerde.*|réclamations?|reclamaciones",
  "gift (cards?|vouchers?|certificates?)|gutscheine?|(bons?|chèques?|cartes?) cadeaux?|(tarjetas?|cheques?|bonos?) (de )?regalo|financ(e|ing)( options)?|finanzierung|financement|financiación|sale|outlet|clearance|black friday.*|soldes|rebajas|inspiration|lookbook|trade( accounts?)?|shop by .*|areas?( (we|of) .*| covered| served)?|service areas?|einsatzgebiete?|zones? d['’]intervention|zonas? de .*",
  "(our )?(customers|clients)|case studies|success stories|security|trust cent(er|re)|industries|company|overview|kunden|unsere kunden|nos clients|(nuestros )?clientes|(book|request|watch) a demo|demo|(start )?(your )?free trial|get(ting)? started|ready to (get started|start|begin|go|order|book|talk|try).*|demo (anfragen|buchen)|demander une démo|solicitar (una )?demo",
  "how (it|we|this) works?.*|so funktioniert.*|comment ça marche|cómo funciona.*|frequently asked questions.*|why (choose )?(us|we)|why choose.*|warum wir|pourquoi nous( choisir)?|por qué elegirnos|what (our|people).*say.*|das sagen .*|was .* sagen|ce que disent .*|lo que dicen .*|(our )?promise",
  relatedNames,
  "(featured|popular) (products?|items?)|best ?sellers?|new arrivals|care( instructions)?|details|specifications?|size guide|sizes?|dimensions|materials?|ingredients|pflege(hinweise)?|maße|entretien|matières?|cuidados|medidas|materiales",
  "shipping.*|delivery.*|returns?.*|versand.*|lieferung.*|livraison.*|retours?|envíos?.*|devoluciones|payment.*|zahlung.*|sample page|example page|not found|404.*"
)

const tidied = (text: string): string => text.replaceAll(/^[\s¿¡]+|[\s.:!?…»›>]+$/gu, "").trim()

export const isNeverShown = (text: string): boolean =>
  legalPattern.test(tidied(text)) || accountPattern.test(tidied(text)) || chromePattern.test(tidied(text))
export const isAboutTheBusiness = (text: string): boolean =>
  isNeverShown(text) || aboutTheBusinessPattern.test(tidied(text))
/** Whether a heading stands above other products than the page's own. */
export const isAboveRelated = (heading: string): boolean => relatedPattern.test(tidied(heading))

/** Path segments of pages that sell nothing. */
const sellsNothingPath =
  /(?:^|\/)(?:impressum|imprint|datenschutz\w*|privacy[\w-]*|terms[\w-]*|agb|legal[\w-]*|mentions-legales|confidentialite|cgv|aviso-legal|politica-[\w-]+|cookies?[\w-]*|contact[\w-]*|kontakt|contacto|about[\w-]*|ueber-uns|uber-uns|a-propos|quienes-somos|sobre-nosotros|team|blog|news|faq|jobs|careers|karriere|login|signin|sign-in|signup|account|konto|mi-cuenta|cart|warenkorb|panier|carrito|checkout|shipping|versand|livraison|envios[\w-]*|returns|reservations?|reserve|booking|gift-(?:cards?|vouchers?)|integrations|financiacion|financing|finanzierung|become-[\w-]+|complaints[\w-]*|pedir-cita|find-us|pric(?:es|ing)|preise|tarifs?|precios|tarifas|customers|case-studies|resources|demo|our-story)(?:\.\w+)?\/?$/i

/**
 * Whether a page sells nothing, by its path, its heading or most of its names in links: a menu may call the page of
 * an offer "Product" too.
 */
export const sellsNothing = (
  pathname: string,
  heading: string | null,
  linkNames: ReadonlyArray<string>
): boolean =>
  sellsNothingPath.test(pathname) ||
  (heading !== null && isAboutTheBusiness(heading)) ||
  linkNames.filter(isAboutTheBusiness).length * 2 > linkNames.length

/** Headings above reasons to trust the business. */
export const trustHeading =
  /\b(why|trust|guarantees?|accredit|certif|awards?|promise|reasons|advantages|warum|darum|vorteile|garantie[ns]?|versprechen|auszeichnungen|pourquoi|atouts|engagements|por qué|ventajas|perché)\b|選ばれる理由|لماذا|למה/iu

/** Headings above its audiences. */
export const audienceHeading =
  /\b(who .{0,30}\bfor|who we|for whom|our (customers|clients|guests|patients)|perfect for|ideal for|für wen|unsere kunden|unsere gäste|pour qui|nos clients|notre clientèle|para quién|per chi)\b|こんな方に|お客様/iu

/** Headings above its competitors. */
export const comparisonHeading =
  /\b(compare[ds]?|comparison|alternatives? to|competitors?|how we differ|vergleich|verglichen|wettbewerber|alternativen|comparatif|comparaison|concurrents?|comparación)\b/iu

/** Words that make a short text a reason to trust. */
export const trustWords =
  /\b(licen[cs]ed|insured|certified|accredited|approved|award|guarantee[ds]?|warranty|since (19|20)\d\d|established|family[- ](owned|run)|years of experience|\d+ years|rated|stars?|reviews|member of|bonded|vetted|trusted|seit (19|20)\d\d|meisterbetrieb|zertifiziert\w*|geprüft\w*|garantie|jahre erfahrung|familienbetrieb|innungsbetrieb|ausgezeichnet\w*|depuis (19|20)\d\d|certifiée?s?|agréée?s?|garantie|ans d['’]expérience|assurée?s?|maison familiale|desde (19|20)\d\d|certificad\w+|garantía|dal (19|20)\d\d|certificat\w+|garanzia)\b|創業|認定|保証|実績|معتمد|ضمان|مرخص|אחריות|מוסמך/iu

/** Texts about what is not for sale now. */
export const isSoldOutText = (text: string): boolean => noEvidenceIn(text, null) === "unavailable"
