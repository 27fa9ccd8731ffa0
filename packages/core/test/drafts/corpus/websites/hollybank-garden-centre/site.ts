import type { Judgement } from "../../index.ts"

export const judgement: Judgement = {
  about:
    "Garden centre in Shrewsbury without closing tags: out of stock, pre-order, a guarantee with a limit in the next sentence, Christmas notices, a free tree that one must buy two for",
  language: "en",
  name: "Hollybank Garden Centre",
  nameForms: ["Hollybank Garden Centre", "Hollybank", "hollybank-garden-centre.test"],
  places: ["Shrewsbury"],
  sells: [
    { name: "Garden sheds", page: "/sheds.html" },
    { name: "Fruit trees", page: "/trees.html" }
  ],
  truthful: [
    {
      part: "headline",
      page: "/sheds.html",
      text: "Garden sheds from £289",
      quote: "Garden sheds from £289 in pressure-treated timber."
    },
    { part: "headline", page: "/sheds.html", text: "Ten-year guarantee against rot" },
    { part: "headline", page: "/sheds.html", text: "Up to 20% off display sheds" },
    {
      part: "description",
      page: "/sheds.html",
      text: "Delivery is free over £60 within 15 miles of Shrewsbury."
    },
    {
      part: "description",
      page: "/sheds.html",
      text: "Assembly is not included; our fitters charge from £120."
    },
    { part: "headline", page: "/trees.html", text: "Fruit trees from £24.99" },
    { part: "description", page: "/trees.html", text: "3 for 2 on apple trees, cheapest tree free." },
    { part: "description", page: "/trees.html", text: "All our trees are grown in Britain, except citrus." },
    { part: "headline", page: "/trees.html", text: "Fruit Trees in Shrewsbury", harmless: true },
    { part: "callout", page: "/trees.html", text: "Free parking for 200 cars" },
    { part: "headline", page: "/sheds.html", text: "Hollybank Garden Centre", harmless: true },
    {
      part: "description",
      page: "/trees.html",
      text: "Bring in a leaf and our plant doctor looks at it for nothing on Saturdays."
    },
    { part: "headline", page: "/sheds.html", text: "Garden Sheds in Shrewsbury", harmless: true }
  ],
  untrue: [
    {
      why: "dropped",
      part: "headline",
      page: "/sheds.html",
      text: "Garden sheds £289",
      nearest: "Garden sheds from £289 in pressure-treated timber."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/sheds.html",
      text: "20% off display sheds",
      nearest: "Up to 20% off display sheds."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/sheds.html",
      text: "Assembly is included",
      nearest: "Assembly is not included; our fitters charge from £120."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/sheds.html",
      text: "Delivery is free",
      quote: "Delivery is free",
      nearest: "Delivery is free over £60 within 15 miles of Shrewsbury."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/sheds.html",
      text: "Ten-year guarantee",
      quote: "Ten-year guarantee",
      nearest: "Ten-year guarantee against rot."
    },
    {
      why: "sentences",
      part: "headline",
      page: "/sheds.html",
      text: "Against rot. Floors",
      nearest: "Ten-year guarantee against rot."
    },
    {
      why: "not_evidence",
      part: "headline",
      page: "/sheds.html",
      text: "The Wrekin 8x6",
      note: "Out of stock."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/trees.html",
      text: "Apple trees free",
      nearest: "3 for 2 on apple trees, cheapest tree free."
    },
    { why: "not_evidence", part: "headline", page: "/trees.html", text: "Christmas trees half price" },
    {
      why: "dropped",
      part: "headline",
      page: "/trees.html",
      text: "We plant trees at your home",
      nearest: "Our staff do not plant trees at your home."
    },
    {
      why: "dropped",
      part: "headline",
      page: "/trees.html",
      text: "All trees grown in Britain",
      nearest: "All our trees are grown in Britain, except citrus."
    },
    { why: "evidence", part: "callout", page: "/sheds.html", text: "Cheaper than anywhere" },
    { why: "placeholder", part: "headline", page: "/", text: "Obituaries in Shrewsbury" },
    {
      why: "not_evidence",
      part: "description",
      page: "/",
      text: "Closed 24–26 December and on Easter Sunday"
    }
  ],
  goodKeywords: ["garden sheds shrewsbury", "fruit trees", "garden centre shrewsbury"],
  badKeywords: {
    ownName: ["hollybank", "hollybank garden centre"],
    section: ["basket", "obituaries board", "gift cards"],
    notSold: ["wrekin shed", "christmas trees", "tree planting service"]
  }
}
