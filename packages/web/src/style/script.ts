/**
 * The script of dashboard pages, as text so that a bundle includes it. Every page works without it. It adds copy
 * and print buttons, scrolls the navigation of phones to the current page, closes a menu when another part of the page is
 * used, and counts the picked rows of a form in its button. It follows background tasks by one event stream, and reloads
 * the page when one has ended, unless a form is in use.
 */
export const script = `"use strict"
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
  printed.before(button)
}
for (const here of document.querySelectorAll(".side [aria-current], .tabs [aria-current]"))
  here.scrollIntoView({ block: "nearest", inline: "center" })
for (const form of document.querySelectorAll("[data-picks]")) {
  const [none, one, many] = form.dataset.picks.split("|")
  const button = form.querySelector("[type=submit]")
  const count = () => {
    const picked = form.querySelectorAll("[name=pick]:checked, [name=pick][type=hidden]").length
    button.textContent = picked === 0 ? none : picked === 1 ? one : many.replace("#", picked)
  }
  form.addEventListener("change", count)
  count()
}
const closeMenus = (except) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(except)) menu.open = false
}
document.addEventListener("click", (event) => closeMenus(event.target))
document.addEventListener("focusin", (event) => closeMenus(event.target))
const followed = document.querySelector("[data-follow]")
if (followed !== null) {
  const events = new EventSource(followed.dataset.follow)
  events.addEventListener("message", ({ data }) => {
    const tasks = JSON.parse(data)
    for (const { id, stage } of tasks) {
      const row = followed.querySelector('[data-task="' + id + '"]')
      if (row !== null) row.textContent = stage
    }
    if (!tasks.some(({ ended }) => ended)) return
    events.close()
    if (document.querySelector("form :focus") === null) location.reload()
  })
}
document.addEventListener("keydown", (event) => { if (event.key === "Escape") closeMenus(null) })
`
