import { type Html, trusted } from "../kit/html.ts"

/** The drawings of all icons, on a grid of 16 by 16. */
const drawings = {
  activity: '<path d="M2.5 8a5.5 5.5 0 1 0 1.6-3.9L2.5 5.5m0-3v3h3M8 5v3.2l2 1.3"/>',
  apps: '<path d="M6 1.5v3m4-3v3M3.5 4.5h9v3a4.5 4.5 0 0 1-9 0zM8 12v2.5"/>',
  bell: '<path d="M4 11V7a4 4 0 0 1 8 0v4l1.2 1.5H2.8zM6.5 14.5h3"/>',
  bot: '<path d="M3 6h10v7H3zM8 3v3M6 9v1m4-1v1M1.5 8.5v2m13-2v2"/>',
  campaigns: '<path d="M2.5 6.5v3h2.5l6 3.5V3L5 6.5zM13.5 6.5v3"/>',
  check: '<path d="m3 8.5 3.2 3.2L13 4.5"/>',
  clock: '<circle cx="8" cy="8" r="6"/><path d="M8 4.5V8l2.3 1.5"/>',
  cross: '<path d="m4 4 8 8m0-8-8 8"/>',
  demand: '<path d="M2.5 13.5h11M3.5 11V8m3 3V5.5m3 5.5V7m3 4V2.5"/>',
  display: '<path d="M2 3h12v10H2zM2 11l3.5-3.5L8 10l2.5-2.5L14 11"/>',
  down: '<path d="m4 6 4 4 4-4"/>',
  info: '<circle cx="8" cy="8" r="6"/><path d="M8 7.5V11m0-6v.1"/>',
  key: '<circle cx="5" cy="11" r="3"/><path d="m7.2 8.8 6.3-6.3m-2 2 2 2"/>',
  lock: '<path d="M3.5 7.5h9v6h-9zM5.5 7.5v-2a2.5 2.5 0 0 1 5 0v2"/>',
  optimizations: '<path d="M9 1.5 3.5 9H8l-1 5.5L12.5 7H8z"/>',
  overview: '<path d="M2.5 2.5h4.5v5H2.5zM9 2.5h4.5v3H9zM9 7.5h4.5v6H9zM2.5 9.5H7v4H2.5z"/>',
  people:
    '<circle cx="6" cy="5" r="2.5"/><path d="M1.5 13.5a4.5 4.5 0 0 1 9 0m0-10.7a2.5 2.5 0 0 1 0 4.4m4 6.3a4.5 4.5 0 0 0-2.7-4.1"/>',
  pmax: '<path d="M8 1.5v13M1.5 8h13M3.5 3.5l9 9M12.5 3.5l-9 9"/>',
  plus: '<path d="M8 3v10M3 8h10"/>',
  profile: '<path d="M2.5 6.5v7h11v-7M1.5 6.5l1.5-4h10l1.5 4zM6.5 13.5v-4h3v4"/>',
  reports: '<path d="M4 1.5h5.5L12.5 5v9.5H4zM6.5 8h4M6.5 11h4"/>',
  right: '<path d="M2.5 8h11m-4-4 4 4-4 4"/>',
  screen: '<path d="M2 3h12v8H2zM5.5 13.5h5"/>',
  search: '<circle cx="7" cy="7" r="4.5"/><path d="m10.5 10.5 3.5 3.5"/>',
  settings:
    '<path d="M2 4.5h7m4 0h1M2 11.5h1m4 0h7"/><circle cx="11" cy="4.5" r="1.75"/><circle cx="5" cy="11.5" r="1.75"/>',
  shopping: '<path d="M3 5.5h10l.8 8.5H2.2zM5.5 7.5V4.5a2.5 2.5 0 0 1 5 0v3"/>',
  stop: '<path d="M5.3 1.8h5.4l3.5 3.5v5.4l-3.5 3.5H5.3l-3.5-3.5V5.3zM6 6h4v4H6z"/>',
  strategy: '<path d="M3.5 14.5v-12c3-1.5 6 1.5 9 0v7c-3 1.5-6-1.5-9 0"/>',
  undo: '<path d="M5.5 2.5 2.5 5.5l3 3m-3-3h6a4 4 0 0 1 0 8H5"/>',
  video: '<path d="M2 3.5h12v9H2zM6.5 6v4L10 8z"/>',
  warn: '<path d="M8 2 1.5 13.5h13zM8 6.5v3.2m0 1.8v.1"/>'
} as const

export type IconName = keyof typeof drawings
export const iconNames = Object.keys(drawings) as ReadonlyArray<IconName>

/** An icon in the colour of the text around it. It decorates, so screen readers skip it. */
export const icon = (name: IconName): Html =>
  trusted(`<svg class="i" viewBox="0 0 16 16" aria-hidden="true">${drawings[name]}</svg>`)

/** The shield of the product. */
export const shield = trusted(
  '<svg viewBox="0 0 32 32" aria-hidden="true"><path class="shield" d="M16 2 4 6.5V16c0 7 5 11.6 12 14 7-2.4 12-7 12-14V6.5z"/><path class="tick-mark" d="m10.5 16 4 4 7.5-8.5"/></svg>'
)
