import type { Day } from "../state/clock.ts"
import type { Database } from "../state/database.ts"

/** What a test does to a campaign's traffic from a day on. */
export interface TrafficSetting {
  /** The factor of its demand: 1 is its own, 0 stops it. */
  readonly demand: number
  /** Whether each day bills as much as Google's rules allow. */
  readonly greedy: boolean
}

const unchanged: TrafficSetting = { demand: 1, greedy: false }

export interface TrafficSettings {
  /** Returns the setting of a campaign on each day. */
  readonly of: (campaign: string) => (day: Day) => TrafficSetting
  /** Sets a campaign's traffic from a day on, in place of settings of that day and later. */
  readonly set: (campaign: string, from: Day, setting: TrafficSetting) => void
}

export const openTrafficSettings = ({ sql }: Database): TrafficSettings => {
  const read = sql.prepare("SELECT * FROM traffic_setting WHERE campaign = ? ORDER BY from_day DESC")
  const remove = sql.prepare("DELETE FROM traffic_setting WHERE campaign = ? AND from_day >= ?")
  const insert = sql.prepare("INSERT INTO traffic_setting VALUES (?, ?, ?, ?)")
  return {
    of: (campaign) => {
      const settings = read.all(campaign).map((row) => ({
        from: Number(row["from_day"]),
        demand: Number(row["demand"]),
        greedy: row["greedy"] === 1
      }))
      return (day) => settings.find(({ from }) => from <= day) ?? unchanged
    },
    set: (campaign, from, { demand, greedy }) => {
      remove.run(campaign, from)
      insert.run(campaign, from, demand, greedy ? 1 : 0)
    }
  }
}
