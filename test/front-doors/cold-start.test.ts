import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const source = (path: string) => new URL(`../../src/${path}`, import.meta.url)

/** Everything that is loaded with a file before it does anything: its imports and theirs, lazy ones left out. */
function loadedWith(start: URL, seen = new Set<string>()): Set<string> {
  if (seen.has(start.href)) return seen
  seen.add(start.href)
  const text = readFileSync(fileURLToPath(start), 'utf8')
  for (const [, name] of text.matchAll(/^(?:import|export)\s(?!type\s)(?:[\w*{},\s]+from\s)?'([^']+)'/gm))
    if (!name!.startsWith('.')) seen.add(name!)
    else if (name!.endsWith('.ts')) loadedWith(new URL(name!, start), seen)
  return seen
}

describe('what a cold start loads', () => {
  it('is one file for --version', () => {
    expect([...loadedWith(source('edges/cli/entry/bin.ts'))]).toEqual([
      source('edges/cli/entry/bin.ts').href,
      'node:fs',
    ])
  })

  it('is neither a package nor a command for --help', () => {
    const loaded = [...loadedWith(source('edges/cli/entry/start.ts'))]
    expect(loaded.length).toBeGreaterThan(10)
    expect(loaded.filter((name) => !name.startsWith('file:') && !name.startsWith('node:'))).toEqual([])
    expect(loaded.filter((name) => /\/(commands|loop|store|domain\/events|open\.ts)/.test(name))).toEqual([])
  })

  it('is neither a schema library nor telemetry for whoever opens a journal', () => {
    const loaded = [...loadedWith(source('open.ts'))]
    expect(loaded.length).toBeGreaterThan(10)
    expect(loaded.filter((name) => /^(zod|@opentelemetry\/)/.test(name))).toEqual([])
  })
})
