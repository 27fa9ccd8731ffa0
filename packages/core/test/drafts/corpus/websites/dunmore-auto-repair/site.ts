import type { Judgement } from "../../index.ts"

export const judgement: Judgement = {
  about:
    "Garage in Columbus in nested tables: prices for most cars, a loaner that is no loan, a store card that is, coupons of 2021 and 2022",
  language: "en",
  name: "Dunmore Auto Repair",
  nameForms: ["Dunmore Auto Repair", "Dunmore", "dunmore-auto-repair.test"],
  places: ["Columbus"],
  sells: [
    { name: "Oil change", page: "/oil-change.html" },
    { name: "Brake repair", page: "/brakes.html" }
  ],
  truthful: [
    { part: "headline", page: "/oil-change.html", text: "Oil Change in Columbus", harmless: true },
    {
      part: "description",
      page: "/oil-change.html",
      text: "Synthetic blend oil change $49.95 for most cars, up to five quarts."
    },
    {
      part: "description",
      page: "/oil-change.html",
      text: "Most oil changes take 40 minutes with an appointment."
    },
    {
      part: "description",
      page: "/oil-change.html",
      text: "Free tire rotation with any oil change on Wednesdays."
    },
    { part: "headline", page: "/oil-change.html", text: "Schedule your oil change", harmless: true },
    { part: "description", page: "/brakes.html", text: "Brake pads from $179 per axle, parts and labor." },
    { part: "description", page: "/brakes.html", text: "Free loaner car with repairs over $500." },
    {
      part: "description",
      page: "/brakes.html",
      text: "Brake repairs are covered for 24 months or 24,000 miles, whichever comes first."
    },
    { part: "headline", page: "/brakes.html", text: "Brake repair" },
    { part: "headline", page: "/brakes.html", text: "We never reuse old hardware" },
    {
      part: "callout",
      page: "/brakes.html",
      text: "We check your fluids",
      quote: "We check your fluids and tire pressure"
    },
    { part: "headline", page: "/brakes.html", text: "Dunmore Auto Repair", harmless: true },
    { part: "description", page: "/oil-change.html", text: "First responders save 10% on labor." },
    { part: "callout", page: "/oil-change.html", text: "In Columbus since 1991" }
  ],
  untrue: [
    {
      why: "dropped",
      part: "headline",
      page: "/oil-change.html",
      text: "Oil change $49.95",
      quote: "oil change $49.95",
      nearest: "Synthetic blend oil change $49.95 for most cars, up to five quarts."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/oil-change.html",
      text: "Free tire rotation",
      nearest: "Free tire rotation with any oil change on Wednesdays."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/oil-change.html",
      text: "Disposal fee included",
      nearest: "Disposal fee of $3 not included."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/oil-change.html",
      text: "Save 10% on labor",
      nearest: "First responders save 10% on labor."
    },
    {
      why: "evidence",
      part: "headline",
      page: "/oil-change.html",
      text: "Oil changes in 14 minutes",
      nearest: "Most oil changes take 40 minutes with an appointment."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/brakes.html",
      text: "Free loaner car",
      nearest: "Free loaner car with repairs over $500."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/brakes.html",
      text: "Brake pads $179",
      nearest: "Brake pads from $179 per axle, parts and labor."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/brakes.html",
      text: "We reuse old hardware",
      nearest: "We never reuse old hardware."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/brakes.html",
      text: "Drum brakes serviced here",
      nearest: "Drum brakes are no longer serviced here."
    },
    {
      why: "regulated",
      category: "credit",
      part: "headline",
      page: "/brakes.html",
      text: "No interest for 6 months",
      nearest:
        "No interest if paid in full within 6 months on purchases of $199 or more with the MotorWise credit card."
    },
    {
      why: "evidence",
      part: "headline",
      page: "/brakes.html",
      text: "$20 off brakes",
      note: "A coupon of 2022 on another page."
    },
    { why: "evidence", part: "headline", page: "/brakes.html", text: "Best mechanic in Ohio" },
    {
      why: "evidence",
      part: "callout",
      page: "/oil-change.html",
      text: "Open Saturdays",
      note: "The start page says that weekends are closed."
    }
  ],
  goodKeywords: ["oil change columbus", "brake repair columbus", "brake pad replacement"],
  badKeywords: {
    ownName: ["dunmore auto repair", "dunmore auto"],
    section: ["coupons", "home"],
    notSold: ["motorwise credit card", "drum brake repair", "loaner car"]
  }
}
