import type { SitePage } from "./types.ts"

export const page = (
  path: string,
  nav: string,
  title: string,
  description: string,
  paragraph: string,
  ...points: readonly string[]
): SitePage => ({
  path,
  nav,
  title,
  description,
  paragraphs: [paragraph],
  points
})

export const service = (...given: Parameters<typeof page>): SitePage => ({ ...page(...given), service: true })
