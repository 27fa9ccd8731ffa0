/*
 * The judgement of a search specialist on each website of the corpus, written before the code that drafts
 * campaigns from them. `../corpus.test.ts` checks what can be counted; `npm run check corpus` prints the
 * drafts for a person, whose grades are in `grades.md`.
 */

/** A theme that a specialist expects: an ad group with its landing page. */
export interface ExpectedTheme {
  /** The path of the landing page. */
  readonly page: string
  /** Searches of customers that the ad group must have. */
  readonly keywords: ReadonlyArray<string>
}

export interface ExpectedDraft {
  readonly about: string
  readonly language: "en" | "de" | "fr" | "es"
  /** Why no draft can be made, in the task's message; null if one is expected. */
  readonly refused: RegExp | null
  /** The targeted locations, as the platform names them; empty if a person must choose. */
  readonly places: ReadonlyArray<string>
  /** What the launch check must ask about the location. */
  readonly ambiguous?: RegExp
  readonly themes: ReadonlyArray<ExpectedTheme>
  /** Landing pages that no ad may have. */
  readonly notLanding: RegExp
  /** Text that no headline, description or keyword may contain. */
  readonly forbidden: RegExp
  /** The brand, which no keyword may contain. */
  readonly brand: RegExp
  /** Claims by the only path whose ad may make them. */
  readonly claims: ReadonlyArray<readonly [claim: RegExp, page: string]>
}

const nothing = /^\b$/
const refusal = (about: string, language: ExpectedDraft["language"], refused: RegExp): ExpectedDraft => ({
  about,
  language,
  refused,
  places: [],
  themes: [],
  notLanding: nothing,
  forbidden: nothing,
  brand: nothing,
  claims: []
})

