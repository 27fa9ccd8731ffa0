import { createHash } from "node:crypto"
import { type StaticAsset, tokens } from "@adwarden/http-host"
import { dashboardCss } from "./dashboard/index.ts"

const page = `
*, *::before, *::after { box-sizing: border-box }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100% }
body { margin: 0; min-height: 100dvh; display: flex; flex-direction: column; background: var(--ground);
  color: var(--text); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif }
header { display: flex; align-items: center; justify-content: space-between; gap: 1rem;
  padding: .75rem 1.25rem; border-bottom: 1px solid var(--line); background: var(--card) }
.brand { flex: none; display: inline-flex; align-items: center; gap: .55rem; min-height: 2.75rem; font-weight: 650;
  font-size: 1.1rem; color: var(--text); text-decoration: none }
.account { display: flex; align-items: center; gap: .75rem; min-width: 0; font-size: .95rem }
.account form { flex: none }
.who { color: var(--soft); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; text-decoration: none }
main { flex: 1; width: 100%; max-width: 33rem; margin: 0 auto; padding: clamp(1rem, 5vw, 3.5rem) 1rem 2rem }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .9rem;
  --pad: clamp(1.25rem, 5vw, 2.25rem); padding: var(--pad); overflow-wrap: anywhere }
footer { padding: 1rem; text-align: center; color: var(--soft); font-size: .85rem }
.skip { position: absolute; left: -999rem }
.skip:focus { left: .5rem; top: .5rem; padding: .5rem; background: var(--card) }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem; letter-spacing: -.01em }
h2 { font-size: 1.05rem; margin: 1.75rem 0 .5rem }
p { margin: .5rem 0 } ul { margin: .5rem 0; padding-left: 1.25rem }
a { color: var(--accent) }
.lead, .hint, .fine { color: var(--soft) }
.lead { margin-bottom: 1.25rem } .hint, .fine { font-size: .9rem } .hint { margin: .1rem 0 .35rem }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .25rem }`

const forms = `
form { margin: 0 }
.field { margin: 1.1rem 0 }
label { font-weight: 600 }
input:not([type=checkbox], [type=radio], [type=hidden]) { display: block; width: 100%; min-height: 2.9rem;
  margin-top: .3rem; padding: .6rem .75rem; font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--field); border-radius: .5rem }
input[aria-invalid=true] { border: 2px solid var(--bad) }
.problem { margin: .1rem 0 .35rem; color: var(--bad); font-weight: 600; font-size: .92rem }
.choice { display: flex; gap: .75rem; padding: .7rem 0; border-top: 1px solid var(--line) }
.choice input { flex: none; width: 1.35rem; height: 1.35rem; margin: .1rem 0 0; accent-color: var(--accent) }
.choice label { flex: 1 } .choice .hint { display: block; font-weight: 400 }
fieldset { border: 0; margin: 1.25rem 0; padding: 0 } legend { font-weight: 650; padding: 0; margin-bottom: .5rem }
button, .button { display: inline-flex; align-items: center; justify-content: center; text-align: center; min-height: 2.9rem;
  padding: .6rem 1.25rem; font: inherit; font-weight: 650; text-decoration: none; cursor: pointer; border-radius: .5rem;
  border: 1px solid var(--accent); background: var(--accent); color: var(--accent-text) }
button:hover, .button:hover { background: var(--accent-over); border-color: var(--accent-over) }
button.quiet, .button.quiet { background: transparent; color: var(--accent); border-color: var(--line) }
button.quiet:hover, .button.quiet:hover { border-color: var(--accent); background: transparent }
.account button { min-height: 2.75rem; padding: .4rem .8rem; font-size: .95rem }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem }
.actions > * { flex: 1 1 9rem }
.aside { margin: 1.25rem 0 0; font-size: .95rem }
.summary, .notice { margin: .9rem 0 1.25rem; padding: .85rem 1rem; border-radius: .5rem; border: 1px solid }
.summary h2 { margin: 0; font-size: 1rem } .summary a { color: inherit }
.summary, .notice.bad { color: var(--bad); background: var(--bad-ground) }
.notice.good { color: var(--good); background: var(--good-ground) }
.notice.warn { color: var(--warn); background: var(--warn-ground) }
.notice a { color: inherit }`

