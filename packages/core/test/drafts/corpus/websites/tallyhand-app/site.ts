import type { Judgement } from "../../index.ts"

export const judgement: Judgement = {
  about:
    "Invoicing software without a place: text split over spans, a price of three elements, a footnote, questions that are answered with no, a feature that is coming",
  language: "en",
  name: "Tallyhand",
  nameForms: ["Tallyhand", "tallyhand", "tallyhand-app.test"],
  places: [],
  sells: [
    { name: "Invoicing software", page: "/pricing.html" },
    { name: "Estimating software", page: "/estimates.html" },
    { name: "Invoicing software", page: "/" }
  ],
  truthful: [
    { part: "headline", page: "/", text: "Invoicing Software" },
    { part: "description", page: "/", text: "Send an invoice from your phone, then see when it was opened." },
    {
      part: "description",
      page: "/",
      text: "There is a free plan for up to three clients, and paid plans for the rest."
    },
    { part: "description", page: "/pricing.html", text: "The free plan covers up to three clients." },
    {
      part: "description",
      page: "/pricing.html",
      text: "Grow costs $12 per user per month, billed annually."
    },
    { part: "description", page: "/pricing.html", text: "Try Grow free for 14 days, no card needed." },
    { part: "description", page: "/pricing.html", text: "Nonprofits get 25% off on annual plans." },
    { part: "description", page: "/estimates.html", text: "Turn an estimate into an invoice with one tap." },
    { part: "headline", page: "/estimates.html", text: "Estimating Software" },
    { part: "description", page: "/estimates.html", text: "Over 400 templates, all included with Orchard." },
    { part: "headline", page: "/", text: "Try Tallyhand today", harmless: true },
    {
      part: "description",
      page: "/estimates.html",
      text: "Custom templates are limited to ten on the Grow plan."
    },
    { part: "callout", page: "/", text: "Cancel from your account", quote: "Cancel from your account page." },
    {
      part: "description",
      page: "/pricing.html",
      text: "Invoicing software for small teams: see our pricing.",
      harmless: true
    }
  ],
  untrue: [
    {
      why: "dropped",
      part: "headline",
      page: "/",
      text: "Tallyhand is free",
      quote: "Is Tallyhand free?",
      nearest: "There is a free plan for up to three clients, and paid plans for the rest.",
      note: "A question, answered with no."
    },
    { why: "not_evidence", part: "headline", page: "/", text: "Payroll software", note: "Coming soon." },
    {
      why: "not_evidence",
      part: "headline",
      page: "/",
      text: "Get paid 3x faster",
      quote: "We get paid 3x faster."
    },
    {
      why: "evidence",
      part: "description",
      page: "/",
      text: "Trusted by Brightwater Studios and Cobalt & Finch.",
      note: "Pictures without a sentence."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/",
      text: "Your first invoice in 60 sec",
      nearest: "Send your first invoice in 60 seconds*",
      note: "A median with a footnote."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/pricing.html",
      text: "Free plan",
      quote: "free plan",
      nearest: "The free plan covers up to three clients."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/pricing.html",
      text: "Grow costs $12",
      quote: "Grow costs $12 per user per month",
      nearest: "Grow costs $12 per user per month, billed annually."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/pricing.html",
      text: "25% off on annual plans",
      nearest: "Nonprofits get 25% off on annual plans."
    },
    { why: "not_evidence", part: "headline", page: "/pricing.html", text: "Launch price $6" },
    {
      why: "dropped",
      part: "description",
      page: "/pricing.html",
      text: "Refunds are available on annual plans.",
      nearest: "Refunds are not available on annual plans."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/estimates.html",
      text: "Export to Ledgerbird",
      nearest: "Export to Ledgerbird costs $4 a month extra.",
      note: "Somebody else's name, and the extra cost is gone."
    },
    {
      why: "evidence",
      part: "headline",
      page: "/estimates.html",
      text: "Over 4,000 templates",
      nearest: "Over 400 templates, all included with Orchard."
    },
    { why: "evidence", part: "callout", page: "/pricing.html", text: "No. 1 invoicing tool" },
    { why: "evidence", part: "callout", page: "/pricing.html", text: "24/7 phone support" }
  ],
  goodKeywords: ["invoicing software", "estimating software", "invoice app"],
  badKeywords: {
    ownName: ["tallyhand", "tally hand"],
    section: ["pricing", "log in", "seed", "orchard"],
    notSold: ["payroll software", "ledgerbird", "brightwater studios"]
  }
}
