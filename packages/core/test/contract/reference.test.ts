import { describe, expect, it } from "vitest"
import { errorsPage, operationsPage, scopesPage } from "../../src/contract/index.ts"

describe("the reference pages in docs", () => {
  it.each([
    ["operations.md", operationsPage],
    ["errors.md", errorsPage],
    ["scopes.md", scopesPage]
  ])("%s is what the contract says", async (file, page) => {
    await expect(`${page()}\n`).toMatchFileSnapshot(`../../../../docs/reference/${file}`)
  })
})
