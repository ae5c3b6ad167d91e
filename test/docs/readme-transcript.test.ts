import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { ROOT } from '../architecture/source-files.ts'

const run = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), 'mettle-readme-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Step {
  readonly line: string
  readonly words: readonly string[]
  readonly expected: readonly string[]
}

/** The commands of a transcript, each with the lines that it is said to print; `…` stands for any lines. */
function stepsOf(markdown: string): Step[] {
  const block = markdown.match(/```console\n([\s\S]*?)```/)?.[1] ?? ''
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [line = '', ...expected] = part.trimEnd().split('\n')
      const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2]!)
      return { line, words: words.slice(1), expected }
    })
}

const steps = stepsOf(await readFile(join(ROOT, 'README.md'), 'utf8'))

describe('the transcript of the README', () => {
  it('has the whole loop in it', () => {
    expect(steps.map(({ words }) => words[0])).toEqual([
      'init',
      'learning',
      'learn',
      'inject',
      'outcome',
      'pattern',
    ])
  })

  it.each(steps)('$line', async ({ words, expected }) => {
    const environment = { ...process.env, METTLE_HOME: join(folder, 'home'), METTLE_HOLDOUT_SHARE: '0' }
    const { stdout } = await run(
      process.execPath,
      ['--import', 'tsx', join(ROOT, 'src/edges/cli/bin.ts'), '--cwd', folder, ...words],
      {
        cwd: ROOT,
        env: environment,
      },
    )
    const printed = stdout.trimEnd().split('\n')
    const end = expected.indexOf('…')
    expect(end === -1 ? printed : printed.slice(0, end)).toEqual(
      end === -1 ? expected : expected.slice(0, end),
    )
  })
})
