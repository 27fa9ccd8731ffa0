/** Words that people add when they search for a provider nearby, for its price, or for a shop. */
export interface Modifiers {
  readonly local: string
  readonly nearby: string
  readonly price: string
  /** What people add who search for a provider anywhere. */
  readonly remote: ReadonlyArray<string>
  readonly buy: (product: string) => ReadonlyArray<string>
}

/** By primary language. */
export const modifiers: Readonly<Record<string, Modifiers>> = {
  en: {
    local: "near me",
    nearby: "nearby",
    price: "cost",
    remote: ["online"],
    buy: (one) => [`buy ${one}`, `${one} online`, `${one} price`, `${one} shop`]
  },
  de: {
    local: "in der nähe",
    nearby: "in meiner nähe",
    price: "kosten",
    remote: ["preise", "online"],
    buy: (one) => [`${one} kaufen`, `${one} online kaufen`, `${one} preis`, `${one} bestellen`]
  },
  fr: {
    local: "près de moi",
    nearby: "à proximité",
    price: "prix",
    remote: ["tarif", "en ligne"],
    buy: (one) => [`acheter ${one}`, `${one} en ligne`, `${one} prix`, `boutique ${one}`]
  },
  es: {
    local: "cerca de mí",
    nearby: "cerca",
    price: "precio",
    remote: ["precios", "online"],
    buy: (one) => [`comprar ${one}`, `${one} online`, `${one} precio`, `tienda ${one}`]
  }
}
