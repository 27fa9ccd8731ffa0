import { Effect } from "effect"

/*
 * Common passwords of twelve or more characters, from the list of zxcvbn-ts (MIT), which counts leaked ones.
 * Shorter passwords need no list, because the minimum length rejects them.
 */
const words = `
123qweasdzxc 1qaz2wsx3edc q1w2e3r4t5y6 1q2w3e4r5t6y mailcreated5240 qazwsxedcrfv 123456qwerty qwerty123456
polniypizdec0211 sojdlg123aljg leavemealone motherfucker 123456654321 gfhjkmgfhjkm qazwsxedc123
ghjcnjgfhjkm zxcasdqwe123 sonyericsson ghhh47hj7649 123456789qwe 1qazxsw23edc masterbating qwerasdfzxcv
qweasdzxc123 flvbybcnhfnjh 123456789987654321 112233445566 ghbdtnrfrltkf websolutions finalfantasy
1qaz2wsx3edc4rfv chickenwing101 unbelievable administrator 123321123321 justinbieber contortionist
123qwe123qwe newproject2004 pornographic masturbation needforspeed businessbabe 123456789123 masterbaiting
maurolarastefy supernatural professional domainlock2005 scandinavian dkflbvbhjdbx momsanaladventure
hd764nw5d7e1vb1 qazwsxedcrfvtgb 123456789012 dkflbvbhjdyf counterstrike zaq1xsw2cde3 vfvfvskfhfve
123456789abc fkmnthyfnbdf intelligence ghjcnjghjcnj admin18533362 23176djivanfros 123456789qwerty
qazxswedcvfr qwertyasdfgh whosyourdaddy 1111111111zz fktrcfylhjdbx fktrcfylhjdyf 541233432442 123456789qaz
ghbdtnghbdtn password1234 12345678900987654321 chesterfield 010203040506 lost4815162342 102030405060
vanyarespekt qwerty123456789 89231243658s iseedeadpeople transformers devilmaycry4 combat123654
qwertyytrewq jamesbond007 123123qweqwe 4815162342lost 123456789qqq asdfghjkl123 1234qwerasdf 123qwe456rty
1234567890qw ghjcnjrdfibyj qwertyuiop123 international saun24865709 q1w2e3r4t5y6u7 ptybnxtvgbjy
polniypizdec110211 1qa2ws3ed4rf 123456789zxc 12345678987654321 playstation3 31217221027711 fucktheworld
159753159753 mevefalkcakk 1234567890qwe hedimaptfcor cosmopolitan q1w2e3r4t5y6u7i8 zqjphsyf6ctifgu
lhbjkjubz2957704 123456782000 andrewjackie 1qazxsw23edcvfr4 12qw34er56ty christopher1 159753456852
networkingpe philadelphia peanutbutter boy4u2ownnyc ingodwetrust minecraft123 digitalprodu installdevic
an83546921an13 qawsedrftgyh abc123456789 123321qweewq auckland2010 residentevil olcrackmaster
1234567890zzz 32615948worms 012345678910 fuckyoubitch avrillavigne massimiliano nhfdvfnjkju123
742617000027 41d8cd98f00b nemvxyheqdd5oqxyxyzi temppassword p030710p$e4o punksnotdead fynfyfyfhbde
nightcrawler playstation2 gjkysqgbpltw ticketmaster 01telemike01 stratocaster ghjcnjqgfhjkm installsqlst
123456789101 1234567890qaz frederiksberg 1a2s3d4f5g6h passwordpassword schoolgirlie sanfrancisco
89876065093rax 1234567qwertyu lytghjgtnhjdcr 111222333000 nhecsyfujkjdt zaqwsxcderfv seemnemaailm
qwaszxerdfcv antananarivu greenlantern qazwsxqazwsx vfrcbvvfrcbv 1234qwerasdfzxcv iloveboobies
ghjcnjgbpltw 123321456654 1234567890987654321 1234567890qwerty q1w2e3r4t5y6u7i8o9p0 morganstanley
59382113kevinp qwe123qwe123 gtnhjpfdjlcr zxcvbn123456 bltynbabrfwbz warhammer40k passwordstandard
maprchem56458 construction bpgjldsgjldthnf iampurehaha2 qazxswedc123 qwertyuiop10 stinkyfinger
cjdthitycndj corperfmonsy weihnachtsbau 1234567892000 1234567887654321 stickdaddy77 123456789000
014702580369 asdfgh123456 necronomicon mortalkombat 123qwerty123 systemofadown qaz123wsx456 nastyanastya
zxcvbnm123456789 satisfaction cheeseburger a1s2d3f4g5h6 minnesota_hp 122333444455555 vladimirovna
111222333444555 ilovemyfamily michaeljackson vfhbyfvfhbyf qwertyuiop12345 1qa2ws3ed4rf5tg websolutionssu
amadeusptfcor specialinsta 123456789asd nhfycajhvths rfnthbyf1988 paraklast1974 webuivalidat msorcloledbr
nondriversig 123456789qwer wazzkaprivet weihnachtsbaum fktrcfylhjdf z1x2c3v4b5n6m7 ghjnbdjcnjzybt
qwertyuiop12 sonnenschein anytimetoday ntktdbpjh1994 nick1234-rem936 thecakeisalie ontheoutside
zcfvfzkexifz xxxp455w0rd5 qwertasdfgzxcvb ghjatccbjyfk aksjdlasdakj89879 23wkoa0fp78dk marinamarina
fatima753357 6215mila6215 zaq12wsxcde3 love777321777 123456789aaa 4815162342lf pfqwtd27121988 cnfc35762209
12345677654321 zxcvbnmmnbvcxz civilization findaupair007 alpha135792468 ghtdtlvtldtl edwardcullen
gfhfktkjuhfv qazwsx123456 lytdybrbdfvgbhf asd123asd123 passwordassword ronaldinho10 ipo54tj45uy856
89semtsriuty foreveryoung sdicmt7seytn blacksonblon 420842084208555 ktjynsq40147 1a2a3a4a5a6a bullnuts2003
050605rostik 19960610ilja 123456zxcvbn z1x2c3v4b5n6 entertainment 89063032220m badiman28200 123ewqasdcxz
nhbujyjvtnhbz polniypizdec1102 ne_e_pod_chehyl hd764nw5d7e1vbv josephphone7 gthtrfnbgjkt configuratio
msoracle32re bhrh0h2oof6xbqjeh 193570356033
`

