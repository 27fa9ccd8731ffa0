import { describe, expect, it } from "vitest"
import { addressSubject } from "../../src/access/rate-limiter.ts"

describe("the rate-limit subject of an IP address", () => {
  it.each([
    ["192.0.2.1", "ip:192.0.2.1"],
    ["::ffff:192.0.2.1", "ip:192.0.2.1"],
    ["::ffff:c000:0201", "ip:192.0.2.1"],
    ["0:0:0:0:0:ffff:c000:201", "ip:192.0.2.1"],
    ["2001:db8:1:2::1", "ip:2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002:ffff:ffff:ffff:ffff", "ip:2001:db8:1:2::/64"],
    ["2001:db8:1:3::1", "ip:2001:db8:1:3::/64"],
    ["::1", "ip:0:0:0:0::/64"],
    ["fe80::1%eth0", "ip:fe80:0:0:0::/64"],
    ["not an address", "ip:unknown"],
    [null, "ip:unknown"]
  ])("%s is %s", (ip, subject) => {
    expect(addressSubject(ip)).toBe(subject)
  })
})
