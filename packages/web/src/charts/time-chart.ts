import { maxIndex, mean, minIndex } from "d3-array"
import { type Content, type Html, html } from "../kit/html.ts"
import {
  drawLine,
  figuresTable,
  figureText,
  inMoney,
  inNumbers,
  labelledDates,
  middleOf,
  type Period,
  percentOf,
  shortDay,
  stretched,
  type Unit,
  type Values,
  valueAxis
} from "./scales.ts"

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
interface MarkGroup {
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
const lanesHeight = (groups: ReadonlyArray<MarkGroup>): number =>
  new Set(groups.map(({ outside }) => outside)).size * lane

const symbol = ({ number, outside }: Pick<MarkGroup, "number" | "outside">): Html =>
  outside
    ? html`<rect class="out" x="-6" y="-6" width="12" height="12" transform="rotate(45)"/><text y="4">${number}</text>`
    : html`<circle class="dot" r="8.5"/><text y="4">${number}</text>`

/** The numbers below the panels, and a line through the panels at each date. */
const drawMarks = (
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
const markList = (groups: ReadonlyArray<MarkGroup>): Html | null => {
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

/** One measure on the shared time axis. Two measures never share a panel. */
interface Panel {
  /** Its name in the table: `Cost`. */
  readonly name: string
  /** Its title in the drawing: `Cost a day`. */
  readonly title: string
  readonly kind: "line" | "bars"
  readonly unit: Unit
  readonly values: Values
  /** The same dates of the period before, as a dotted line. */
  readonly before?: Values
}

interface TimeChart {
  /** Unique on the page. */
  readonly id: string
  /** What the chart shows, with its period, for screen readers. */
  readonly title: string
  /** Every date of the axis, as `2026-11-02`. */
  readonly dates: ReadonlyArray<string>
  readonly period?: Period
  readonly panels: ReadonlyArray<Panel>
  readonly marks?: ReadonlyArray<Mark>
}

const titleHeight = 22
/** Room between two panels, above the title of the second. */
const panelGap = 8
const lineHeight = 112
const barsHeight = 56
const axisHeight = 34
/** A bar is at most this wide, in percent, so that few dates do not become blocks. */
const widestBar = 8

const heightOf = ({ kind }: Panel) => (kind === "line" ? lineHeight : barsHeight)

/** The panels with their place from the top. */
const placePanels = (panels: ReadonlyArray<Panel>) => {
  let end = 0
  return panels.map((panel) => {
    const top = end + titleHeight + (end === 0 ? 0 : panelGap)
    end = top + heightOf(panel)
    const axis = valueAxis([panel.values, panel.before ?? []], panel.unit, {
      bottom: stretched.height,
      top: 0,
      steps: panel.kind === "line" ? 3 : 2
    })
    const y = (value: number) => top + (axis.scale(value) / stretched.height) * heightOf(panel)
    return { panel, axis, top, bottom: end, y }
  })
}
type PlacedPanel = ReturnType<typeof placePanels>[number]

const round = (value: number) => Math.round(value * 10) / 10

const drawPanel = ({ axis, bottom, panel, top, y }: PlacedPanel): Html => {
  const count = panel.values.length
  const now = drawLine(panel.values, axis.scale)
  const before = panel.before === undefined ? "" : drawLine(panel.before.slice(0, count), axis.scale).line
  const barWidth = Math.min(60 / count, widestBar)
  const bars =
    panel.kind === "bars"
      ? panel.values.map((value, index) =>
          value === null || value === 0
            ? null
            : html`<rect class="b2" x="${percentOf(middleOf(index, count) - barWidth / 2)}" width="${percentOf(barWidth)}" y="${round(y(value))}" height="${round(bottom - y(value))}" rx="1.5"/>`
        )
      : null
  return html`${axis.ticks.filter((tick) => tick > 0).map((tick) => html`<line class="rule" x1="0" x2="100%" y1="${round(y(tick))}" y2="${round(y(tick))}"/>`)}${bars}<svg x="0" y="${top}" width="100%" height="${heightOf(panel)}" viewBox="0 0 ${Math.max(1, count) * stretched.width} ${stretched.height}" preserveAspectRatio="none" overflow="visible">${
    panel.kind === "line" ? html`<path class="a1" d="${now.area}"/>` : null
  }${before === "" ? null : html`<path class="l0" d="${before}"/>`}${panel.kind === "line" ? html`<path class="l1" d="${now.line}"/>` : null}</svg><line class="base" x1="0" x2="100%" y1="${bottom}" y2="${bottom}"/><text class="title" x="0" y="${top - 13}">${panel.title}</text>`
}

/** The range of each measure in words. */
const describe = (panels: ReadonlyArray<Panel>, dates: ReadonlyArray<string>): string =>
  panels
    .map(({ title, unit, values }) => {
      const [low, high] = [
        minIndex(values, (value) => value ?? Number.NaN),
        maxIndex(values, (value) => value ?? Number.NaN)
      ]
      if (low < 0) return `${title}: no figures.`
      const at = (index: number) => `${unit.exact(values[index]!)} on ${shortDay(dates[index]!)}`
      return `${title}: lowest ${at(low)}, highest ${at(high)}.`
    })
    .join(" ")

/**
 * Panels on one time axis, with changes as numbered marks. Lines stretch with the page; text, bars and marks have their
 * place in percent, so that nothing is distorted at any width and no script measures anything.
 */
export const timeChart = ({ dates, id, marks = [], panels, period = "day", title }: TimeChart): Html => {
  const placed = placePanels(panels)
  const groups = groupMarks(marks, dates)
  const bottom = placed.at(-1)?.bottom ?? 0
  const height = bottom + lanesHeight(groups) + axisHeight
  const axisWidth = Math.max(
    20,
    ...placed.flatMap(({ axis, panel }) => axis.ticks.map((tick) => panel.unit.short(tick).length * 7))
  )
  const width = 100 / Math.max(1, dates.length)
  const at = (index: number) =>
    `${shortDay(dates[index]!)}: ${panels.map(({ name, unit, values }) => `${name} ${figureText(values[index] ?? null, unit)}`).join(", ")}`
  return html`<div class="chart"><svg class="axis" width="${axisWidth}" height="${height}" aria-hidden="true">${placed.map(
    ({ axis, panel, y }) =>
      axis.ticks.map(
        (tick) =>
          html`<text class="last" x="${axisWidth}" y="${round(y(tick) + 4)}">${panel.unit.short(tick)}</text>`
      )
  )}</svg><svg class="plot" height="${height}" role="img" aria-labelledby="${id}-title" aria-describedby="${id}-text"><title id="${id}-title">${title}</title><desc id="${id}-text">${describe(panels, dates)}</desc>${placed.map(drawPanel)}${drawMarks(groups, dates, { top: titleHeight, bottom })}${dates.map(
    (_, index) =>
      html`<rect class="hit" x="${percentOf(index * width)}" width="${percentOf(width)}" y="${titleHeight}" height="${Math.max(0, bottom - titleHeight)}"><title>${at(index)}</title></rect>`
  )}${labelledDates(dates.length).map((index) => {
    const isLast = dates.length > 1 && index === dates.length - 1
    return html`<text class="${isLast ? "last" : "mid"}" x="${isLast ? "100%" : percentOf(middleOf(index, dates.length))}" y="${height - 6}">${shortDay(dates[index]!)}</text>`
  })}</svg></div>${markList(groups)}${figuresTable(
    title,
    dates,
    panels.flatMap(({ before, name, unit, values }) => [
      { name, unit, values },
      ...(before === undefined ? [] : [{ name: `${name}, before`, unit, values: before }])
    ]),
    period
  )}`
}

interface CostAndConversions {
  readonly currency: string
  readonly each: Period
  readonly cost: Values
  /** Of the period before. */
  readonly costBefore?: Values
  readonly conversions: Values
}

/** The panels that most charts have: cost as a line, conversions as bars. */
export const costAndConversions = ({
  conversions,
  cost,
  costBefore,
  currency,
  each
}: CostAndConversions): ReadonlyArray<Panel> => [
  {
    name: "Cost",
    title: `Cost a ${each}`,
    kind: "line",
    unit: inMoney(currency),
    values: cost,
    ...(costBefore === undefined ? {} : { before: costBefore })
  },
  {
    name: "Conversions",
    title: `Conversions a ${each}`,
    kind: "bars",
    unit: inNumbers,
    values: conversions
  }
]

/** What the lines of a chart mean, for the note of its card. */
export const legend = (now: string, before?: string): Html => {
  const line = (kind: "l0" | "l1", text: string) =>
    html`<span><svg width="18" height="4" aria-hidden="true"><line class="${kind}" x2="18" y1="2" y2="2"/></svg>${text}</span>`
  return html`<span class="key">${line("l1", now)}${before === undefined ? null : line("l0", before)}</span>`
}
