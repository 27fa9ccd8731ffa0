import type { Judgement } from "../../index.ts"

export const judgement: Judgement = {
  about:
    "Solicitors in Birmingham without one heading: no win, no fee with conditions, fees plus VAT, past results, an old award, sections People and News",
  language: "en",
  name: "Pemberton Okoro",
  nameForms: [
    "Pemberton Okoro",
    "Pemberton Okoro Solicitors",
    "Pemberton Okoro LLP",
    "Pemberton",
    "pemberton-okoro-law.test"
  ],
  places: ["Birmingham"],
  sells: [
    { name: "Personal injury claims", page: "/injury.html" },
    { name: "Conveyancing", page: "/conveyancing.html" }
  ],
  truthful: [
    { part: "headline", page: "/injury.html", text: "Personal injury claims" },
    {
      part: "description",
      page: "/injury.html",
      text: "No win, no fee for road accident claims that we accept."
    },
    { part: "description", page: "/injury.html", text: "The first call is free and lasts up to 30 minutes." },
    {
      part: "description",
      page: "/injury.html",
      text: "Our success fee is capped at 25% of your compensation."
    },
    { part: "headline", page: "/conveyancing.html", text: "Conveyancing in Birmingham", harmless: true },
    {
      part: "description",
      page: "/conveyancing.html",
      text: "Freehold purchases from £850 plus VAT and disbursements."
    },
    {
      part: "description",
      page: "/conveyancing.html",
      text: "No completion, no legal fee on sales, but search fees stay payable."
    },
    {
      part: "description",
      page: "/conveyancing.html",
      text: "A fixed quote in writing within one working day."
    },
    { part: "callout", page: "/conveyancing.html", text: "Video meetings on request" },
    { part: "headline", page: "/injury.html", text: "Pemberton Okoro Solicitors", harmless: true },
    {
      part: "description",
      page: "/injury.html",
      text: "You usually have three years from the accident to claim."
    },
    {
      part: "callout",
      page: "/injury.html",
      text: "In Birmingham since 1988",
      quote: "Solicitors in Birmingham since 1988"
    },
    { part: "headline", page: "/conveyancing.html", text: "Speak to our solicitors", harmless: true }
  ],
  untrue: [
    {
      why: "dropped",
      part: "headline",
      page: "/injury.html",
      text: "No win, no fee",
      quote: "No win, no fee",
      nearest: "No win, no fee for road accident claims that we accept."
    },
    { why: "evidence", part: "headline", page: "/injury.html", text: "Never a fee" },
    {
      why: "dropped",
      part: "headline",
      page: "/injury.html",
      text: "30-minute call",
      nearest: "The first call is free and lasts up to 30 minutes.",
      note: "Up to 30 minutes, and the first."
    },
    {
      why: "evidence",
      part: "headline",
      page: "/injury.html",
      text: "Success fee capped at 15%",
      nearest: "Our success fee is capped at 25% of your compensation."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/injury.html",
      text: "Medical negligence cases",
      nearest: "We do not act in medical negligence cases."
    },
    {
      why: "evidence",
      part: "headline",
      page: "/injury.html",
      text: "£1.2 million recovered",
      note: "One client in 2017, on the start page."
    },
    { why: "evidence", part: "description", page: "/injury.html", text: "They won my case in two weeks." },
    {
      why: "not_evidence",
      part: "description",
      page: "/injury.html",
      text: "The information on this page is legal advice.",
      note: "A disclaimer, turned around."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/conveyancing.html",
      text: "Freehold purchases £850",
      nearest: "Freehold purchases from £850 plus VAT and disbursements."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/conveyancing.html",
      text: "No completion, no legal fee",
      quote: "No completion, no legal fee on sales",
      nearest: "No completion, no legal fee on sales, but search fees stay payable."
    },
    { why: "not_evidence", part: "headline", page: "/conveyancing.html", text: "Stamp duty holiday" },
    { why: "evidence", part: "callout", page: "/injury.html", text: "Award-winning solicitors" },
    { why: "placeholder", part: "headline", page: "/people.html", text: "People in Birmingham" }
  ],
  goodKeywords: ["conveyancing solicitors birmingham", "personal injury solicitor", "conveyancing quote"],
  badKeywords: {
    ownName: ["pemberton okoro", "pemberton solicitors"],
    section: ["people", "news", "obituaries"],
    notSold: ["medical negligence", "stamp duty holiday", "legal advice free"]
  }
}
