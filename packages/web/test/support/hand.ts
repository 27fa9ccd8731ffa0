import type { Locator, Page } from "playwright-core"

/** The hand of a person on a page, which counts its clicks. A name is that of a button or link. */
export const handOn = (page: Page) => {
  let clicks = 0
  const targetOf = (target: string | RegExp | Locator): Locator => {
    if (typeof target === "object" && !(target instanceof RegExp)) return target
    const named = typeof target === "string" ? { name: target, exact: true } : { name: target }
    return page.getByRole("button", named).or(page.getByRole("link", named))
  }
  /** Does what counts as a click, and waits for the page to which it may lead. */
  const click = async (act: Promise<unknown>): Promise<void> => {
    clicks++
    await act
    await page.waitForLoadState()
  }
  return {
    page,
    clicks: () => clicks,
    click: (target: string | RegExp | Locator) => click(targetOf(target).click()),
    /** Follows a link or submits by the keyboard. A page that loads can move the focus, so it has to be loaded. */
    enter: async (target: string | RegExp | Locator) => {
      await targetOf(target).waitFor()
      await page.waitForLoadState()
      await click(targetOf(target).press("Enter"))
    },
    tick: (label: string | RegExp) => click(page.getByLabel(label).check()),
    untick: (label: string | RegExp) => click(page.getByLabel(label).uncheck()),
    type: (label: string | RegExp, text: string) => page.getByRole("textbox", { name: label }).fill(text),
    reads: (text: string | RegExp) => page.getByText(text).first().waitFor(),
    signIn: async (email: string, password: string) => {
      await page.getByLabel("Email").fill(email)
      await page.getByLabel("Password").fill(password)
      await click(page.getByLabel("Password").press("Enter"))
    }
  }
}

export type Hand = ReturnType<typeof handOn>
