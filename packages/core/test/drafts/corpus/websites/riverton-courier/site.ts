import type { Judgement } from "../../index.ts"

export const judgement: Judgement = {
  about:
    "A town's newspaper: names services, prices and offers of others on every page, and an advertisement of a casino",
  language: "en",
  name: "The Riverton Courier",
  nameForms: ["The Riverton Courier", "Riverton Courier", "riverton-courier.test"],
  places: [],
  sells: [],
  nothingSold: "A news site: free to read, and what its articles name is sold by others or by nobody.",
  truthful: [],
  untrue: [
    {
      why: "not_evidence",
      part: "headline",
      page: "/",
      text: "Free cleanings after flood",
      quote: "Dentist offers free cleanings after flood"
    },
    { why: "placeholder", part: "headline", page: "/obituaries.html", text: "Obituaries in Riverton" },
    {
      why: "regulated",
      category: "political",
      part: "headline",
      page: "/county-budget.html",
      text: "Vote no in June"
    },
    { why: "regulated", category: "gambling", part: "headline", page: "/", text: "$500 welcome bonus" },
    { why: "not_evidence", part: "headline", page: "/", text: "$4.2 million for roads" }
  ],
  goodKeywords: [],
  badKeywords: {
    ownName: ["riverton courier"],
    section: ["obituaries", "sectors", "politics", "news"],
    notSold: ["dentist riverton", "roofers", "county budget", "online casino"]
  }
}
