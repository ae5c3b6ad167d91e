import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/** What a package may be under without anybody being asked. */
const USUAL = /^(?:MIT|Apache-2\.0|MIT OR Apache-2\.0|0BSD|BSD-[23]-Clause|ISC|MPL-2\.0)$/

/** Packages under another licence, and the decision that says why. */
const DECIDED: Readonly<Record<string, { readonly licence: string; readonly decision: string }>> = {
  postgres: { licence: 'Unlicense', decision: '0002-one-package.md' },
  '@iconify-json/simple-icons': { licence: 'CC0-1.0', decision: '0002-one-package.md' },
  'lru-cache': { licence: 'BlueOak-1.0.0', decision: '0002-one-package.md' },
}

interface Locked {
  readonly license?: string
  readonly resolved?: string
}

const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }
const locked = Object.entries(packages).filter(([path]) => path !== '')

describe('what is installed with the package or to build it', () => {
  it('is under a usual licence, or under one that was decided on', () => {
    const others = locked.filter(([, { license = 'none' }]) => !USUAL.test(license))
    const found = others.map(([path, { license }]) => [path.replace(/^.*node_modules\//, ''), license])
    const decided = Object.entries(DECIDED).map(([name, { licence }]) => [name, licence])
    expect(found.sort()).toEqual(decided.sort())
  })

  it.each(Object.entries(DECIDED))('has a decision on %s that names its licence', (name, decided) => {
    const page = read(`docs/decisions/${decided.decision}`)
    expect(page).toContain(`\`${name}\``)
    expect(page).toContain(decided.licence)
  })

  it('comes from nowhere in particular, so that everybody installs it from where they may', () => {
    expect(locked.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
  })
})
