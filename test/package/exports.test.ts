import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** The source that the build turns into a file of `dist`. */
const sourceOf = (built: string) =>
  built
    .replace('./dist/', 'src/')
    .replace('src/cli/', 'src/edges/cli/entry/')
    .replace(/(\.d\.ts|\.js)$/, '.ts')

describe('the export map', () => {
  const targets = Object.values(manifest.exports).flatMap((target) =>
    typeof target === 'string' ? [] : [target.types, target.default],
  )

  it.each(targets.filter((target) => !target.includes('*')))('%s has its source', (target) => {
    expect(existsSync(root(sourceOf(target)))).toBe(true)
  })

  it('offers the laws one by one', () => {
    expect(manifest.exports['./engine/*'].default).toBe('./dist/engine/*.js')
    expect(readdirSync(root('src/engine/standing'))).toContain('decay.ts')
  })

  it('has types before code wherever it has both', () => {
    for (const target of Object.values(manifest.exports))
      if (typeof target !== 'string') expect(Object.keys(target)).toEqual(['types', 'default'])
  })

  it('names a command that the build makes', () => {
    expect(existsSync(root(sourceOf(manifest.bin.mettle)))).toBe(true)
  })
})
