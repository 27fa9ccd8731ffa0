import type { Judgement } from "../../index.ts"

export const judgement: Judgement = {
  about:
    "Pub with rooms in Whitby: cured ham, children who eat free with conditions, a paper's praise of 2013, bingo for cash",
  language: "en",
  name: "The Copper Lantern",
  nameForms: ["The Copper Lantern", "Copper Lantern", "copper-lantern-inn.test"],
  places: ["Whitby"],
  sells: [
    { name: "Sunday lunch", page: "/food.html" },
    { name: "Rooms", page: "/rooms.html" }
  ],
  truthful: [
    { part: "headline", page: "/food.html", text: "Sunday Lunch in Whitby", harmless: true },
    {
      part: "headline",
      page: "/food.html",
      text: "Sunday roast £16.50 per person",
      quote: "Sunday roast £16.50 per person, served noon to 5pm."
    },
    { part: "description", page: "/food.html", text: "Dry-cured ham, two eggs and chips for £13." },
    {
      part: "description",
      page: "/food.html",
      text: "Children under five eat free with a paying adult on weekdays."
    },
    { part: "description", page: "/rooms.html", text: "Five rooms from £95 a night, breakfast included." },
    {
      part: "description",
      page: "/rooms.html",
      text: "Book direct and get a free bottle of wine for stays of two nights or more."
    },
    {
      part: "description",
      page: "/rooms.html",
      text: "No cancellation charge up to seven days before arrival."
    },
    { part: "headline", page: "/rooms.html", text: "Rooms in Whitby", harmless: true },
    { part: "callout", page: "/rooms.html", text: "Views over the harbour" },
    { part: "headline", page: "/food.html", text: "The Copper Lantern", harmless: true },
    {
      part: "description",
      page: "/food.html",
      text: "Early bird, two courses £18 before 6.30pm, Monday to Thursday."
    },
    { part: "description", page: "/rooms.html", text: "The attic room sleeps up to four and has no lift." },
    { part: "headline", page: "/food.html", text: "Reserve your table", harmless: true }
  ],
  untrue: [
    {
      why: "dropped",
      part: "headline",
      page: "/food.html",
      text: "Children under five eat free",
      nearest: "Children under five eat free with a paying adult on weekdays."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/food.html",
      text: "Vegan gravy always available",
      nearest: "Vegan gravy is not always available."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/food.html",
      text: "Two courses £18",
      nearest: "Early bird, two courses £18 before 6.30pm, Monday to Thursday."
    },
    { why: "not_evidence", part: "headline", page: "/food.html", text: "Mother’s Day menu £29" },
    {
      why: "not_evidence",
      part: "description",
      page: "/food.html",
      text: "Dishes may contain nuts."
    },
    { why: "evidence", part: "headline", page: "/food.html", text: "The best pie in England" },
    {
      why: "dropped",
      part: "headline",
      page: "/rooms.html",
      text: "Five rooms £95 a night",
      nearest: "Five rooms from £95 a night, breakfast included."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/rooms.html",
      text: "Free bottle of wine",
      nearest: "Book direct and get a free bottle of wine for stays of two nights or more."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/rooms.html",
      text: "No cancellation charge",
      nearest: "No cancellation charge up to seven days before arrival."
    },
    {
      why: "sentences",
      part: "headline",
      page: "/rooms.html",
      text: "Breakfast included. Dogs stay",
      nearest: "Five rooms from £95 a night, breakfast included."
    },
    {
      why: "regulated",
      category: "gambling",
      part: "description",
      page: "/whats-on.html",
      text: "Bingo every Tuesday with cash prizes of up to £500."
    },
    {
      why: "regulated",
      category: "gambling",
      part: "headline",
      page: "/whats-on.html",
      text: "Roulette and blackjack"
    },
    { why: "evidence", part: "callout", page: "/rooms.html", text: "Lift to all rooms" }
  ],
  goodKeywords: ["sunday lunch whitby", "pub with rooms whitby", "rooms whitby"],
  badKeywords: {
    ownName: ["copper lantern", "the copper lantern whitby"],
    section: ["what's on", "food", "from the larder"],
    notSold: ["bingo whitby", "casino night", "daily crab"]
  }
}
