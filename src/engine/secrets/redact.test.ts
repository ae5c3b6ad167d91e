import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { INNOCENT } from '../../../test/secrets/innocent.ts'
import { INNOCENT_LINES } from '../../../test/secrets/innocent-lines.ts'
import { SECRETS } from '../../../test/secrets/samples.ts'
import { SESSION_LINES } from '../../../test/secrets/session-lines.ts'
import { growth, LINEAR } from '../../../test/worlds/growth.ts'
import { HOST_RULES } from './host-rules.ts'
import { PASSWORD_RULES } from './password-rules.ts'
import { REDACTION, redact, redactDeep } from './redact.ts'
import { SECRET_RULES, type SecretRule } from './redact-rules.ts'

const github = SECRETS.find((sample) => sample.kind === 'github-token')!.secret
const hex12 = (raw: string) => createHash('sha256').update(raw).digest('hex').slice(0, 12)

describe.each(SECRETS.map((sample) => [sample.kind, sample] as const))('%s', (kind, { secret, text }) => {
  it('is replaced by its kind and reported by its fingerprint', () => {
    const result = redact(text)
    expect(result.text).not.toContain(secret)
    expect(result.text).toContain(`[redacted:${kind}]`)
    expect(result.findings).toContainEqual({ kind, fingerprint: hex12(secret) })
  })
})

it('needs every rule: each has a sample that no other rule gives the same name', () => {
  const rules = [...SECRET_RULES, ...PASSWORD_RULES, ...HOST_RULES]
  const finds = ({ pattern, accepts = () => true }: SecretRule, text: string) =>
    [...text.matchAll(pattern)].some((match) => accepts(match[1] ?? match[0]))
  for (const rule of rules) {
    const others = rules.filter((other) => other.kind === rule.kind && other !== rule)
    const own = SECRETS.filter((sample) => sample.kind === rule.kind && finds(rule, sample.text))
    expect(
      own.some(({ text }) => !others.some((other) => finds(other, text))),
      String(rule.pattern),
    ).toBe(true)
  }
})

it('finds at least 57 of 60 secrets in lines of sessions', () => {
  const missed = SESSION_LINES.filter(({ text, secret }) => redact(text).text.includes(secret))
  expect(SESSION_LINES).toHaveLength(60)
  expect(missed.length, missed.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(3)
})

it('changes none of 100 innocent lines of sessions, alone or together', () => {
  expect(INNOCENT_LINES).toHaveLength(100)
  expect(INNOCENT_LINES.filter((line) => redact(line).text !== line)).toEqual([])
  expect(redact(INNOCENT_LINES.join('\n')).findings).toEqual([])
})

it.each(INNOCENT)('leaves alone: %s', (text) => {
  expect(redact(text)).toEqual({ text, findings: [] })
})

describe('redact', () => {
  it('finds a secret that zero-width characters split, with the fingerprint of the whole', () => {
    const split = `${github.slice(0, 9)}\u200b${github.slice(9, 20)}\u2060\u{e0041}${github.slice(20)}`
    expect(redact(`a👍 ${split} b`)).toEqual({
      text: 'a👍 [redacted:github-token] b',
      findings: [{ kind: 'github-token', fingerprint: hex12(github) }],
    })
  })

  it('keeps zero-width characters that split no secret', () => {
    const family = '👨\u200d👩\u200d👧 می\u200cخواهم'
    expect(redact(`${family} ${github} ${family}`).text).toBe(`${family} [redacted:github-token] ${family}`)
  })

  it('replaces a secret again where no rule would see it', () => {
    const value = ['zq7', 'Kp2', 'wX9'].join('')
    const result = redact(`password = "${value}" and later just ${value}!`)
    expect(result.text).not.toContain(value)
    expect(result.findings).toHaveLength(2)
  })

  it('keeps the word that a weak password happens to be', () => {
    const url = ['postgres://app:', 'app', '@db/app'].join('')
    expect(redact(url).text).toBe('postgres://app:[redacted:database-url]@db/app')
  })

  it('does not search elsewhere for a secret as short as a word', () => {
    const value = ['abc', '123'].join('')
    expect(redact(`password = "${value}" at commit f${value}4`).text).toBe(
      `password = "[redacted:assigned-secret]" at commit f${value}4`,
    )
  })

  it('names text by the most telling rule and replaces the longest stretch', () => {
    expect(redact(`Authorization: Bearer ${github}`).text).toBe('Authorization: Bearer [redacted:github-token]')
    expect(redact(`TOKEN=${github}!x9`).findings).toEqual([{ kind: 'github-token', fingerprint: hex12(github) }])
    expect(redact(`TOKEN=${github}!x9`).text).toBe('TOKEN=[redacted:github-token]')
  })

  it('reads base64 as the text that it encodes', () => {
    const hidden = Buffer.from(`user ${github} end`).toString('base64')
    expect(redact(`data: ${hidden}`).text).toBe('data: [redacted:random-token]')
  })

  it('keeps localhost and takes the password beside it', () => {
    const url = ['http://joe:', 'tr0ub4dor', '@localhost:8080/x'].join('')
    expect(redact(url).text).toBe('http://joe:[redacted:basic-auth-url]@localhost:8080/x')
  })

  it('cuts at 1 MiB, before the word that the cut would split', () => {
    const filler = 'word '.repeat(REDACTION.maxBytes / 5 - 4)
    const result = redact(`${filler}${github} and more`)
    expect(result.text).toBe(filler)
    expect(result.findings.map((finding) => finding.kind)).toEqual(['truncated'])
    expect(redact('é'.repeat(REDACTION.maxBytes)).text).toHaveLength(REDACTION.maxBytes / 2)
  })

  it('stays within 1 MiB when its own markers make the text longer', () => {
    const url = ['redis://:', 'a', '@h '].join('')
    const result = redact(url.repeat(REDACTION.maxBytes / url.length))
    expect(result.text.length).toBeLessThanOrEqual(REDACTION.maxBytes)
    expect(redact(result.text).text).toBe(result.text)
  })

  it('reports at most 1000 findings and replaces them all', () => {
    const result = redact(`${github}\n`.repeat(1500))
    expect(result.findings).toHaveLength(1000)
    expect(result.text).toBe('[redacted:github-token]\n'.repeat(1500))
  })

  it('takes time in proportion to the length of ordinary and of hostile text', () => {
    for (const seed of [
      'The token check in src/auth/session.ts:42 ignores expiry; password rules and the api key stay. ',
      'eyJ-',
      'ghp_',
      ['-----BEGIN', 'PRIVATE', 'KEY-----'].join(' '),
      '://a:',
      'password=',
      'curl ',
      'a.',
      '/Aa1',
      'A1b2C3d4',
      'password=hunter2x ',
      // What is behind a marker stands at the beginning of a part: each round reveals one more.
      'requirepass ',
      'masterauth ',
    ]) {
      const work = (length: number) => redact(seed.repeat(length / seed.length))
      expect(growth(480_000, work), seed).toBeLessThan(LINEAR)
    }
  })

  it('withholds a long text that goes on revealing secrets, and a short one after more rounds', () => {
    const chain = (times: number) => redact(`${'requirepass s3cret-'.repeat(times)}`).text
    expect(chain(4)).not.toContain('s3cret-requirepass')
    expect(redact('requirepass '.repeat(80_000)).text).toBe('[redacted:unsettled]')
    const long = `${'An ordinary line of a log, with nothing in it.\n'.repeat(20_000)}requirepass s3cretWord\n`
    expect(redact(long).text).toBe(long.replace('s3cretWord', '[redacted:redis-password]'))
  })
})

describe('redact, for any text', () => {
  const secret = fc.constantFrom(...SECRETS.map((sample) => sample.text))
  const piece = fc.oneof(
    secret,
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom(...INNOCENT, '\u200b', '[redacted:', '"', '\n'),
  )
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(text, (any) => {
        const once = redact(any).text
        expect(redact(once)).toEqual({ text: once, findings: [] })
      }),
      { numRuns: 500 },
    )
  })

  it('never lets the raw value through', () => {
    const blank = fc.constantFrom(' ', '\n', ' | ')
    fc.assert(
      fc.property(fc.constantFrom(...SECRETS), fc.array(fc.constantFrom(...INNOCENT)), blank, (sample, around, gap) => {
        const result = redact([...around, sample.text, ...around].join(gap))
        expect(result.text).not.toContain(sample.secret)
      }),
    )
  })
})

