import { contosoSite } from "./contoso.ts"
import { fabrikamSite, northwindSite } from "./northwind.ts"
import { renderPage, renderRobots, renderSitemap } from "./render.ts"
import type { Site } from "./site.ts"
import { tailspinSite } from "./tailspin.ts"
import { wingtipSite } from "./wingtip.ts"

const sites: readonly Site[] = [northwindSite, fabrikamSite, contosoSite, wingtipSite, tailspinSite]

const html = { "content-type": "text/html; charset=utf-8" }

/** Serves `/sites/{slug}/…`: the small but real websites of the demo businesses. */
export const serveSite = (url: URL): Response | undefined => {
  const match = /^\/sites\/(\w+)(\/.*)?$/.exec(url.pathname)
  const site = sites.find(({ slug }) => slug === match?.[1])
  if (!match || !site) return undefined
  const base = `${url.origin}/sites/${site.slug}/`
  if (match[2] === undefined) return Response.redirect(base, 301)
  const path = match[2].slice(1)
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

/** What a demo website sells, for keyword ideas from its address. */
export const siteServices = (address: string): readonly string[] | undefined => {
  const slug = /\/sites\/(\w+)/.exec(address)?.[1]
  const services = sites.find((site) => site.slug === slug)?.pages.filter(({ service }) => service)
  return services?.map(({ nav }) => nav.toLowerCase())
}
