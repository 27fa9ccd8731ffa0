import type { Judgement } from "../../index.ts"

export const judgement: Judgement = {
  about:
    "Coding bootcamp in Austin: salaries, a job guarantee that the small print takes back, income shares, a sold-out course, a banner of 2022 and a cohort of 2099",
  language: "en",
  name: "Ironquill Code Academy",
  nameForms: ["Ironquill Code Academy", "Ironquill", "Ironquill Code Academy LLC", "ironquill-academy.test"],
  places: ["Austin"],
  sells: [
    { name: "Full-stack coding bootcamp", page: "/bootcamp.html" },
    { name: "Evening JavaScript course", page: "/evening.html" }
  ],
  truthful: [
    { part: "headline", page: "/bootcamp.html", text: "Full-stack coding bootcamp" },
    { part: "headline", page: "/bootcamp.html", text: "Coding bootcamp in Austin", harmless: true },
    {
      part: "description",
      page: "/bootcamp.html",
      text: "Twelve weeks, full time, with at most 16 students."
    },
    { part: "description", page: "/bootcamp.html", text: "Tuition is $9,800, laptop not included." },
    { part: "description", page: "/bootcamp.html", text: "The next cohort starts on March 2, 2099." },
    {
      part: "description",
      page: "/bootcamp.html",
      text: "Veterans can apply for scholarships of up to $2,000."
    },
    { part: "headline", page: "/evening.html", text: "Evening JavaScript course" },
    {
      part: "description",
      page: "/evening.html",
      text: "Tuesdays and Thursdays from 6:30 pm, for ten weeks."
    },
    { part: "headline", page: "/evening.html", text: "No coding experience needed" },
    {
      part: "callout",
      page: "/evening.html",
      text: "Lessons in person",
      quote: "Lessons in person in Austin"
    },
    { part: "headline", page: "/bootcamp.html", text: "Ironquill Code Academy", harmless: true },
    {
      part: "description",
      page: "/evening.html",
      text: "Students get free coffee and one free retake, if they attended eight classes."
    },
    {
      part: "description",
      page: "/bootcamp.html",
      text: "Learn to code in Austin with Ironquill.",
      harmless: true
    }
  ],
  untrue: [
    {
      why: "regulated",
      category: "earnings",
      part: "description",
      page: "/bootcamp.html",
      text: "You will earn six figures: 92% of graduates found work within 180 days."
    },
    {
      why: "regulated",
      category: "earnings",
      part: "description",
      page: "/bootcamp.html",
      text: "Get a job or your money back, terms apply."
    },
    {
      why: "regulated",
      category: "earnings",
      part: "description",
      page: "/bootcamp.html",
      text: "From barista to a $105K salary in four months."
    },
    {
      why: "regulated",
      category: "credit",
      part: "headline",
      page: "/bootcamp.html",
      text: "Pay nothing upfront",
      quote:
        "Pay nothing upfront with our income share agreement, then 14% of your salary once you earn $50,000.",
      nearest:
        "Pay nothing upfront with our income share agreement, then 14% of your salary once you earn $50,000."
    },
    {
      why: "regulated",
      category: "earnings",
      part: "headline",
      page: "/bootcamp.html",
      text: "Guaranteed employment",
      nearest: "Ironquill does not guarantee employment."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/bootcamp.html",
      text: "Laptop included",
      nearest: "Tuition is $9,800, laptop not included."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/bootcamp.html",
      text: "Scholarships of $2,000",
      nearest: "Veterans can apply for scholarships of up to $2,000."
    },
    {
      why: "evidence",
      part: "description",
      page: "/bootcamp.html",
      text: "Save $1,000 when you enroll now.",
      note: "The banner of 2022 on the start page."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/evening.html",
      text: "Evening course for $1,450",
      nearest: "$1,450 when paid in full before the first class."
    },
    {
      why: "not_evidence",
      part: "headline",
      page: "/evening.html",
      text: "Python evening course",
      note: "Sold out."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/evening.html",
      text: "One free retake",
      quote: "one free retake",
      nearest: "Students get free coffee and one free retake, if they attended eight classes."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/evening.html",
      text: "Coding experience needed",
      nearest: "No coding experience needed."
    },
    { why: "evidence", part: "callout", page: "/evening.html", text: "$71,300 starting salary" }
  ],
  goodKeywords: ["coding bootcamp austin", "javascript course", "coding classes austin"],
  badKeywords: {
    ownName: ["ironquill", "ironquill code academy"],
    section: ["outcomes", "last call", "home"],
    notSold: ["python course", "developer jobs", "online bootcamp"]
  }
}
