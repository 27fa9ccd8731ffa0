/** Colours text if the screen supports it. */
export interface Paint {
  readonly strong: (text: string) => string
  readonly faint: (text: string) => string
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
  readonly warning: (text: string) => string
  readonly accent: (text: string) => string
}

const inColour =
  (start: number, end: number) =>
  (text: string): string =>
    text === "" ? "" : `\u001b[${start}m${text}\u001b[${end}m`

const colours: Paint = {
  strong: inColour(1, 22),
  faint: inColour(2, 22),
  good: inColour(32, 39),
  bad: inColour(31, 39),
  warning: inColour(33, 39),
  accent: inColour(36, 39)
}

const same = (text: string): string => text
export const plainPaint: Paint = {
  strong: same,
  faint: same,
  good: same,
  bad: same,
  warning: same,
  accent: same
}

/** no-color.org: any non-empty value disables colours. A dumb terminal has none either. */
export const paintFor = (isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): Paint =>
  isTerminal && !env["NO_COLOR"] && env["TERM"] !== "dumb" ? colours : plainPaint
