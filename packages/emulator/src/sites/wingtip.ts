import { page, type Site, service, withSections } from "./site.ts"

export const wingtipSite: Site = {
  slug: "wingtip",
  name: "Wingtip Toys",
  type: "ToyStore",
  language: "en",
  tagline: "Why families come back",
  description: "A toy shop in Chicago for wooden toys, trains and kites.",
  telephone: "+1 312 555 0119",
  address: {
    street: "901 Halsted Street",
    city: "Chicago",
    region: "IL",
    postalCode: "60642",
    country: "US"
  },
  latitude: 41.8987,
  longitude: -87.6477,
  areaServed: ["Chicago"],
  rating: { value: 4.6, count: 158 },
  pages: [
    withSections(
      page(
        "",
        "Home",
        "Toys that last, in Chicago",
        "Wingtip Toys: wooden toys, train sets and kites on Halsted Street in Chicago.",
        "Everything on our shelves has been tried by our own children.",
        "Gift wrapping",
        "Easy returns",
        "Family-owned since 2003",
        "Tried by our own children"
      ),
      ["Who our toys are for", "Parents of small children", "Grandparents before a birthday"],
      ["Wingtip compared", "Lucerne Toys"]
    ),
    service(
      "wooden-toys/",
      "Wooden toys",
      "Wooden toys",
      "Wooden toys from small workshops, safe for every age.",
      "Blocks, animals and kitchens that will be handed down.",
      "Safe paints"
    ),
    service(
      "train-sets/",
      "Train sets",
      "Toy train sets",
      "Train sets that fit together, whatever the maker.",
      "We build your layout in the shop before you buy.",
      "Try before you buy"
    ),
    service(
      "kites/",
      "Kites",
      "Kites for the lake front",
      "Kites for beginners and for storms, tried on the lake front of Chicago.",
      "We show you the knots, and mend what the wind breaks.",
      "Mended for free"
    ),
    service(
      "board-games/",
      "Board games",
      "Board games for families",
      "Board games that children and grown-ups both like, with a table to try them in the shop.",
      "Ask for the game of the month: it is open on the table by the window.",
      "Try before you buy"
    ),
    page(
      "gift-vouchers/",
      "Gift vouchers",
      "Gift vouchers",
      "Gift vouchers from Wingtip Toys, by mail or in the shop, valid for three years.",
      "Choose an amount; we write the name by hand.",
      "Valid for three years"
    ),
    page(
      "contact/",
      "Contact",
      "Visit the shop",
      "Visit Wingtip Toys in Chicago.",
      "Call +1 312 555 0119 or write to hello@wingtip.test."
    )
  ]
}
