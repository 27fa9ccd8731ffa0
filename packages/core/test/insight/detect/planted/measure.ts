import { createEmulator, type Emulator } from "@adwarden/google-ads-emulator"
import type { Detector } from "../../../../src/contract/index.ts"
import { detect } from "../../../../src/insight/detect/detect.ts"
import { normalizeWords } from "../../../../src/insight/detect/view.ts"
import { boilerRepair, northwind, type Reported, readReports } from "./reported-view.ts"

/* Measures how much planted waste the detectors find, and their false positives. */

interface DetectorRun {
  readonly detector: Detector
  readonly days: 7 | 30
}

export interface Measured extends DetectorRun {
  /** The share of findings that were planted. */
  readonly precision: number
  /** The share of planted items that were found. */
  readonly recall: number
  readonly planted: number
}

interface PlantedResult {
  readonly planted: ReadonlySet<string>
  readonly detected: ReadonlyArray<string>
}

const today = "2026-11-15"

/** Reads the answer key, which only the emulator's control endpoint returns. */
const labelsOf = async ({ url }: Emulator): Promise<ReadonlyMap<string, string>> => {
  const response = await fetch(`${url}/_control/labels?customerId=${northwind.customerId}`)
  const { labels } = (await response.json()) as { labels: ReadonlyArray<{ term: string; label: string }> }
  return new Map(labels.map(({ label, term }) => [term, label]))
}

const market = new Map(boilerRepair.market!.terms.map((one) => [one.text, one]))

/** Returns the planted cost and clicks of some searches on an average day. */
const demand = (texts: Iterable<string>) =>
  [...texts].reduce(
    (sum, text) => {
      const { cpc = 0, ctr = 0, impressions = 0 } = market.get(text) ?? {}
      return { clicks: sum.clicks + impressions * ctr, cost: sum.cost + impressions * ctr * cpc }
    },
    { clicks: 0, cost: 0 }
  )

const average = demand(market.keys())

/** Returns what each detector should find in boiler-repair: the planted truth, not the reported sums. */
const planted = (
  detector: Detector,
  { searches, viewOf }: Reported,
  labels: ReadonlyMap<string, string>
): ReadonlySet<string> => {
  const keywords = new Set(viewOf(30).keywords.map(({ text }) => normalizeWords(text)))
  const isExpensive = (texts: ReadonlySet<string>) => {
    const { clicks, cost } = demand(texts)
    return clicks > 0 && cost / clicks >= (3 * average.cost) / average.clicks
  }
  const reached = [...searches]
  const plantedTexts: Partial<Record<Detector, ReadonlyArray<string>>> = {
    // Brand searches have labels too; they belong to the brand-leak recommendation and are no waste.
    negative_keywords: [...labels].flatMap(([term, label]) =>
      label !== "brand_leak" && market.has(term) ? [term] : []
    ),
    high_cpc: reached.flatMap(([keyword, texts]) => (isExpensive(texts) ? [keyword] : [])),
    no_conversion_keywords: reached.flatMap(([keyword, texts]) =>
      [...texts].every((text) => market.get(text)?.cvr === 0) ? [keyword] : []
    ),
    new_keywords: [...market.values()].flatMap(({ cvr, text }) =>
      cvr > 0 && !labels.has(text) && !keywords.has(normalizeWords(text)) ? [text] : []
    )
  }
  return new Set(plantedTexts[detector])
}

const detectedTexts = ({ detector, days }: DetectorRun, { viewOf }: Reported): ReadonlyArray<string> =>
  detect(detector, viewOf(days), detector === "negative_keywords" ? { days } : {}).operations.flatMap(
    (one) => ("text" in one ? [one.text] : [])
  )

const measure = (detectorRun: DetectorRun, worlds: ReadonlyArray<PlantedResult>): Measured => {
  const count = (of: (one: PlantedResult) => number) => worlds.reduce((sum, one) => sum + of(one), 0)
  const right = count(({ detected, planted }) => detected.filter((one) => planted.has(one)).length)
  const all = count(({ planted }) => planted.size)
  return {
    ...detectorRun,
    precision: right / count(({ detected }) => detected.length),
    recall: right / all,
    planted: all
  }
}

const detectorRuns: ReadonlyArray<DetectorRun> = [
  { detector: "negative_keywords", days: 7 },
  { detector: "negative_keywords", days: 30 },
  { detector: "high_cpc", days: 30 },
  { detector: "no_conversion_keywords", days: 30 },
  { detector: "new_keywords", days: 30 }
]

/** Measures the demo's boiler-repair with several seeds, each with its own random figures. */
export const measurePlanted = async (seeds: number): Promise<ReadonlyArray<Measured>> => {
  const worlds = new Map(detectorRuns.map((one) => [one, [] as Array<PlantedResult>]))
  for (let seed = 1; seed <= seeds; seed++) {
    const clock = { now: `${today}T20:00:00Z`, frozen: true }
    const emulator = await createEmulator({ seed, clock, advertisers: [northwind.slug] })
    try {
      const labels = await labelsOf(emulator)
      const reports = await readReports(emulator, today)
      for (const [one, detected] of worlds) {
        detected.push({
          planted: planted(one.detector, reports, labels),
          detected: detectedTexts(one, reports)
        })
      }
    } finally {
      await emulator.close()
    }
  }
  return [...worlds].map(([one, detected]) => measure(one, detected))
}

/** Formats the table for the page. */
export const formatMeasured = (measured: ReadonlyArray<Measured>): string =>
  [
    "| Detector | Days | Precision | Recall | Planted |",
    "| --- | --- | --- | --- | --- |",
    ...measured.map(
      ({ days, detector, planted, precision, recall }) =>
        `| ${detector} | ${days} | ${precision.toFixed(2)} | ${recall.toFixed(2)} | ${planted} |`
    )
  ].join("\n")
