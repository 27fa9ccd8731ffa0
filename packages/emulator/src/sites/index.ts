import { contosoSite } from "./contoso.ts"
import { litwareSite } from "./litware.ts"
import { fabrikamSite, northwindSite } from "./northwind.ts"
import { renderPage, renderRobots, renderSitemap, type Site } from "./site.ts"
import { tailspinSite } from "./tailspin.ts"
import { wingtipSite } from "./wingtip.ts"

const sites: readonly Site[] = [
  northwindSite,
  fabrikamSite,
  contosoSite,
  wingtipSite,
  tailspinSite,
  litwareSite
]

const html = { "content-type": "text/html; charset=utf-8" }

/**
 * Names under `.test` are reserved (RFC 6761). They resolve only where a program maps them to the emulator.
 */
const hostOf = ({ slug }: Site): string => `${slug}.test`

/** Returns the URL of a demo website. */
export const siteUrl = (slug: string): string => `http://${slug}.test/`

/** All host names of demo websites. */
const siteNames: readonly string[] = sites.map(hostOf).flatMap((name) => [name, `www.${name}`])

/** Maps the host names to the emulator's address, for resolvers. */
export const siteAddresses = (
  emulatorUrl: string
): ReadonlyMap<string, { readonly address: string; readonly port: number }> => {
  const { hostname: address, port } = new URL(emulatorUrl)
  return new Map(siteNames.map((name) => [name, { address, port: Number(port) }]))
}

/**
 * Whether a host name belongs to a demo website. Such a name serves only the website, not the other routes.
 */
export const isSiteName = (name: string): boolean => siteNames.includes(name)

const htmlResponse = (site: Site, base: string, path: string): Response => {
  if (path === "robots.txt")
    return new Response(renderRobots(base), { headers: { "content-type": "text/plain" } })
  if (path === "sitemap.xml") {
    return new Response(renderSitemap(site, base), { headers: { "content-type": "application/xml" } })
  }
  const page = site.pages.find((candidate) => candidate.path === path || candidate.path === `${path}/`)
  if (!page)
    return new Response("<!doctype html><title>Not found</title><h1>Not found</h1>", {
      status: 404,
      headers: html
    })
  if (page.path !== path) return Response.redirect(`${base}${page.path}`, 301)
  return new Response(renderPage(site, page, base), { headers: html })
}

/** Serves a website by its own host name: `http://northwind.test/…`. */
export const serveNamedSite = (url: URL): Response => {
  const site = sites.find((each) => url.hostname.endsWith(hostOf(each)))!
  const base = siteUrl(site.slug)
  return url.hostname === hostOf(site)
    ? htmlResponse(site, base, url.pathname.slice(1))
    : Response.redirect(`${base}${url.pathname.slice(1)}`, 301)
}

/** Serves `/sites/{slug}/…`: the same websites for local browsers. */
export const serveSite = (url: URL): Response | undefined => {
  const match = /^\/sites\/(\w+)(\/.*)?$/.exec(url.pathname)
  const site = sites.find(({ slug }) => slug === match?.[1])
  if (!match || !site) return undefined
  const base = `${url.origin}/sites/${site.slug}/`
  return match[2] === undefined ? Response.redirect(base, 301) : htmlResponse(site, base, match[2].slice(1))
}

/** Returns the services of a demo website, for keyword ideas from its URL. */
export const siteServices = (address: string): readonly string[] | undefined => {
  const slug = /^https?:\/\/(?:www\.)?(\w+)\.test\b|\/sites\/(\w+)/.exec(address)?.slice(1).find(Boolean)
  const services = sites.find((site) => site.slug === slug)?.pages.filter(({ service }) => service)
  return services?.map(({ nav }) => nav.toLowerCase())
}
