import type { Judgement } from "../../index.ts"

export const judgement: Judgement = {
  about:
    'Dentist in Bristol: price glued to the next sentence, free consultation, finance, superlatives in the title, an offer of 2023, a page titled "New page"',
  language: "en",
  name: "Tamsin Row Dental",
  nameForms: ["Tamsin Row Dental", "Tamsin Row", "Tamsin Row Dental Care Ltd", "tamsin-row-dental.test"],
  places: ["Bristol"],
  sells: [
    { name: "Dental implants", page: "/implants.html" },
    { name: "Teeth whitening", page: "/whitening.html" }
  ],
  truthful: [
    { part: "headline", page: "/implants.html", text: "Dental implants from £2,100" },
    {
      part: "headline",
      page: "/implants.html",
      text: "Free implant consultation",
      quote: "Start with a free implant consultation"
    },
    { part: "headline", page: "/implants.html", text: "Dental implants in Bristol", harmless: true },
    {
      part: "description",
      page: "/implants.html",
      text: "Five-year guarantee on implants if you see our hygienist every six months."
    },
    {
      part: "description",
      page: "/implants.html",
      text: "Start with a free implant consultation, held with our treatment coordinator."
    },
    {
      part: "headline",
      page: "/whitening.html",
      text: "Home whitening kit £295",
      quote: "Home whitening kit £295, with custom trays for both jaws."
    },
    {
      part: "description",
      page: "/whitening.html",
      text: "Whitening is for over-18s and starts with a dental check."
    },
    { part: "callout", page: "/implants.html", text: "Step-free access" },
    { part: "callout", page: "/whitening.html", text: "Late opening on Tuesdays" },
    {
      part: "description",
      page: "/whitening.html",
      text: "Book an appointment with our team in Bristol.",
      harmless: true
    },
    { part: "headline", page: "/implants.html", text: "Tamsin Row Dental", harmless: true },
    {
      part: "description",
      page: "/whitening.html",
      text: "Contact us today to book your visit.",
      harmless: true
    },
    { part: "headline", page: "/whitening.html", text: "Whitening is for over-18s" },
    {
      part: "description",
      page: "/implants.html",
      text: "Full-arch treatment is planned after a 3D scan, which costs £120."
    }
  ],
  untrue: [
    {
      why: "dropped",
      part: "headline",
      page: "/implants.html",
      text: "Dental implants £2,100",
      nearest: "Dental implants from £2,100."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/implants.html",
      text: "Free implant",
      quote: "free implant consultation",
      nearest: "Start with a free implant consultation, held with our treatment coordinator."
    },
    {
      why: "sentences",
      part: "headline",
      page: "/implants.html",
      text: "£2,100 full-arch treatment",
      nearest: "Full-arch treatment is planned after a 3D scan, which costs £120."
    },
    {
      why: "dropped",
      part: "description",
      page: "/implants.html",
      text: "Bone grafting is included in the price.",
      nearest: "Bone grafting is not included in the price."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/implants.html",
      text: "Five-year guarantee",
      quote: "Five-year guarantee on implants",
      nearest: "Five-year guarantee on implants if you see our hygienist every six months."
    },
    {
      why: "regulated",
      category: "credit",
      part: "description",
      page: "/implants.html",
      text: "Spread the cost: 0% finance over 12 months, subject to status."
    },
    {
      why: "not_evidence",
      part: "headline",
      page: "/implants.html",
      text: "Implants fitted in one day",
      quote: "My implants were fitted in one day and I felt nothing at all."
    },
    {
      why: "not_evidence",
      part: "headline",
      page: "/whitening.html",
      text: "Whitening £195 not £295",
      quote: "Until 31 May 2023: whitening £195 instead of £295."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/whitening.html",
      text: "Top-up gel £18 a syringe",
      quote: "Top-up gel costs £18 a syringe",
      nearest: "Top-up gel costs £18 a syringe for patients who already have our trays."
    },
    {
      why: "not_evidence",
      part: "headline",
      page: "/whitening.html",
      text: "In-chair whitening",
      note: "The page says that it is coming."
    },
    { why: "placeholder", part: "headline", page: "/whitening.html", text: "New page in Bristol" },
    {
      why: "evidence",
      part: "headline",
      page: "/implants.html",
      text: "Best dentist in Bristol",
      note: "A testimonial on another page says it, and the title of the start page nearly."
    },
    {
      why: "not_evidence",
      part: "callout",
      page: "/implants.html",
      text: "100% safe",
      note: "The privacy notice says it of data."
    },
    {
      why: "evidence",
      part: "headline",
      page: "/implants.html",
      text: "Dental implants from £1,450",
      nearest: "Dental implants from £2,100.",
      note: "The old price, in a comment of the HTML."
    }
  ],
  goodKeywords: ["dental implants bristol", "teeth whitening bristol", "dental implants cost"],
  badKeywords: {
    ownName: ["tamsin row dental", "tamsin row dentist"],
    section: ["find us", "new page", "patient portal", "new here"],
    notSold: ["in chair whitening", "crowns", "emergency dentist"]
  }
}
