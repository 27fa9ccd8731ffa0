import { page, type Site, service } from "./site.ts"

export const wingtipSite: Site = {
  slug: "wingtip",
  name: "Wingtip Toys",
  type: "ToyStore",
  language: "en",
  tagline: "In our shop",
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
  pages: [
    page(
      "",
      "Home",
      "Toys that last, in Chicago",
      "Wingtip Toys: wooden toys, train sets and kites on Halsted Street in Chicago.",
      "Everything on our shelves has been tried by our own children.",
      "Gift wrapping",
      "Easy returns"
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
    page(
      "contact/",
      "Contact",
      "Visit the shop",
      "Visit Wingtip Toys in Chicago.",
      "Call +1 312 555 0119 or write to hello@wingtip.test."
    )
  ]
}
