import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { MAKES_TERMINALS, mettleInShell, typedByPerson } from '../worlds/terminal.ts'

const program = mettleInShell()

const folder = mkdtempSync(join(tmpdir(), 'mettle-pager-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const seen = join(folder, 'seen')
/** Types a command at a terminal of so many lines. */
const typed = (words: string, { rows = 12, pager = `cat > ${seen}` } = {}) =>
  typedByPerson(
    `stty rows ${rows} < /dev/tty; cd '${folder}'; METTLE_PAGER="${pager}" ${program} ${words} > /dev/tty < /dev/tty`,
    { HOME: folder },
  )

describe.skipIf(!MAKES_TERMINALS)('the pager', () => {
  it('gets an answer that is longer than the screen', async () => {
    const { screen } = await typed('help all')
    expect(readFileSync(seen, 'utf8')).toContain('Show whether sessions are recorded')
    expect(screen).not.toContain('Show whether sessions are recorded')
  })

  it.each([
    ['an answer that fits the screen', 'help all', { rows: 500, pager: `cat > ${seen}-short` }],
    ['JSON', 'help all --json', { pager: `cat > ${seen}-short` }],
    ['an answer when it is turned off', 'help all', { pager: '' }],
    ['an answer when there is no such program', 'help all', { pager: 'no-such-pager 2> /dev/null' }],
  ])('does not get %s', async (_, words, how) => {
    const { screen } = await typed(words, how)
    expect(screen).toContain('Show whether sessions are recorded')
    expect(existsSync(`${seen}-short`)).toBe(false)
  })
})