/** The corpus, by the names of its folders. */
export const expectedDrafts: Readonly<Record<string, ExpectedDraft>> = {
  "aire-street-dental": {
    about: "Dentist in Leeds; cookie dialog; claims that belong to one page each",
    language: "en",
    refused: null,
    places: ["Leeds, England, United Kingdom"],
    themes: [
      { page: "/dental-implants.html", keywords: ["dental implants", "dental implants leeds"] },
      { page: "/teeth-whitening.html", keywords: ["teeth whitening", "teeth whitening leeds"] },
      { page: "/childrens-dentistry.html", keywords: ["children's dentistry"] }
    ],
    notLanding: /contact|privacy|fees|login/,
    forbidden: /privacy|cookie|consent|copyright|registered|patient login|opening hours/i,
    brand: /aire street/i,
    claims: [
      [/10-year|guarantee/i, "/dental-implants.html"],
      [/(?<!-)\bfree\b/i, "/childrens-dentistry.html"],
      [/2,350/, "/dental-implants.html"],
      [/295|450/, "/teeth-whitening.html"]
    ]
  },
  "dachdecker-brandt": {
    about: "Roofer in Cologne; address and place only in text; umlauts",
    language: "de",
    refused: null,
    places: ["Cologne, North Rhine-Westphalia, Germany"],
    themes: [
      { page: "/dachsanierung/", keywords: ["dachsanierung", "dachsanierung köln"] },
      { page: "/dachreparatur/", keywords: ["dachreparatur", "dachreparatur köln"] },
      { page: "/flachdach/", keywords: ["flachdach abdichten"] }
    ],
    notLanding: /impressum|datenschutz|kontakt|ueber-uns/,
    forbidden: /impressum|datenschutz|cookie|kontakt zu|über uns|koeln|ust-id/i,
    brand: /brandt/i,
    claims: [
      [/gewährleistung|5 jahre/i, "/dachsanierung/"],
      [/notdienst|selben tag/i, "/dachreparatur/"]
    ]
  },
  "ridgeline-gear": {
    about: "Outdoor shop with JSON-LD; glued product cards; a sold-out tent; another company's trademark",
    language: "en",
    refused: null,
    places: ["United States"],
    themes: [
      { page: "/products/trail-backpack-28l.html", keywords: ["hiking backpack"] },
      { page: "/products/storm-shell-jacket.html", keywords: ["waterproof hiking jacket"] },
      { page: "/products/trekking-poles.html", keywords: ["trekking poles", "carbon trekking poles"] }
    ],
    notLanding: /alpine-tent|shipping|privacy|cart|account/,
    forbidden:
      /\btents?\b|sold out|add to cart|in stock|gore|28LSale|sale\$|newsletter|10% off|shop all|cart \(/i,
    brand: /ridgeline/i,
    claims: [
      [/five years|free of charge/i, "/products/storm-shell-jacket.html"],
      [/890 grams|rain cover/i, "/products/trail-backpack-28l.html"]
    ]
  },
  ledgerly: {
    about: "Invoicing software; menu of features, pricing, blog, log in",
    language: "en",
    refused: null,
    places: ["United States"],
    themes: [
      { page: "/", keywords: ["invoicing software", "invoicing software for freelancers"] },
      { page: "/time-tracking.html", keywords: ["time tracking for freelancers"] }
    ],
    notLanding: /pricing|blog|terms|login|signup/,
    forbidden: /^features|features (?:near|cost)|pricing|log in|sign up|blog|terms|dreading|quickbooks/i,
    brand: /ledgerly/i,
    claims: [[/40 currencies/i, "/"]]
  },
  "trattoria-rosmarino": {
    about: "Italian restaurant in Bristol with JSON-LD; menu tables",
    language: "en",
    refused: null,
    places: ["Bristol, England, United Kingdom"],
    themes: [
      { page: "/", keywords: ["italian restaurant", "italian restaurant bristol"] },
      { page: "/private-dining.html", keywords: ["private dining", "private dining bristol"] },
      { page: "/sunday-lunch.html", keywords: ["italian sunday lunch"] }
    ],
    notLanding: /reservations|find-us|menu/,
    forbidden: /reservations? (?:near|cost)|^menu|opentable|pixelbarn|service charge|find us/i,
    brand: /rosmarino/i,
    claims: [[/24 guests/i, "/private-dining.html"]]
  },
  "okafor-lindqvist": {
    about: "Law firm in a Springfield that the website does not identify; no language declared; capitals",
    language: "en",
    refused: null,
    places: [],
    ambiguous: /Springfield, Illinois.*Springfield, Missouri|Springfield, Missouri.*Springfield, Illinois/,
    themes: [
      { page: "/personal-injury/", keywords: ["personal injury attorneys"] },
      { page: "/divorce/", keywords: ["divorce lawyers"] },
      { page: "/estate-planning/", keywords: ["estate planning"] }
    ],
    notLanding: /attorneys|contact/,
    forbidden:
      /PERSONAL|[Nn]ot legal advice|[Pp]rior results|[Aa]ttorney advertising|[Oo]ur attorneys|near me cost/,
    brand: /okafor|lindqvist/i,
    claims: [
      [/no fee|free/i, "/personal-injury/"],
      [/flat fee/i, "/divorce/"]
    ]
  },
  "summit-consulting": refusal("A theme with its placeholder text", "en", /placeholder|sample text/i),
  "marlow-upholstery": refusal("A page that announces a website", "en", /has \d of \d/),
  fitloop: refusal("A single-page app", "en", /only to browsers/i),
  "plomberie-moreau": {
    about: "Plumber in Lyon with JSON-LD; consent banner",
    language: "fr",
    refused: null,
    places: ["Lyon, Auvergne-Rhone-Alpes, France", "Villeurbanne, Auvergne-Rhone-Alpes, France"],
    themes: [
      { page: "/depannage.html", keywords: ["dépannage plomberie", "dépannage plomberie lyon"] },
      { page: "/chauffe-eau.html", keywords: ["chauffe-eau", "remplacement de chauffe-eau"] },
      { page: "/salle-de-bain.html", keywords: ["rénovation de salle de bain"] }
    ],
    notLanding: /mentions|contact|propos/,
    forbidden: /mentions|cookies|à propos|accueil|accepter|rcs|\bsarl\b/i,
    brand: /moreau/i,
    claims: [
      [/garantie/i, "/chauffe-eau.html"],
      [/jour même/i, "/depannage.html"]
    ]
  },
  "fisio-turia": {
    about: "Physiotherapist in Valencia; address in the footer",
    language: "es",
    refused: null,
    places: ["Valencia, Valencian Community, Spain"],
    themes: [
      {
        page: "/fisioterapia-deportiva.html",
        keywords: ["fisioterapia deportiva", "fisioterapia deportiva valencia"]
      },
      { page: "/suelo-pelvico.html", keywords: ["fisioterapia de suelo pélvico"] },
      { page: "/dolor-de-espalda.html", keywords: ["tratamiento del dolor de espalda"] }
    ],
    notLanding: /aviso|cookies|cita|quienes/,
    forbidden: /aviso legal|cookies|quiénes somos|inicio|pedir cita (?:precio|cerca)|instagram|\bcif\b/i,
    brand: /turia/i,
    claims: [[/45 euros/i, "/dolor-de-espalda.html"]]
  },
  "lone-star-locksmiths": {
    about: "Locksmith in Austin; tables, capitals and no headings; glued neighbours; names of car makers",
    language: "en",
    refused: null,
    places: ["Austin, Texas, United States"],
    themes: [
      { page: "/lockouts.htm", keywords: ["house lockout service"] },
      { page: "/rekey.htm", keywords: ["lock rekeying"] },
      { page: "/carkeys.htm", keywords: ["car key replacement"] }
    ],
    notLanding: /contact/,
    forbidden:
      /copyright|internet explorer|FastFriendly|Friendly Fair|lockouts ?\$|LOCK|toyota|honda|\bford\b/,
    brand: /lone star/i,
    claims: [
      [/45 minutes/i, "/lockouts.htm"],
      [/1995/, "/carkeys.htm"]
    ]
  },
  "radhaus-neubau": {
    about: "Bicycle shop in Vienna; brands of other companies; leasing, workshop",
    language: "de",
    refused: null,
    places: ["Vienna, Vienna, Austria"],
    themes: [
      { page: "/e-bikes/", keywords: ["e-bikes", "e-bikes wien"] },
      { page: "/lastenraeder/", keywords: ["lastenräder", "lastenräder wien"] },
      { page: "/werkstatt/", keywords: ["fahrradwerkstatt", "fahrradwerkstatt wien"] }
    ],
    notLanding: /warenkorb|konto|kontakt|agb|impressum/,
    forbidden: /bosch|shimano|riese|warenkorb|konto|öffnungszeiten|\bagb\b|impressum/i,
    brand: /radhaus/i,
    claims: [[/zwei tage/i, "/werkstatt/"]]
  },
  "finca-almazara": {
    about: "Olive oil shop in Spain with JSON-LD; sold-out oil; consent banner",
    language: "es",
    refused: null,
    places: ["Spain"],
    themes: [
      { page: "/aceite-picual.html", keywords: ["aceite de oliva picual"] },
      { page: "/aceite-ecologico.html", keywords: ["aceite de oliva ecológico"] },
      { page: "/lote-regalo.html", keywords: ["lotes de aceite para regalo"] }
    ],
    notLanding: /arbequina|envios|aviso|cuenta|carrito/,
    forbidden: /arbequina|agotado|añadir al carrito|privacidad|cookies|mi cuenta|devoluciones|envío gratis/i,
    brand: /finca almazara/i,
    claims: [
      [/0,2 grados/i, "/aceite-picual.html"],
      [/certificado/i, "/aceite-ecologico.html"]
    ]
  },
  "zahnaerzte-lindenhof": {
    about: "German dentist with prices; reasons to trust on one page; a trademark; asides in brackets",
    language: "de",
    refused: null,
    places: ["Hamburg, Hamburg, Germany"],
    themes: [
      {
        page: "/leistungen/zahnreinigung.html",
        keywords: ["professionelle zahnreinigung", "professionelle zahnreinigung hamburg"]
      },
      { page: "/leistungen/implantate.html", keywords: ["zahnimplantate", "zahnimplantate hamburg"] },
      { page: "/leistungen/aligner.html", keywords: ["unsichtbare zahnspange"] },
      { page: "/", keywords: ["zahnarzt", "zahnarzt hamburg"] }
    ],
    notLanding: /team|preise|kontakt|impressum|datenschutz|leistungen\/$/,
    forbidden:
      /invisalign|clearcorrect|cookie|impressum|doctolib|patienten sagen|sagen unsere|\bpzr\b|m\/w\/d/i,
    brand: /lindenhof/i,
    claims: [
      [/95 euro/i, "/leistungen/zahnreinigung.html"],
      [/ohne zinsen|nachbarzähne|fester biss/i, "/leistungen/implantate.html"],
      [/1\.900 euro|kostenlos/i, "/leistungen/aligner.html"]
    ]
  },
  rotawell: {
    about:
      "Software for businesses with a menu of features, pricing and customers; a call to action on every page",
    language: "en",
    refused: null,
    places: ["United Kingdom"],
    themes: [
      { page: "/", keywords: ["staff scheduling software"] },
      { page: "/product/rota-planning/", keywords: ["rota planning software"] },
      { page: "/industries/care-homes/", keywords: ["care home rota software"] },
      { page: "/product/absence/", keywords: ["absence management"] }
    ],
    notLanding: /pricing|customers|resources|about|careers|security|demo/,
    forbidden:
      /frequently|get started|costa|bupa|premier inn|xero|sage|near me|bristol|log in|book a demo|trusted by/i,
    brand: /rotawell/i,
    claims: [[/ten minutes/i, "/product/rota-planning/"]]
  },
  "kettle-and-clay": {
    about: "Pottery shop with categories; a sold-out plate; workshops in one town",
    language: "en",
    refused: null,
    places: ["United Kingdom"],
    themes: [
      { page: "/collections/mugs/", keywords: ["handmade mugs"] },
      { page: "/collections/teapots/", keywords: ["handmade teapots"] },
      { page: "/products/moss-mug/", keywords: ["stoneware mug"] },
      { page: "/products/river-teapot/", keywords: ["stoneware teapot"] }
    ],
    notLanding: /workshops|our-story|delivery|terms|dune|account|cart/,
    forbidden: /sold out|basket|you may|10% off|free uk delivery|near me|quote|\bdune\b|add to/i,
    brand: /kettle/i,
    claims: [
      [/350 ml/i, "/collections/mugs/"],
      [/1 litre/i, "/products/river-teapot/"]
    ]
  },
  "mudanzas-ebro": {
    about: "Spanish removals firm; a heading in capitals; prices on one page; legal pages",
    language: "es",
    refused: null,
    places: ["Zaragoza, Aragon, Spain"],
    themes: [
      { page: "/mudanzas-locales.html", keywords: ["mudanzas locales", "mudanzas locales zaragoza"] },
      { page: "/mudanzas-nacionales.html", keywords: ["mudanzas nacionales", "mudanzas compartidas"] },
      { page: "/guardamuebles.html", keywords: ["guardamuebles", "guardamuebles zaragoza"] },
      { page: "/", keywords: ["mudanzas zaragoza"] }
    ],
    notLanding: /blog|contacto|aviso|cookies/,
    forbidden: /MUDANZAS EN|por qué elegirnos|aviso legal|cookies|consejos|registro mercantil/,
    brand: /mudanzas ebro/i,
    claims: [
      [/45 euros|24 horas/i, "/guardamuebles.html"],
      [/30\.000 euros/i, "/"]
    ]
  },
  "bellweather-plumbing": {
    about:
      "Plumber with pages for several towns; page builder; makes of boilers; a price or promise on each page",
    language: "en",
    refused: null,
    places: [
      "Reading, England, United Kingdom",
      "Wokingham, England, United Kingdom",
      "Bracknell, England, United Kingdom"
    ],
    themes: [
      { page: "/emergency-plumber/", keywords: ["emergency plumber", "emergency plumber reading"] },
      { page: "/boiler-repair/", keywords: ["boiler repair", "boiler repair reading"] },
      { page: "/blocked-drains/", keywords: ["blocked drains", "drain unblocking"] }
    ],
    notLanding: /reviews|about|contact|privacy|terms/,
    forbidden:
      /worcester|vaillant|baxi|checkatrade|read more|call back|pixel orchard|why choose|sarah|customers say|company no/i,
    brand: /bellweather/i,
    claims: [
      [/12-month|guarantee/i, "/boiler-repair/"],
      [/no call-out|24 hour|60 minutes/i, "/emergency-plumber/"],
      [/£75/, "/boiler-repair/"]
    ]
  },
  "brennan-hale": {
    about: "Solicitors in Manchester; fees in tables; news, careers and a regulator's text on the same pages",
    language: "en",
    refused: null,
    places: ["Manchester, England, United Kingdom"],
    themes: [
      {
        page: "/conveyancing.html",
        keywords: ["conveyancing solicitors", "conveyancing solicitors manchester"]
      },
      {
        page: "/employment-law.html",
        keywords: ["employment law solicitors", "settlement agreements manchester"]
      },
      { page: "/wills-and-probate.html", keywords: ["wills and probate solicitors", "probate solicitors"] }
    ],
    notLanding: /people|news|careers|contact|complaints|privacy/,
    forbidden:
      /cookie|regulat|trading name|\bvat no|paralegal|stamp duty|flexible working|client portal|siobhan|marcus/i,
    brand: /brennan|hale\b/i,
    claims: [
      [/895|1,095/, "/conveyancing.html"],
      [/240|360/, "/wills-and-probate.html"],
      [/same.day/i, "/employment-law.html"]
    ]
  },
  stockharbor: {
    about:
      "Inventory software with a pricing page; customers and other companies by name; a city only as its office",
    language: "en",
    refused: null,
    places: ["United States"],
    themes: [
      { page: "/", keywords: ["inventory management software"] },
      { page: "/barcode-scanning", keywords: ["barcode inventory software"] },
      { page: "/purchase-orders", keywords: ["purchase order software"] },
      { page: "/wholesale", keywords: ["wholesale inventory software"] }
    ],
    notLanding: /pricing|integrations|blog|login|signup|demo|about|careers|terms|privacy/,
    forbidden:
      /glossier|allbirds|olipop|shopify|amazon|quickbooks|series a|boston|near me|log in|most popular|dana|contact sales/i,
    brand: /stockharbor/i,
    claims: [
      [/\$49|\$199/, "/pricing"],
      [/2,300/, "/"]
    ]
  },
  "sakana-house": {
    about: "Japanese restaurant in Chicago; no language declared; bookings elsewhere; hours and a menu",
    language: "en",
    refused: null,
    places: ["Chicago, Illinois, United States"],
    themes: [
      { page: "/", keywords: ["japanese restaurant", "japanese restaurant chicago"] },
      { page: "/omakase", keywords: ["omakase chicago"] },
      { page: "/private-events", keywords: ["private dining room"] },
      { page: "/catering", keywords: ["sushi catering", "sushi catering chicago"] }
    ],
    notLanding: /menu|gift|reserve/,
    forbidden:
      /resy|doordash|bentobox|gift card|service charge|foodborne|what to expect|reserve a table|^events /i,
    brand: /sakana/i,
    claims: [
      [/\$165|sixteen/i, "/omakase"],
      [/28 guests|40/i, "/private-events"]
    ]
  },
  "greenlight-driving": {
    about: "Driving school in Leeds with JSON-LD; one page wants instructors, not learners",
    language: "en",
    refused: null,
    places: ["Leeds, England, United Kingdom"],
    themes: [
      { page: "/", keywords: ["driving lessons", "driving lessons leeds"] },
      { page: "/automatic-driving-lessons", keywords: ["automatic driving lessons"] },
      { page: "/intensive-driving-courses", keywords: ["intensive driving courses"] },
      { page: "/manual-driving-lessons", keywords: ["manual driving lessons"] }
    ],
    notLanding: /become|prices|faq|book|terms|privacy/,
    forbidden:
      /instructor training|become an? |franchise|£40,000|adi exam|chloe|congratulations|right for me|guarantee/i,
    brand: /greenlight/i,
    claims: [
      [/£50/, "/manual-driving-lessons"],
      [/£420|£1,190|10-hour/, "/intensive-driving-courses"]
    ]
  },
  "baumpflege-kessler": {
    about:
      "German tree surgeon in Munich; jobs on the website; permits, prices and a free visit on one page each",
    language: "de",
    refused: null,
    places: ["Munich, Bavaria, Germany"],
    themes: [
      { page: "/baumfaellung/", keywords: ["baumfällung", "baumfällung münchen"] },
      { page: "/baumpflege/", keywords: ["baumpflege", "baumpflege münchen"] },
      { page: "/wurzelstock-fraesen/", keywords: ["wurzelstock fräsen", "baumstumpf entfernen"] },
      { page: "/baumkontrolle/", keywords: ["baumkontrolle", "baumkontrolle münchen"] }
    ],
    notLanding: /referenzen|stellenangebote|kontakt|impressum|datenschutz/,
    forbidden:
      /cookie|impressum|datenschutz|stellenangebot|m\/w\/d|bewerben|muenchen|spricht für uns|englischen garten/i,
    brand: /kessler/i,
    claims: [
      [/90 euro/i, "/wurzelstock-fraesen/"],
      [/24 stunden/i, "/baumfaellung/"],
      [/kostenlos/i, "/"]
    ]
  },
  "clinica-alameda": {
    about:
      "Spanish dentist in Seville; insurers and a trademark by name; prices and a guarantee on one page each",
    language: "es",
    refused: null,
    places: ["Seville, Andalusia, Spain"],
    themes: [
      { page: "/", keywords: ["dentista sevilla"] },
      { page: "/implantes-dentales/", keywords: ["implantes dentales", "implantes dentales sevilla"] },
      { page: "/ortodoncia/", keywords: ["ortodoncia sevilla", "ortodoncia invisible"] },
      { page: "/blanqueamiento-dental/", keywords: ["blanqueamiento dental"] },
      { page: "/odontopediatria/", keywords: ["dentista infantil", "dentista infantil sevilla"] }
    ],
    notLanding: /financiacion|equipo|blog|contacto|aviso|privacidad/,
    forbidden:
      /invisalign|adeslas|sanitas|\bdkv\b|privacidad|aviso legal|por qué elegirnos|colegiad|reserva tu cita online|cepillar|^cuesta/i,
    brand: /alameda/i,
    claims: [
      [/890/, "/implantes-dentales/"],
      [/195/, "/blanqueamiento-dental/"],
      [/garantía/i, "/implantes-dentales/"],
      [/gratis/i, "/"]
    ]
  },
  "brightbox-lighting": {
    about:
      "Lighting shop with categories and product cards; an article out of stock; a sale; a company's address",
    language: "en",
    refused: null,
    places: ["United Kingdom"],
    themes: [
      { page: "/product-category/pendant-lights/", keywords: ["pendant lights", "kitchen pendant lights"] },
      { page: "/product-category/wall-lights/", keywords: ["wall lights", "plug-in wall lights"] },
      { page: "/product-category/outdoor-lights/", keywords: ["outdoor lights", "outdoor wall lights"] }
    ],
    notLanding: /otto|sale|blog|account|basket|delivery|contact|trade/,
    forbidden:
      /otto|out of stock|basket|\bsku\b|klarna|black friday|showing all|default|30% off|elle|near me|may also/i,
    brand: /brightbox/i,
    claims: [
      [/five.year|guarantee/i, "/product-category/outdoor-lights/"],
      [/28 cm/i, "/product/orla-glass-pendant-light/"]
    ]
  }
}
