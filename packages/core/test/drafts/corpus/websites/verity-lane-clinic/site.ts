import type { Judgement } from "../../index.ts"

export const judgement: Judgement = {
  about:
    "Aesthetic clinic in Manchester with pages that may not be advertised (Botox, weight-loss pens) beside pages that may, and an offer until 2099 for new clients",
  language: "en",
  name: "Verity Lane Clinic",
  nameForms: ["Verity Lane Clinic", "Verity Lane", "Verity Lane Clinic Ltd", "verity-lane-clinic.test"],
  places: ["Manchester"],
  sells: [
    { name: "Laser hair removal", page: "/laser.html" },
    { name: "Chemical peels", page: "/peels.html" }
  ],
  truthful: [
    { part: "headline", page: "/laser.html", text: "Laser hair removal" },
    {
      part: "description",
      page: "/laser.html",
      text: "Laser hair removal from £45 a session, patch test included."
    },
    { part: "description", page: "/laser.html", text: "Book six sessions and pay for five." },
    {
      part: "description",
      page: "/laser.html",
      text: "A free skin consultation comes before every laser course."
    },
    {
      part: "description",
      page: "/laser.html",
      text: "Until 30 June 2099, new clients get their first underarm session for £20."
    },
    { part: "headline", page: "/laser.html", text: "Laser Hair Removal Manchester", harmless: true },
    { part: "headline", page: "/peels.html", text: "Chemical Peels in Manchester", harmless: true },
    {
      part: "description",
      page: "/peels.html",
      text: "Chemical peels £75 each or £195 for a course of three."
    },
    { part: "description", page: "/peels.html", text: "Allow two days for redness to settle." },
    { part: "callout", page: "/laser.html", text: "Step-free entrance" },
    { part: "headline", page: "/laser.html", text: "Verity Lane Clinic", harmless: true },
    {
      part: "description",
      page: "/peels.html",
      text: "Book your visit to our clinic in Manchester.",
      harmless: true
    },
    {
      part: "description",
      page: "/laser.html",
      text: "Laser hair removal from £45 a session",
      quote: "Laser hair removal from £45 a session, patch test included."
    },
    { part: "description", page: "/laser.html", text: "Not suitable for tanned skin or white hair." }
  ],
  untrue: [
    {
      why: "regulated",
      category: "prescription_drugs",
      part: "headline",
      page: "/injectables.html",
      text: "Botox from £180 for one area"
    },
    {
      why: "regulated",
      category: "prescription_drugs",
      part: "headline",
      page: "/laser.html",
      text: "Anti-wrinkle injections"
    },
    {
      why: "regulated",
      category: "weight_loss",
      part: "description",
      page: "/weight.html",
      text: "Lose up to 15% of your body weight with weekly injections."
    },
    {
      why: "regulated",
      category: "prescription_drugs",
      part: "description",
      page: "/weight.html",
      text: "Semaglutide pens from £149 a month after an online assessment."
    },
    {
      why: "regulated",
      category: "health_outcomes",
      part: "headline",
      page: "/peels.html",
      text: "Peels cure acne",
      quote: "Peels do not cure acne or rosacea.",
      nearest: "Peels do not cure acne or rosacea."
    },
    {
      why: "regulated",
      category: "weight_loss",
      part: "headline",
      page: "/peels.html",
      text: "Weight loss without dieting"
    },
    {
      why: "dropped",
      part: "headline",
      page: "/laser.html",
      text: "Laser hair removal £45",
      nearest: "Laser hair removal from £45 a session, patch test included."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/laser.html",
      text: "First underarm session for £20",
      nearest: "Until 30 June 2099, new clients get their first underarm session for £20."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/laser.html",
      text: "Suitable for tanned skin",
      nearest: "Not suitable for tanned skin or white hair."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/laser.html",
      text: "Permanent hair reduction",
      nearest: "Hair reduction is not permanent for everyone."
    },
    {
      why: "not_evidence",
      part: "headline",
      page: "/peels.html",
      text: "£55 a peel",
      note: "The offer of spring 2024."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/peels.html",
      text: "Chemical peels £195",
      nearest: "Chemical peels £75 each or £195 for a course of three."
    },
    { why: "evidence", part: "callout", page: "/laser.html", text: "Ten years younger" },
    { why: "evidence", part: "callout", page: "/peels.html", text: "Best Newcomer" }
  ],
  goodKeywords: ["laser hair removal manchester", "chemical peel manchester"],
  badKeywords: {
    ownName: ["verity lane", "verity lane clinic"],
    section: ["injectables", "weight", "peels"],
    notSold: ["botox manchester", "weight loss injections", "semaglutide", "acne cure"]
  }
}
