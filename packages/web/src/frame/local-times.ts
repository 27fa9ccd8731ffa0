const formats = new Map<string, { readonly day: Intl.DateTimeFormat; readonly time: Intl.DateTimeFormat }>()

const formatsOf = (timeZone: string) => {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const made = {
    day: new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone }),
    time: new Intl.DateTimeFormat("en-GB", {
      hour: "2-digit",
      minute: "2-digit",
      timeZone,
      timeZoneName: "short"
    })
  }
  formats.set(timeZone, made)
  return made
}

/** An instant as the parts write it: `<time datetime="…Z">`, its words or its title in UTC. Days have no `T`. */
const instant = /<time datetime="(\d{4}-\d\d-\d\dT[^"<]*)"(?: title="[^"]*")?>([^<]*)<\/time>/g

/**
 * Writes the clock times of a page in a person's time zone. It works on the finished page, so that no page has to
 * pass the zone on. Text of people cannot match: it is escaped.
 */
export const withLocalTimes = (page: string, timeZone: string | null): string => {
  if (timeZone === null) return page
  const { day, time } = formatsOf(timeZone)
  return page.replaceAll(instant, (element, at: string, words: string) => {
    const date = new Date(at)
    if (Number.isNaN(date.getTime())) return element
    const local = `${day.format(date)}, ${time.format(date)}`
    return words.endsWith(" UTC")
      ? `<time datetime="${at}">${local}</time>`
      : `<time datetime="${at}" title="${local}">${words}</time>`
  })
}
