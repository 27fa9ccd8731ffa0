import { mean } from "d3-array"
import { type Content, type Html, html } from "../kit/html.ts"
import { middleOf, percentOf } from "./scales.ts"
import { shortDay } from "./units.ts"

/** A change on the time axis. */
export interface Mark {
  /** One of the chart's dates. */
  readonly date: string
  readonly title: Content
  readonly href: string
  /** Who or what made it. */
  readonly by: Content
  /** Made outside Adwarden. */
  readonly outside?: boolean
}

/** Marks that would overlap, under one number. */
export interface MarkGroup {
  readonly number: number
  readonly outside: boolean
  /** Where the number stands, in percent of the width. */
  readonly at: number
  readonly marks: ReadonlyArray<Mark>
}

/** The least distance between two numbers of a lane, in percent: 18 pixels on a phone. */
const leastDistance = 6
const lane = 22

/**
 * Numbers the marks by time: ours in one lane, changes from outside in another. Marks of a lane that would overlap on a
 * phone share a number. Marks on other dates than the chart's are left out.
 */
export const groupMarks = (
  marks: ReadonlyArray<Mark>,
  dates: ReadonlyArray<string>
): ReadonlyArray<MarkGroup> => {
  const indexes = new Map(dates.map((date, index) => [date, index]))
  const at = ({ date }: Mark) => middleOf(indexes.get(date) ?? 0, dates.length)
  const shown = marks.filter(({ date }) => indexes.has(date)).toSorted((a, b) => at(a) - at(b))
  const groupsOf = (outside: boolean) => {
    const groups: Array<Array<Mark>> = []
    for (const mark of shown.filter((one) => (one.outside ?? false) === outside)) {
      const group = groups.at(-1)
      if (group !== undefined && at(mark) - at(group[0]!) < leastDistance) group.push(mark)
      else groups.push([mark])
    }
    return groups.map((list) => ({ outside, at: mean(list, at)!, marks: list }))
  }
  return [...groupsOf(false), ...groupsOf(true)]
    .toSorted((a, b) => at(a.marks[0]!) - at(b.marks[0]!))
    .map((group, index) => ({ ...group, number: index + 1 }))
}

/** The height of the lanes below the last panel. */
export const lanesHeight = (groups: ReadonlyArray<MarkGroup>): number =>
  new Set(groups.map(({ outside }) => outside)).size * lane

const symbol = ({ number, outside }: Pick<MarkGroup, "number" | "outside">): Html =>
  outside
    ? html`<rect class="out" x="-6" y="-6" width="12" height="12" transform="rotate(45)"/><text y="4">${number}</text>`
    : html`<circle class="dot" r="8.5"/><text y="4">${number}</text>`

/** The numbers below the panels, and a line through the panels at each date. */
export const drawMarks = (
  groups: ReadonlyArray<MarkGroup>,
  dates: ReadonlyArray<string>,
  { bottom, top }: { readonly top: number; readonly bottom: number }
): Html => {
  const upper = groups.some(({ outside }) => !outside)
  const laneOf = ({ outside }: MarkGroup) => bottom + lane / 2 + 5 + (outside && upper ? lane : 0)
  return html`${groups.map((group) => {
    const end = laneOf(group) - 9
    const days = [...new Set(group.marks.map(({ date }) => dates.indexOf(date)))]
    return days.map((index) => {
      const x = percentOf(middleOf(index, dates.length))
      return html`<line class="at" x1="${x}" x2="${x}" y1="${top}" y2="${end}"/>`
    })
  })}${groups.map((group) => html`<svg x="${percentOf(group.at)}" y="${laneOf(group)}" overflow="visible">${symbol(group)}</svg>`)}`
}

const mostListed = 6

/** What each number stands for. A long list opens on demand. */
export const markList = (groups: ReadonlyArray<MarkGroup>): Html | null => {
  const entries = groups.flatMap((group) => group.marks.map((mark) => ({ ...mark, group })))
  if (entries.length === 0) return null
  const list = html`<ol class="marks">${entries.map(
    ({ by, date, group, href, title }) =>
      html`<li><svg width="18" height="18" viewBox="-9 -9 18 18" aria-hidden="true">${symbol(group)}</svg><time datetime="${date}">${shortDay(date)}</time><span><a href="${href}">${title}</a> <span class="soft">${by}</span></span></li>`
  )}</ol>`
  return entries.length <= mostListed
    ? list
    : html`<details><summary class="more">Show ${entries.length} changes</summary>${list}</details>`
}