describe('redactDeep', () => {
  it('redacts values, keys and arrays, and tells equal keys apart', () => {
    const other = `${github.slice(0, -1)}0`
    const result = redactDeep({ [github]: [1, { note: `see ${github}` }], [other]: null, n: true })
    expect(result.value).toEqual({
      '[redacted:github-token]': [1, { note: 'see [redacted:github-token]' }],
      '[redacted:github-token]#2': null,
      n: true,
    })
    expect(result.findings).toHaveLength(3)
  })

  it('judges a value by the name of its field, and finds it again elsewhere', () => {
    const value = ['hunter', '2x9', 'Q4'].join('')
    const result = redactDeep({ log: `used ${value}`, db: { dbPassword: value }, tokenCount: 'n9f8s7d6a5x4' })
    expect(result.value).toEqual({
      log: 'used [redacted:assigned-secret]',
      db: { dbPassword: '[redacted:assigned-secret]' },
      tokenCount: 'n9f8s7d6a5x4',
    })
  })

  it('takes a marker in a field for what it is', () => {
    const event = { password: '[redacted:private-ipv4]' }
    expect(redactDeep(event)).toEqual({ value: event, findings: [] })
  })

  it('keeps the ids of sessions and runs', () => {
    const event = {
      session_id: '453de9d5-6e96-46fc-9d3e-cecd4a505a20',
      run: '01JAB3CDEFGHJKMNPQRSTVWXYZ',
      sessionID: 'ses_e220d0194ffeiW5r9osKlsQvE6',
    }
    const result = redactDeep(event)
    expect(result.value).toBe(event)
    expect(result.findings).toEqual([])
  })

  it('withholds what is nested too deep, and keeps a key called __proto__ a key', () => {
    const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)
    expect(redactDeep(deep).findings.map((finding) => finding.kind)).toEqual(['too-deep'])
    const odd = JSON.parse(`{"__proto__": "${github}"}`)
    expect(JSON.stringify(redactDeep(odd).value)).toBe('{"__proto__":"[redacted:github-token]"}')
  })

  it('changes nothing the second time', () => {
    const leaf = fc.oneof(fc.constantFrom(...SECRETS.map((sample) => sample.text)), fc.string(), fc.integer())
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('password', 'api_key', github)), tie('tree'), {
          maxKeys: 4,
        }),
      ),
    }))
    fc.assert(
      fc.property(tree, (value) => {
        const once = redactDeep(value).value
        expect(redactDeep(once)).toEqual({ value: once, findings: [] })
      }),
      { numRuns: 300 },
    )
  })
})

describe('a name that was found clean before', () => {
  it('is a secret all the same where a field says so', () => {
    const name = ['k3yname', '77hq', 'zz19'].join('-')
    expect(redact(name).text).toBe(name)
    expect(JSON.stringify(redactDeep({ note: name, password: name }).value)).not.toContain(name)
  })
})