const consent = `
h1:has(bdi), h2:has(bdi) { overflow: clip; overflow-clip-margin: .2em }
.group { margin: .75rem 0 0; border: 1px solid var(--line); border-radius: .6rem; padding: .75rem 1rem .25rem }
.group legend { float: left; width: 100%; margin: 0 } .group legend + * { clear: both }
.group .choice:first-of-type { margin-top: .5rem }
.group.spending { border-color: var(--warn) }
.group.spending legend { color: var(--warn) }
.choice.off label { color: var(--soft) }
.actions.stay { position: sticky; bottom: 0; z-index: 1; background: var(--card); border-top: 1px solid var(--line);
  margin: 1.25rem calc(-1 * var(--pad)) calc(-1 * var(--pad)); padding: .85rem var(--pad);
  padding-bottom: max(.85rem, env(safe-area-inset-bottom)); border-radius: 0 0 .9rem .9rem }
html:has(.stay) { scroll-padding-bottom: 6rem }
details { margin: .5rem 0 } summary { cursor: pointer; color: var(--soft); font-size: .9rem }
.group .choice { padding: .55rem 0 } .group .choice label { font-weight: 500 } .group .choice .hint { margin: 0 }
.choice.off label { font-weight: 400 } .warned { color: var(--warn) }
dl.facts { font-size: .92rem; margin: .75rem 0 0; gap: .2rem 1rem }
.apps > li { flex-wrap: wrap; align-items: flex-start } .apps .about { flex: 1 1 14rem; min-width: 0 }
.apps form { flex: none } .apps h2 { margin: 0 } .apps details li { display: list-item; border: 0; padding: 0 }
button.danger { color: var(--bad) } button.danger:hover { border-color: var(--bad) }`

const lists = `
dl { margin: 1rem 0; display: grid; grid-template-columns: auto 1fr; gap: .35rem 1rem }
dt { color: var(--soft) } dd { margin: 0; font-weight: 600 }
.rows { list-style: none; padding: 0; margin: .5rem 0 }
.rows li { display: flex; justify-content: space-between; gap: 1rem; padding: .6rem 0; border-top: 1px solid var(--line) }
.tag { color: var(--soft); font-size: .9rem; white-space: nowrap }
.copied { padding: .85rem 1rem; border: 1px dashed var(--field); border-radius: .5rem; user-select: all; -webkit-user-select: all }
code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .92em }`

/** The stylesheet of sign-in, consent and error pages, as text so that a bundle includes it. */
const css = `${tokens}${page}${forms}${consent}${lists}\n`

/**
 * The script of dashboard pages, as text so that a bundle includes it. Every page works without it. It adds copy
 * and print buttons, scrolls the navigation of phones to the current page, closes a menu when another part of the page is
 * used, puts the question of a page in front of it, counts the picked rows of a form in its button, and ticks the scopes of
 * a preset. It listens to the one event stream of an organization while the
 * page is seen and used, shows anew the parts that something concerns, and the whole page when work has ended. A part in
 * use waits until it is left, and what is ticked stays so. The keys / and ? open the search and the list of keys, in which
 * they can be turned off for the browser (WCAG 2.1.4). While somebody writes lines of an ad, it checks them after each pause.
 */
