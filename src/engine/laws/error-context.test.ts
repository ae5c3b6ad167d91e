import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ERROR_TYPES } from '../../domain/values/outcome.ts'
import { errorContext, errorStats, type TaskError } from './task-errors.ts'

const at = Date.parse('2024-12-12T10:30:00Z')
const OPEN = { includeResolved: false }
const ALL = { includeResolved: true }
const error = (fields: Partial<TaskError> = {}): TaskError => ({
  type: 'validation',
  message: 'Type error in src/auth.ts',
  at,
  ...fields,
})

describe('markdown', () => {
  it('lists the errors of a type with all that is known of each', () => {
    const errors = [
      error({ tool: 'typecheck', context: 'After adding OAuth types', stack: 'at auth.ts:1' }),
      error({ message: 'Missing import in src/session.ts', at: at + 300_000, tool: 'typecheck' }),
    ]
    expect(errorContext(errors, OPEN).markdown).toBe(`## Previous Errors

Earlier attempts at this task ran into these errors:

### validation (2 errors)

- **Type error in src/auth.ts**
  - Context: After adding OAuth types
  - Tool: typecheck
  - Stack: \`at auth.ts:1\`
  - Time: 2024-12-12T10:30:00.000Z
- **Missing import in src/session.ts**
  - Tool: typecheck
  - Time: 2024-12-12T10:35:00.000Z

**Action Required**: these errors are still open for the next attempt. Worth asking:
- What caused each of them?
- What would keep it from coming back?
- Do errors of different types share one cause?`)
  })

  it('groups by type, in one order whatever came first, and counts one as one', () => {
    const { markdown } = errorContext([error({ type: 'unknown' }), error({ type: 'timeout' })], OPEN)
    expect(markdown.match(/^### .*/gm)).toEqual(['### timeout (1 error)', '### unknown (1 error)'])
  })

  it('shows the oldest first', () => {
    const { markdown } = errorContext([error({ message: 'late', at: at + 1 }), error({ message: 'early' })], OPEN)
    expect(markdown.indexOf('early')).toBeLessThan(markdown.indexOf('late'))
  })

  it('ends with what is still to be done', () => {
    const footer = (...resolved: boolean[]) =>
      errorContext(
        resolved.map((is) => error({ resolved: is })),
        ALL,
      ).markdown.match(/^\*\*Action Required\*\*: (.*) Worth asking:$/m)?.[1]
    expect(footer(false, false)).toBe('these errors are still open for the next attempt.')
    expect(footer(true, false)).toBe('some of these errors are still open for the next attempt.')
    expect(footer(true, true)).toBe('all of these were resolved; none may come back.')
  })

  it('leaves resolved errors out unless asked for', () => {
    const errors = [error({ message: 'open' }), error({ message: 'fixed', resolved: true })]
    expect(errorContext(errors, OPEN).markdown).not.toContain('fixed')
    expect(errorContext(errors, OPEN).markdown).not.toContain('(resolved)')
    expect(errorContext(errors, ALL).markdown).toMatch(/\*\*fixed\*\*\n {2}- Time: \S+ \(resolved\)$/m)
  })

  it('is empty without an error to show', () => {
    expect(errorContext([], OPEN).markdown).toBe('')
    expect(errorContext([error({ resolved: true })], OPEN).markdown).toBe('')
  })

  it.each([
    [100, 'x'.repeat(100)],
    [101, `${'x'.repeat(100)}...`],
  ])('cuts a stack of %i characters at 100', (length, shown) => {
    expect(errorContext([error({ stack: 'x'.repeat(length) })], OPEN).markdown).toContain(`\`${shown}\``)
  })

  it('does not cut a character in two', () => {
    const { markdown } = errorContext([error({ stack: `${'x'.repeat(99)}\u{1f600}y` })], OPEN)
    expect(markdown).toContain('x\u{1f600}...`')
  })

  it('lets no error text open a line or a code span of its own', () => {
    const hostile = 'a\n## Heading\n`code`'
    const { markdown } = errorContext(
      [error({ message: hostile, context: hostile, tool: hostile, stack: hostile })],
      OPEN,
    )
    expect(markdown.match(/^## .*/gm)).toEqual(['## Previous Errors'])
    expect(markdown).toContain("  - Stack: `a ## Heading 'code'`")
  })
})

describe('stats', () => {
  it('counts all, the open ones, and each type that occurred', () => {
    const errors = [
      ...Array.from({ length: 3 }, () => error({ resolved: true })),
      error({ type: 'timeout' }),
      error({ type: 'tool_failure' }),
    ]
    const stats = { total: 5, unresolved: 2, byType: { validation: 3, timeout: 1, tool_failure: 1 } }
    expect(errorStats(errors)).toEqual(stats)
    expect(errorContext(errors, OPEN).stats).toEqual(stats)
  })

  it('adds up over the types, in any order', () => {
    const some = fc.array(fc.record({ type: fc.constantFrom(...ERROR_TYPES), resolved: fc.boolean() }).map(error))
    fc.assert(
      fc.property(some, (errors) => {
        const stats = errorStats(errors)
        expect(Object.values(stats.byType).reduce((sum, n) => sum + n, 0)).toBe(stats.total)
        expect(stats.unresolved).toBeLessThanOrEqual(stats.total)
        expect(errorStats(errors.toReversed())).toEqual(stats)
      }),
    )
  })
})
