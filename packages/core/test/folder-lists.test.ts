import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { folderLists } from "../scripts/folder-lists.ts"

it.each([...folderLists()])("%s is up to date with its folder (npm run generate)", (path, text) => {
  expect(readFileSync(new URL(`../src/${path}`, import.meta.url), "utf8")).toBe(text)
})
