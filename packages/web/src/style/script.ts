/**
 * The script of dashboard pages, as text so that a bundle includes it. Every page works without it. It adds copy
 * buttons, scrolls the navigation of phones to the current page, closes a menu when another part of the page is used, and
 * counts the picked rows of a form in its button.
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
document.addEventListener("keydown", (event) => { if (event.key === "Escape") closeMenus(null) })
`
