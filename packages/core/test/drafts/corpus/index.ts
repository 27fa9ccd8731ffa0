import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/*
 * Websites as strangers write them, each with what the lead of an agency accepts and refuses in its ads. A folder of
 * `websites` holds the pages, the way `serveSiteFolders` serves them as `http://<folder>.test/`, and its judgement in
 * `site.ts`. `corpus-data.test.ts` keeps the judgements true to the pages.
 *
 * No date decides anything: expired offers ended in 2024 at the latest, others end in 2099. Companies, people, brands
 * and awards are invented.
 */

/** The part of an ad that a line is written for. */
export type Part = "headline" | "description" | "callout"

/** A line that a model writes for an ad with this landing page. */
export interface Line {
  readonly part: Part
  /**
   * The path of the landing page; of untrue lines it may be one that nobody should advertise. A callout must be true on
   * every page of `sells`, whichever it names.
   */
  readonly page: string
  readonly text: string
  /** The words of the page that the model says it rests on. A lying model also lies here. */
  readonly quote?: string
}

/** A line that must be kept. */
export interface TruthfulLine extends Line {
  /** The line claims nothing, so it needs no evidence. Every other line, or its quote, is on the page. */
  readonly harmless?: true
}

/** The checks, as a person names them. A checker may give another reason where two apply. */
export type Check =
  /** No sentence of the page says it. */
  | "evidence"
  /** A sentence says it with a negation, a limit, a condition or a noun that the line leaves out. */
  | "dropped"
  /** Testimonials, quotations, navigation, cookies, legal text, disclaimers, notices, the past, other pages. */
  | "not_evidence"
  /** Two sentences or elements joined to one. */
  | "sentences"
  | "placeholder"
  | "regulated"
  /** Length, capitals, punctuation. */
  | "form"

export type Regulated =
  | "prescription_drugs"
  | "health_outcomes"
  | "weight_loss"
  | "earnings"
  | "credit"
  | "gambling"
  | "political"

/** A line that must be refused. */
export interface UntrueLine extends Line {
  readonly why: Check
  /** The category, where `why` is "regulated". */
  readonly category?: Regulated
  /** The sentence of the page that tells the truth, where one sentence clearly is the nearest. */
  readonly nearest?: string
  /** What is wrong, where the check does not say it. */
  readonly note?: string
}

export interface BadKeywords {
  /** The business's own name, in prospecting. */
  readonly ownName: ReadonlyArray<string>
  /** Names of sections, pages and parts of the site, and words that mean nothing alone. */
  readonly section?: ReadonlyArray<string>
  /** Phrases with prices, costs or quotes, where the site gives none. */
  readonly noPrice?: ReadonlyArray<string>
  /** What the site names but does not sell, or no longer. */
  readonly notSold?: ReadonlyArray<string>
}

/** The judgement of a website. */
export interface Judgement {
  /** What the website is and which traps it has. */
  readonly about: string
  readonly language: "en" | "de" | "fr" | "es"
  readonly name: string
  /** Every form of the name, with `name` itself. */
  readonly nameForms: ReadonlyArray<string>
  readonly places: ReadonlyArray<string>
  /** What a campaign could be for, with its landing page; empty if nothing is sold. */
  readonly sells: ReadonlyArray<{ readonly name: string; readonly page: string }>
  /** Why no campaign is possible. */
  readonly nothingSold?: string
  readonly truthful: ReadonlyArray<TruthfulLine>
  readonly untrue: ReadonlyArray<UntrueLine>
  readonly goodKeywords: ReadonlyArray<string>
  readonly badKeywords: BadKeywords
}

export interface Website extends Judgement {
  /** The name of the folder, which is the host without `.test`. */
  readonly folder: string
  /** The HTML of the pages by their paths: `/` for `index.html`, `/prices.html` for `prices.html`. */
  readonly pages: ReadonlyMap<string, string>
}

/** The folder to serve with `serveSiteFolders`. */
export const websitesFolder = fileURLToPath(new URL("websites", import.meta.url))

const pagesOf = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(join(websitesFolder, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".html"))
      .toSorted()
      .map((file) => [
        `/${file.replace(/(?:^|(?<=\/))index\.html$/, "")}`,
        readFileSync(join(websitesFolder, folder, file), "utf8")
      ])
  )

/** All websites, by name. */
export const websites: ReadonlyArray<Website> = await Promise.all(
  readdirSync(websitesFolder)
    .toSorted()
    .map(async (folder): Promise<Website> => {
      const { judgement }: { judgement: Judgement } = await import(`./websites/${folder}/site.ts`)
      return { ...judgement, folder, pages: pagesOf(folder) }
    })
)
