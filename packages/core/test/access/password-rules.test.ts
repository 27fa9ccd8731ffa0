import { describe, expect, it } from "vitest"
import { passwordProblem } from "../../src/access/passwords.ts"
import { isEmail } from "../../src/contract/index.ts"

const olivia = { email: "olivia.berg@northwind.test", name: "Olivia Berg" }

describe("a password", () => {
  it.each([
    "seven quiet herons",
    "correct horse battery",
    "Tr0ub4dor&3-extra",
    "пароль из слов",
    "密码密码不是这个而是另一个",
    "my password is a purple horse",
    "olivia likes long walks",
    "x".repeat(3) + "quiet herons by the sea".repeat(40)
  ])("can be %j", (password) => {
    expect(passwordProblem(password, olivia)).toBeNull()
  })

  it.each([
    ["elevenchars", "at least 12"],
    ["😀😀😀😀😀😀", "at least 12"],
    ["y".repeat(1025), "at most 1024"],
    ["1qaz2wsx3edc", "guessed first"],
    ["Justinbieber", "guessed first"],
    ["aaaaaaaaaaaa", "guessed first"],
    ["abcabcabcabc", "guessed first"],
    ["abcdefghijklmnop", "guessed first"],
    ["123456789012", "guessed first"],
    ["Password1234!", "guessed first"],
    ["qwertyuiop12", "guessed first"],
    ["adwarden2026", "guessed first"],
    ["olivia.berg@northwind.test", "name or email"],
    ["NorthwindOlivia1", "name or email"]
  ])("cannot be %j", (password, problem) => {
    expect(passwordProblem(password, olivia)).toContain(problem)
  })
})

describe("a password near a limit", () => {
  const nobody = { email: "x@y.test", name: "X Y" }
  const problem = (password: string, owner = nobody) => passwordProblem(password, owner)
  const made = "is made of words that are guessed first"
  const guessed = "is one of those that are guessed first"
  const personal = /^must not be made of your name/

  it.each([
    ...["adwarden", "password", "passwort", "passwd", "welcome", "letmein", "qwertyuiop", "qwerty"],
    ...["qwertz", "azerty", "asdfgh", "admin", "iloveyou", "1234567890", "123456", "abcdef"]
  ])("with %s needs eight characters of its own", (word) => {
    expect(problem(`${word}k7xm2qz`)).toBe(made)
    expect(problem(`${word}k7xm2qzu`)).toBeNull()
  })

  it("with the person's name needs eight characters of its own, and parts of three letters are no names", () => {
    const anna = { email: "x@y.test", name: "Anna Annabel" }
    expect(problem("annabelk7xm2qz", anna)).toMatch(personal)
    expect(problem("annabelk7xm2qzu", anna)).toBeNull()
    expect(problem("annaannak7xm2qz", anna)).toMatch(personal)
    expect(problem("annannk7xm2q", { email: "x@y.test", name: "Ann" })).toBeNull()
  })

  it("has 1024 characters at most, and what is written wide counts as written plainly", () => {
    const long = "quiet herons by the sea ".repeat(50)
    expect(problem(long.slice(0, 1024))).toBeNull()
    expect(problem(long.slice(0, 1025))).toBe("must have at most 1024 characters")
    expect(problem("\uff50\uff41\uff53\uff53\uff57\uff4f\uff52\uff44k7xm2qz")).toBe(made)
  })

  it("has five different characters, and four fifths of them in a row at most", () => {
    expect(problem("a7xqza7qxzqa")).toBeNull()
    expect(problem("a7xqa7qxaqx7")).toBe(guessed)
    expect(problem("abcdmnopwxyz3456")).toBeNull()
    expect(problem("abcdemnopwxyz3456")).toBe(guessed)
    expect(problem("acegikmoqsuw")).toBeNull()
  })
})

describe("an email address", () => {
  it.each(["a@b.test", "o'brien+x@sub.example.co.uk", "jürgen@bücher.example", "a@localhost"])(
    "may be %j",
    (text) => {
      expect(isEmail(text)).toBe(true)
    }
  )
  it.each([
    "",
    "a",
    "a@",
    "@b",
    "a@b@c",
    "a b@c",
    "a@b\n",
    "a\u0000@b",
    "a@b,c@d",
    "a@-b",
    "a@b.",
    `${"a".repeat(65)}@b`
  ])("cannot be %j", (text) => {
    expect(isEmail(text)).toBe(false)
  })
})
