import { pageKey } from "../../campaigns/index.ts"
import type { AdTheme } from "./ad-lines.ts"
import type { BusinessFacts, Offer } from "./facts.ts"

/** More ads would each get too few searches. */
const maxAds = 6

const onPage = (facts: BusinessFacts, offer: Offer | null): ReadonlyArray<AdTheme> =>
  offer?.page == null || !offer.page.sells ? [] : [{ facts, offer, page: offer.page }]

/** Whether an offer is a single product, which its page describes to machines. */
export const isOneProduct = ({ isProduct, name }: Offer): boolean =>
  isProduct && name.at.in === "website" && name.at.where.startsWith("JSON-LD")

/** The offers of a single-page site have no pages of their own: together they are one theme. */
const wholeBusiness = (facts: BusinessFacts): Offer | null => {
  const { category, home, offers } = facts
  const named = category ?? offers[0]
  return named === undefined
    ? null
    : {
        ...named,
        page: home,
        terms: [...named.terms, ...offers.flatMap(({ name, terms }) => [name, ...terms])]
      }
}

/**
 * The themes of a draft, one a landing page: each offer that has a page, then what the business is as a whole. A
 * page that sells nothing, or only what is sold out, is none.
 */
export const draftThemes = (facts: BusinessFacts): ReadonlyArray<AdTheme> => {
  // A category of a shop has more searches than each of its products.
  const offers = facts.offers.toSorted((a, b) => Number(isOneProduct(a)) - Number(isOneProduct(b)))
  const themes = offers.flatMap((offer) => onPage(facts, offer))
  const general = onPage(facts, themes.length > 0 ? facts.category : wholeBusiness(facts))
  const byPage = new Map<string, AdTheme>()
  for (const theme of [...themes.slice(0, maxAds - general.length), ...general]) {
    const key = pageKey(theme.page.url)
    if (!byPage.has(key)) byPage.set(key, theme)
  }
  return [...byPage.values()]
}

/** The theme of one landing page; null if it names no offer. */
export const landingTheme = (facts: BusinessFacts): AdTheme | null => {
  const { category, home, offers } = facts
  const own = offers.find(({ page }) => page !== null && pageKey(page.url) === pageKey(home.url))
  const offer = own ?? category ?? wholeBusiness(facts)
  return offer === null ? null : { facts, offer, page: home }
}

/** The theme of a brand campaign: the business by its name. */
export const brandTheme = (facts: BusinessFacts): AdTheme => ({
  facts,
  offer: { name: facts.brand, page: facts.home, terms: [], isProduct: false },
  page: facts.home
})
