import { expect, it } from "vitest"
import { pageLanguage } from "../../src/outbound/site/language.ts"
import type { Page } from "../../src/outbound/site/page.ts"

const pageOf = (language: string | null, text: string) =>
  ({
    language,
    title: null,
    description: null,
    headings: [],
    sentences: [{ text, kind: "sentence", notEvidence: null }]
  }) as unknown as Page

const german =
  "Wir reparieren Ihre Heizung noch am selben Tag, auch am Wochenende und an Feiertagen in ganz Leipzig."
const croatian =
  "Popravljamo vaše grijanje istog dana, također vikendom i blagdanima u cijelom Zagrebu i okolici."
const japanese =
  "東京のエアコン修理はお任せください。年中無休で、お見積もりは無料です。まずはお電話ください。"
const greek = "Επισκευάζουμε τη θέρμανσή σας την ίδια μέρα, και τα Σαββατοκύριακα, σε όλη την Αθήνα."
const russian = "Мы ремонтируем отопление в тот же день, также в выходные и праздничные дни по всей Москве."

it.each([
  ["the declared one", "de-AT", german, "de"],
  ["the declared one of two that share their words", "hr", croatian, "hr"],
  ["the declared one if the words are too few", "ru", "OK", "ru"],
  ["the one of the words without a declaration", null, german, "de"],
  ["unknown without a declaration and with few words", null, "OK", null],
  ["the one of the words if a template declares English", "en", japanese, "ja"],
  [
    "the one of the words also among English ones",
    "en",
    `Contact us for a free quote today. ${japanese}`,
    "ja"
  ],
  ["the one of the script, in Greek letters too", "en-US", greek, "el"],
  ["the declared one of a script that has several", "uk", russian, "uk"]
])("the language of a page is %s", (_, declared, text, expected) => {
  expect(pageLanguage(pageOf(declared, text))).toBe(expected)
})
