import { isAboutTheBusiness, placeholderText, soldOut } from "../../outbound/index.ts"

/*
 * Text of websites that no ad should have, in the supported languages: legal notes, cookies, stock, carts,
 * navigation, opening hours, addresses and other people's words.
 */

const rules: ReadonlyArray<readonly [what: string, found: RegExp]> = [
  ["placeholder text", placeholderText],
  ["something that is sold out", soldOut],
  [
    "a legal note",
    /copyright|©|all rights reserved|alle rechte vorbehalten|tous droits réservés|todos los derechos|\bregistered (?:in|office|company)\b|\bcompany (?:number|no)\b|\bvat (?:no|number|reg)|\bust-?id|handelsregister|handelsgericht|firmenbuch|registro mercantil|\brcs\b|\bsiret\b|\b[nc]if [a-z]?\d|not legal advice|attorney advertising|prior results|\bterms (?:of|and|&)|\bthese terms\b|geschäftsbedingungen|mentions légales|conditions générales|aviso legal|impressum/iu
  ],
  [
    "a note on cookies or data",
    /\bcookies?\b|\bconsent\b|\bprivacy\b|\bgdpr\b|\bdsgvo\b|\brgpd\b|datenschutz|personenbezogen|confidentialité|données personnelles|privacidad|datos personales/iu
  ],
  [
    "a button or a note on stock",
    /\badd to (?:cart|bag|basket)\b|\bin stock\b|\bshopping cart\b|warenkorb|auf lager\b|ajouter au panier|en stock\b|carrito|\bonly \d+ left\b|\bships? within\b|\bselect (?:a )?size\b|\bquantity\b/iu
  ],
  [
    "navigation",
    /\b(?:read|learn|find out|see|view|show) (?:more|all)\b|\bclick\b|mehr (?:erfahren|lesen)|weiterlesen|en savoir plus|lire la suite|leer más|saber más|\blog ?in\b|\bsign ?(?:in|up)\b|einloggen|se connecter|iniciar sesión|\bsubscribe\b|newsletter|\bfollow us\b|folgen sie|suivez[- ]nous|síguenos|back to top|\bskip to\b|\buse the form\b|formular|formulaire|formulario|best viewed|powered by|\bsite by\b/iu
  ],
  [
    "opening hours",
    /\bopening hours\b|öffnungszeiten|horaires|horario|\b(?:monday|montag|lundi|lunes)\b.*\b(?:\d|friday|freitag|vendredi|viernes)/iu
  ],
  [
    "an address",
    /\b\d{5} \p{Lu}|\p{L}(?:straße|strasse|gasse) \d|\b\d+,? (?:rue|avenue|boulevard) |\bcalle \p{L}+,? \d|\b\d+ [\p{L} ]+ (?:street|road|avenue)\b|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b/iu
  ],
  [
    "a condition",
    /\bservice charge\b|\bcancell?ations?\b|\bcharged in full\b|\bpayable in addition\b|\b(?:cannot|can't|do not|don't) guarantee\b|\bterms apply\b|\bmay increase your risk\b|\bplus vat\b|stornier|zzgl\.|annulation|cancelaci|(?:más|sin incluir) iva\b/iu
  ],
  ["other people's words", /^["“„«‘]|(?<![\p{L}'’])(?:I|I'm|I’m|[Ii]ch|[Jj]e|[Yy]o)(?![\p{L}'’])/u],
  [
    "shipping or returns",
    /\breturns?\b.*\baccepted\b|\bfree shipping\b|\bwe ship to\b|versandkostenfrei|livraison gratuite|envío gratis|devoluci/iu
  ]
]

/** Returns why a text of a website cannot be a line of an ad, or null. */
export const unusableText = (text: string): string | null =>
  isAboutTheBusiness(text) ? "navigation" : (rules.find(([, found]) => found.test(text))?.[0] ?? null)