const script = `"use strict"
for (const box of document.querySelectorAll("[data-copy]")) {
  const button = document.createElement("button")
  button.type = "button"
  button.className = "quiet tiny"
  button.textContent = "Copy"
  button.setAttribute("aria-label", "Copy " + box.dataset.copy)
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(box.querySelector("code").textContent)
    button.textContent = "Copied"
    setTimeout(() => { button.textContent = "Copy" }, 2000)
  })
  box.append(button)
}
for (const printed of document.querySelectorAll("[data-print]")) {
  const button = document.createElement("button")
  button.type = "button"
  button.className = "quiet tiny print"
  button.textContent = "Print"
  button.addEventListener("click", () => print())
  const head = document.querySelector("main > .head")
  head.insertBefore(button, head.querySelector("p"))
}
for (const here of document.querySelectorAll(".side [aria-current], .tabs [aria-current]"))
  here.scrollIntoView({ block: "nearest", inline: "center" })
const countPicks = (form) => {
  const [none, one, many] = form.dataset.picks.split("|")
  const picked = form.querySelectorAll(".pick :checked, [name=pick]:checked, [name=pick][type=hidden]").length
  form.querySelector("[type=submit]").textContent = picked === 0 ? none : picked === 1 ? one : many.replace("#", picked)
}
const countAllPicks = () => document.querySelectorAll("[data-picks]").forEach(countPicks)
countAllPicks()
document.addEventListener("change", countAllPicks)
for (const form of document.querySelectorAll("form:has([data-scopes])")) form.addEventListener("change", ({ target }) => {
  if (target.name === "scope") for (const preset of form.querySelectorAll("[name=preset]")) preset.checked = false
  if (target.name !== "preset") return
  const scopes = target.dataset.scopes.split(" ")
  for (const box of form.querySelectorAll("[name=scope]")) box.checked = scopes.includes(box.value)
  const rule = form.querySelector('[name=held][value="' + target.dataset.approvals + '"]')
  if (rule !== null) rule.checked = true
})
const proofs = document.querySelector("[data-proofs]")
if (proofs !== null) {
  const form = proofs.closest("form")
  let pause
  let last = 0
  const check = async () => {
    const asked = ++last
    let checked = null
    try {
      const answer = await fetch(location.pathname + "?" + new URLSearchParams(new FormData(form)))
      const page = new DOMParser().parseFromString(await answer.text(), "text/html")
      checked = page.querySelector("[data-proofs]")
    } catch {}
    if (asked !== last) return
    if (checked === null) proofs.textContent = "The lines could not be checked now. The preview checks them."
    else proofs.replaceChildren(...checked.childNodes)
    proofs.removeAttribute("aria-busy")
  }
  form.addEventListener("input", () => {
    clearTimeout(pause)
    proofs.setAttribute("aria-busy", "true")
    pause = setTimeout(check, 700)
  })
}
const closeMenus = (except) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(except)) menu.open = false
}
document.addEventListener("click", (event) => closeMenus(event.target))
document.addEventListener("focusin", (event) => closeMenus(event.target))
for (const question of document.querySelectorAll("main > dialog[open]")) {
  question.close()
  question.showModal()
  question.querySelector("a.button").focus()
  question.addEventListener("cancel", () => question.querySelector("a.button").click())
}
const stream = document.querySelector("[data-stream]")
if (stream !== null) {
  const isBox = ({ type }) => type === "checkbox" || type === "radio"
  const isTyped = (field) => !isBox(field) && (field.matches(":focus") || field.value !== field.defaultValue)
  const isUsed = (part) =>
    part.querySelector("details[open], select:focus") !== null || [...part.querySelectorAll("input, textarea")].some(isTyped)
  // The same link, box or button in the fresh part.
  const twinOf = (one, next) => [...next.querySelectorAll(one.localName)].find((other) =>
    other.name === one.name && (isBox(one) ? other.value === one.value : other.getAttribute("href") === one.getAttribute("href") && other.textContent === one.textContent))
  const late = new Set()
  // A part in which somebody types or has opened a menu waits. What is ticked stays so, and the focus too.
  const replace = (part, next) => {
    const focused = part.contains(document.activeElement) ? document.activeElement : null
    const twin = focused === null ? null : twinOf(focused, next)
    if (isUsed(part) || twin === undefined) return void late.add(part)
    late.delete(part)
    for (const one of part.querySelectorAll("input")) {
      const other = isBox(one) && one.checked !== one.defaultChecked ? twinOf(one, next) : undefined
      if (other !== undefined) other.checked = one.checked
    }
    part.replaceChildren(...next.childNodes)
    twin?.focus({ preventScroll: true })
    countAllPicks()
  }
  const works = (part) => part?.querySelectorAll("progress").length ?? 0
  const partsOf = (page) => {
    const seen = {}
    return new Map([...page.querySelectorAll("[data-live]")].map((part) => {
      const topics = part.dataset.live
      seen[topics] = (seen[topics] ?? 0) + 1
      return [topics + " " + seen[topics], part]
    }))
  }
  const refresh = async (topics) => {
    const parts = [...partsOf(document)].filter(([, part]) => part.dataset.live.split(" ").some((one) => topics.includes(one)))
    if (parts.length === 0) return
    const address = location.pathname + location.search
    const answer = await fetch(address)
    if (!answer.ok || answer.redirected) return
    const fresh = partsOf(new DOMParser().parseFromString(await answer.text(), "text/html"))
    for (const [name, part] of parts) {
      const next = fresh.get(name)
      if (works(next) < works(part) && document.querySelector("form :focus, .once") === null) return location.assign(address)
      if (next !== undefined && part.innerHTML !== next.innerHTML) replace(part, next)
    }
  }
  const catchUp = () => setTimeout(() => {
    const free = [...late].filter((part) => !isUsed(part) && !part.contains(document.activeElement))
    if (free.length > 0) refresh(free.flatMap((part) => part.dataset.live.split(" "))).catch(() => {})
  })
  document.addEventListener("focusout", catchUp)
  document.addEventListener("toggle", catchUp, true)
  let events = null
  let known = null
  let used = Date.now()
  const isIdle = () => document.hidden || Date.now() - used > 3600000
  const close = () => {
    events?.close()
    events = null
  }
  const open = () => {
    if (events !== null || isIdle()) return
    events = new EventSource(stream.dataset.stream)
    events.addEventListener("message", ({ data }) => {
      const state = JSON.parse(data)
      if (state === "ended" || isIdle()) return close()
      if (state === null) return
      const topics = Object.keys(state).filter((one) =>
        known === null
          ? document.querySelector('[data-live~="' + one + '"] progress') !== null
          : state[one] !== known[one])
      known = state
      stream.dataset.listens = ""
      if (topics.length > 0) refresh(topics).catch(() => {})
    })
    events.addEventListener("error", () => { if (isIdle()) close() })
  }
  for (const use of ["pointerdown", "keydown", "scroll", "focus"]) addEventListener(use, () => {
    used = Date.now()
    open()
  }, { passive: true })
  document.addEventListener("visibilitychange", () => { if (document.hidden) close(); else { used = Date.now(); open() } })
  setTimeout(open, 1000)
}
const searchPage = document.querySelector("[data-search-page]")?.href
const box = document.createElement("dialog")
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return
  closeMenus(null)
  if (!box.open) return
  // At once: until the browser has closed it, it would get the next key.
  event.preventDefault()
  if (box.contains(document.activeElement)) document.activeElement.blur()
  box.close()
})
const partOf = async (address, part) => {
  const answer = await fetch(address)
  return new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(part)
}
const openBox = (label, content) => {
  box.setAttribute("aria-label", label)
  box.innerHTML = content
  document.body.append(box)
  box.showModal()
}
let asked = 0
box.addEventListener("input", async ({ target }) => {
  const turn = ++asked
  const found = await partOf(searchPage + "?" + new URLSearchParams({ q: target.value }), "[data-found]")
  if (turn === asked && found !== null) box.querySelector("[data-found]").replaceChildren(...found.childNodes)
})
box.addEventListener("submit", (event) => {
  const first = box.querySelector("[data-found] a")
  if (first === null) return
  event.preventDefault()
  location.assign(first.href)
})
box.addEventListener("click", ({ target }) => { if (target === box) box.close() })
let areKeysOff = false
try { areKeysOff = localStorage.getItem("adwarden-keys") === "off" } catch {}
const addKeySwitch = (keys) => {
  const button = document.createElement("button")
  button.type = "button"
  button.className = "quiet tiny"
  const show = () => { button.textContent = areKeysOff ? "Turn / and ? on" : "Turn / and ? off" }
  button.addEventListener("click", () => {
    areKeysOff = !areKeysOff
    try { localStorage.setItem("adwarden-keys", areKeysOff ? "off" : "on") } catch {}
    show()
  })
  show()
  keys.querySelector(".pad").append(button)
}
document.querySelectorAll("[data-keys]").forEach(addKeySwitch)
if (searchPage !== undefined) document.addEventListener("keydown", (event) => {
  if (areKeysOff || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, dialog") !== null) return
  if (event.key !== "/" && event.key !== "?") return
  event.preventDefault()
  // At once, so that no letter is lost.
  if (event.key === "/") openBox("Search", '<form action="' + searchPage + '" role="search"><input type="search" name="q" aria-label="Search campaigns and pages" placeholder="Search campaigns and pages" autocomplete="off"></form><div class="card" data-found></div>')
  else partOf(searchPage, "[data-keys]").then((part) => {
    openBox("Keys", part.innerHTML)
    addKeySwitch(box)
  })
})
`

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>Adwarden</title><path fill="#1f4fd1" d="M16 2 4 6.5V16c0 7 5 11.6 12 14 7-2.4 12-7 12-14V6.5z"/><path fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" d="m10.5 16 4 4 7.5-8.5"/></svg>
`

interface Asset extends StaticAsset {
  readonly path: string
}

/** The URL contains a hash of the content, so that browsers can cache it for ever. */
const asset = (name: string, extension: string, type: string, text: string): Asset => ({
  path: `/assets/${name}.${createHash("sha256").update(text).digest("hex").slice(0, 12)}.${extension}`,
  type,
  text
})

const styleAsset = asset("style", "css", "text/css; charset=utf-8", css)
const dashboardStyleAsset = asset("dashboard", "css", "text/css; charset=utf-8", dashboardCss)
const scriptAsset = asset("dashboard", "js", "text/javascript; charset=utf-8", script)
const iconAsset = asset("icon", "svg", "image/svg+xml", icon)

export const assets: ReadonlyArray<Asset> = [styleAsset, dashboardStyleAsset, scriptAsset, iconAsset]
export const stylePath = styleAsset.path
export const dashboardStylePath = dashboardStyleAsset.path
export const scriptPath = scriptAsset.path
export const iconPath = iconAsset.path
