import { describe, expect, it } from 'vitest'
import { diffOf } from './connection-text.ts'

const plan = (path: string, after: string) => ({ path, after, clients: [], brings: 'hooks', action: 'create' }) as const

describe('diffOf', () => {
  it('shows settings whole, and of a bundled program only that it comes', () => {
    const long = `${'x'.repeat(60_000)}\n`
    expect(diffOf(plan('/repos/a/.mcp.json', long), '/repos/a')).toContain(long.trim())
    expect(diffOf(plan('/repos/a/.opencode/plugins/mettle.js', long), '/repos/a')).toBe(
      '--- /dev/null\n+++ b/.opencode/plugins/mettle.js\n@@ the plugin that comes with Mettle, 60 kB @@',
    )
  })
})