const commonPasswords: ReadonlySet<string> = new Set(words.trim().split(/\s+/))

// The package's enums exist only as types, which erasable syntax cannot read. 2 is Argon2id, OWASP's first
// choice.
const argon2id = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** The prefix of a hash with the current parameters. */
const currentPrefix = `$argon2id$v=19$m=${argon2id.memoryCost},t=${argon2id.timeCost},p=${argon2id.parallelism}$`

/** Native code, loaded with the first password. */
const loadLibrary = () => import("@node-rs/argon2")

const hashText = async (text: string): Promise<string> => (await loadLibrary()).hash(text, argon2id)

/** Longer passwords are rejected before any work is done on them. */
const maxPasswordLength = 1024

/** Normalises accents, which keyboards compose differently. */
const normalize = (password: string): string => password.normalize("NFKC")

export const hashPassword = (password: string): Effect.Effect<string> =>
  Effect.promise(() => hashText(normalize(password)))

/** Whether a hash was created with outdated parameters. */
export const needsRehash = (stored: string): boolean => !stored.startsWith(currentPrefix)

/**
 * Checks a password against a hash. Without a hash (an unknown person, or one without a password) it does the
 * same work, so that timing does not reveal which addresses exist.
 */
export const checkPassword = (password: string, stored: string | null): Effect.Effect<boolean> =>
  password.length > maxPasswordLength
    ? Effect.succeed(false)
    : Effect.promise(async () => {
        const { verify } = await loadLibrary()
        const matches = await verify(stored ?? (await decoy()), normalize(password)).catch(() => false)
        return matches && stored !== null
      })

let decoyHash: Promise<string> | undefined
const decoy = (): Promise<string> => {
  decoyHash ??= hashText("nobody's password")
  return decoyHash
}

/** The password's person. Facts that others know about them are not secret. */
interface PasswordOwner {
  readonly email: string
  readonly name: string
}

export const minPasswordLength = 12

/** Words that attackers guess first, with any surrounding characters. */
const guessedWords = [
  "adwarden",
  "password",
  "passwort",
  "passwd",
  "welcome",
  "letmein",
  "qwertyuiop",
  "qwerty",
  "qwertz",
  "azerty",
  "asdfgh",
  "admin",
  "iloveyou",
  "1234567890",
  "123456",
  "abcdef"
]

/** The minimum length of the password without its guessable words. */
const minOwnCharacters = 8

/** The parts of a name or an address that are long enough to be words. */
const partsOf = (text: string): ReadonlyArray<string> =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length >= 4)

const removeWords = (text: string, words: ReadonlyArray<string>): string =>
  words.toSorted((a, b) => b.length - a.length).reduce((rest, word) => rest.replaceAll(word, ""), text)

/** The share of characters that repeat or follow their predecessor: nearly all in `abcd1111`. */
const sequentialShare = (text: string): number => {
  const codes = [...text].map((character) => character.codePointAt(0)!)
  const steps = codes.slice(1).map((code, at) => Math.abs(code - codes[at]!))
  return steps.filter((step) => step <= 1).length / steps.length
}

/**
 * Returns the problem of a password, or null. The rules follow NIST SP 800-63B: long enough, and not commonly
 * guessed. There are no character classes, which only lead to `Password1!`.
 */
export const passwordProblem = (password: string, { email, name }: PasswordOwner): string | null => {
  const text = password.normalize("NFKC")
  if ([...text].length < minPasswordLength) return `must have at least ${minPasswordLength} characters`
  if (text.length > maxPasswordLength) return `must have at most ${maxPasswordLength} characters`
  const lowerCased = text.toLowerCase()
  if (
    commonPasswords.has(lowerCased) ||
    new Set(lowerCased).size < 5 ||
    sequentialShare(lowerCased) > 0.8 ||
    /^(.{1,4})\1+$/su.test(lowerCased)
  ) {
    return "is one of those that are guessed first"
  }
  const remaining = removeWords(lowerCased, [...partsOf(email), ...partsOf(name)])
  if (remaining.length < lowerCased.length && [...remaining].length < minOwnCharacters) {
    return "must not be made of your name or email address"
  }
  if ([...removeWords(remaining, guessedWords)].length < minOwnCharacters)
    return "is made of words that are guessed first"
  return null
}
