/*
 * Common names for the parts of websites, in several languages. A site in another language only lacks these
 * hints.
 */

const wholeTextPattern = (...words: ReadonlyArray<string>): RegExp =>
  new RegExp(`^(${words.join("|")})$`, "iu")

/** Links that no ad should show: home, legal pages, customer accounts. */
const neverShownPattern = wholeTextPattern(
  "home( ?page)?|start(seite)?|welcome|accueil|inicio|início|ホーム|トップ|الرئيسية|דף הבית",
  "skip to .*|menu|search|suche|recherche|close|more|mehr|next|previous",
  "imprint|impressum|privacy.*|datenschutz.*|terms.*|agb|cookies?.*|legal.*|mentions légales|confidentialité|cgv|aviso legal|sitemap",
  "log ?in|sign ?(in|up)|register|anmelden|einloggen|connexion|cart|warenkorb|panier|checkout|account|my account|mein konto|mon compte",
  "deutsch|english|français|español|italiano|[a-z]{2}"
)

/** Pages about the business instead of its offers. */
const aboutTheBusinessPattern = wholeTextPattern(
  "about.*|über uns|wir( über uns)?|à propos.*|qui sommes-nous.*|sobre .*|chi siamo|会社概要|من نحن|אודות",
  "contact.*|kontakt.*|contatt.*|contacto|お問い合わせ|اتصل بنا|צור קשר|find us|visit us|directions|anfahrt|standorte?|locations?|öffnungszeiten|opening hours|horaires|hours|access",
  "blog|news|aktuelles|actualités|articles|press|presse|events?|faq.*|questions?|help|hilfe|ratgeber|guides?|resources?",
  "jobs?|careers?|karriere|emplois?|recrutement|team|unser team|(the|our) team|équipe|our story|history|geschichte",
  "reviews?|testimonials?|bewertungen|kundenstimmen|avis.*|references?|referenzen|références|gallery|galerie|portfolio|projects?|projekte|réalisations",
  "prices?|pricing|preise|tarifs?|precios|料金|plans?|book.*|termin.*|buchen|réserver|rendez-vous|get a quote|quote|angebot anfordern|devis.*|free quote|order",
  "services?|our services|leistungen|unsere leistungen|products?|produkte|our products|nos services|prestations|produits|shop|all services|サービス"
)

export const isNeverShown = (text: string): boolean => neverShownPattern.test(text)
export const isAboutTheBusiness = (text: string): boolean =>
  isNeverShown(text) || aboutTheBusinessPattern.test(text)

/** Headings above reasons to trust the business. */
export const trustHeading =
  /\b(why|trust|guarantees?|accredit|certif|awards?|promise|reasons|advantages|warum|darum|vorteile|garantie[ns]?|versprechen|auszeichnungen|pourquoi|atouts|engagements|por qué|ventajas|perché)\b|選ばれる理由|لماذا|למה/iu

/** Headings above its audiences. */
export const audienceHeading =
  /\b(who .{0,30}\bfor|who we|for whom|our (customers|clients|guests|patients)|made for|perfect for|ideal for|für wen|unsere kunden|unsere gäste|pour qui|nos clients|notre clientèle|para quién|per chi)\b|こんな方に|お客様/iu

/** Headings above its competitors. */
export const comparisonHeading =
  /\b(compare[ds]?|comparison|alternatives? to|competitors?|how we differ|vergleich|verglichen|wettbewerber|alternativen|comparatif|comparaison|concurrents?|comparación)\b/iu

/** Words that make a short text a reason to trust. */
export const trustWords =
  /\b(licen[cs]ed|insured|certified|accredited|approved|award|guarantee[ds]?|warranty|since (19|20)\d\d|established|family[- ](owned|run)|years of experience|\d+ years|rated|stars?|reviews|member of|bonded|vetted|trusted|seit (19|20)\d\d|meisterbetrieb|zertifiziert\w*|geprüft\w*|garantie|jahre erfahrung|familienbetrieb|innungsbetrieb|ausgezeichnet\w*|depuis (19|20)\d\d|certifiée?s?|agréée?s?|garantie|ans d['’]expérience|assurée?s?|maison familiale|desde (19|20)\d\d|certificad\w+|garantía|dal (19|20)\d\d|certificat\w+|garanzia)\b|創業|認定|保証|実績|معتمد|ضمان|مرخص|אחריות|מוסמך/iu
