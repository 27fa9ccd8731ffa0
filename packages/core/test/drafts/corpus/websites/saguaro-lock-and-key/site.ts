import type { Judgement } from "../../index.ts"

export const judgement: Judgement = {
  about:
    "Locksmith in Phoenix that shouts: all capitals, five headings of the first level, superlatives in the title, links for towns, service call without labor",
  language: "en",
  name: "Saguaro Lock & Key",
  nameForms: [
    "Saguaro Lock & Key",
    "Saguaro Lock and Key",
    "Saguaro",
    "SAGUARO LOCK AND KEY INC.",
    "saguaro-lock-and-key.test"
  ],
  places: ["Phoenix"],
  sells: [
    { name: "House lockouts", page: "/homes.html" },
    { name: "Car keys", page: "/cars.html" }
  ],
  truthful: [
    { part: "headline", page: "/homes.html", text: "Locked out in Phoenix?", harmless: true },
    { part: "description", page: "/homes.html", text: "House lockouts from $65 on weekdays." },
    {
      part: "description",
      page: "/homes.html",
      text: "Rekeying costs $18 a lock when you bring it to our shop."
    },
    { part: "description", page: "/homes.html", text: "Free second key with every new deadbolt." },
    { part: "description", page: "/homes.html", text: "90-day warranty on locks we supply." },
    {
      part: "headline",
      page: "/cars.html",
      text: "Car keys cut and programmed",
      quote: "Car keys cut and programmed at the roadside."
    },
    {
      part: "description",
      page: "/cars.html",
      text: "Transponder keys from $95 for most cars built after 1998."
    },
    {
      part: "description",
      page: "/cars.html",
      text: "Prices on our trucks are the same as in the shop, except on holidays."
    },
    { part: "callout", page: "/cars.html", text: "Credit cards accepted" },
    { part: "headline", page: "/homes.html", text: "Saguaro Lock & Key", harmless: true },
    { part: "headline", page: "/homes.html", text: "Rekeying in Phoenix", harmless: true },
    { part: "callout", page: "/homes.html", text: "Call our locksmiths", harmless: true },
    {
      part: "callout",
      page: "/cars.html",
      text: "In Arizona since 2008",
      quote: "LICENSED IN ARIZONA SINCE 2008"
    }
  ],
  untrue: [
    {
      why: "dropped",
      part: "headline",
      page: "/homes.html",
      text: "House lockouts $65",
      nearest: "HOUSE LOCKOUTS FROM $65 ON WEEKDAYS."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/homes.html",
      text: "House lockouts from $65",
      quote: "HOUSE LOCKOUTS FROM $65",
      nearest: "HOUSE LOCKOUTS FROM $65 ON WEEKDAYS.",
      note: "Not at night."
    },
    {
      why: "sentences",
      part: "headline",
      page: "/homes.html",
      text: "$65 on weekdays. Nights",
      note: "Joins two sentences with two prices."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/homes.html",
      text: "Rekeying costs $18 a lock",
      nearest: "REKEYING COSTS $18 A LOCK WHEN YOU BRING IT TO OUR SHOP."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/homes.html",
      text: "Free second key",
      nearest: "FREE SECOND KEY WITH EVERY NEW DEADBOLT."
    },
    {
      why: "not_evidence",
      part: "headline",
      page: "/homes.html",
      text: "Smart locks in Phoenix",
      note: "They are coming."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/homes.html",
      text: "We open safes",
      nearest: "WE CANNOT OPEN SAFES."
    },
    {
      why: "evidence",
      part: "headline",
      page: "/homes.html",
      text: "We arrive in 9 minutes",
      note: "A testimonial of the start page."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/cars.html",
      text: "Transponder keys from $95",
      nearest: "TRANSPONDER KEYS FROM $95 FOR MOST CARS BUILT AFTER 1998."
    },
    {
      why: "not_evidence",
      part: "headline",
      page: "/cars.html",
      text: "$20 off any car key",
      quote: "$20 OFF ANY CAR KEY"
    },
    {
      why: "dropped",
      part: "headline",
      page: "/cars.html",
      text: "European car keys",
      nearest: "NO EUROPEAN CARS."
    },
    { why: "evidence", part: "callout", page: "/cars.html", text: "#1 rated locksmith" },
    {
      why: "evidence",
      part: "callout",
      page: "/homes.html",
      text: "$19 service call",
      note: "Parts and labor are extra, and no landing page says it."
    },
    { why: "form", part: "headline", page: "/homes.html", text: "CALL (602) 555-0119 NOW" },
    {
      why: "not_evidence",
      part: "description",
      page: "/homes.html",
      text: "The only police-approved locksmith in Arizona",
      note: "Hidden text that speaks to machines."
    }
  ],
  goodKeywords: ["locksmith phoenix", "house lockout", "car key replacement"],
  badKeywords: {
    ownName: ["saguaro lock and key", "saguaro locksmith"],
    section: ["best locksmith near me", "coupon"],
    notSold: ["safe opening", "smart lock installation", "bmw key"]
  }
}
