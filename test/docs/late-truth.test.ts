import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { runCli } from '../front-doors/run-cli.ts'
import { mettleWords, shellWords } from '../front-doors/shell-words.ts'
import { git, newRepository, temporaryFolder } from '../repositories/repository.ts'

const PAGE = readFileSync(new URL('../../docs/how-to/late-truth.md', import.meta.url), 'utf8')
const BLOCKS = [...PAGE.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, kind, text]) => ({ kind, text: text! }))
const STANDS_FOR = '8d0c2fe'
const DAY_MS = 86_400_000

/** What a place of a workflow stands for. */
function filledIn(line: string, work: string): string {
  const values: Readonly<Record<string, string>> = {
    'job.status': 'failure',
    'github.event.review.state': 'changes_requested',
    'github.event.review.user.login': 'bob',
    'github.event.review.id': '81',
    'github.run_id': '512',
    'github.run_attempt': '1',
  }
  return line.replace(/\$\{\{ ([^}]*) \}\}/g, (_, name: string) => values[name] ?? work)
}

it('leads through every late truth when its lines are typed', async () => {
  const cwd = newRepository()
  const environment = { METTLE_HOME: temporaryFolder(), METTLE_HOLDOUT_SHARE: '0' }
  const mettle = (words: readonly string[], days = 2) =>
    runCli(words, { cwd, environment, now: Date.now() + days * DAY_MS })
  await mettle(['init'], 0)
  await mettle(['outcome', 'record', '--run', 'run-42', '--result', 'success'], 0)
  let work = ''

  for (const { kind, text } of BLOCKS) {
    const lines =
      kind === 'console'
        ? (text.match(/(?<=^\$ ).*$/gm) ?? [])
        : (text.match(/(?<=run: (?:npm install .*&& )?)mettle .*$/gm) ?? [])
    for (const line of lines.map((each) => filledIn(each, work).replaceAll(STANDS_FOR, work.slice(0, 12)))) {
      if (line.startsWith('git ')) {
        git(cwd, ...shellWords(line).slice(1), '--allow-empty')
        work ||= git(cwd, 'rev-parse', 'HEAD')
        continue
      }
      const words = mettleWords(line)
      const once = words[1] === 'watch' && !words.includes('--once') ? ['--once'] : []
      const { exitCode, stderr } = await mettle([...words, ...once])
      expect({ line, exitCode, stderr }).toEqual({ line, exitCode: 0, stderr: '' })
    }
  }

  const { became, timeline } = JSON.parse((await mettle(['run', 'show', 'run-42', '--json'])).stdout)
  const id = work.slice(0, 12)
  expect(became).toBe('reworked')
  expect(timeline.map(({ words }: { words: string }) => words)).toEqual([
    'run ended: failure (observed by ci)',
    `bob asked for changes to the run’s work (${id}, review 81)`,
    `the review by ann was dismissed (${id}, review 80)`,
    `ann asked for changes to the run’s work (${id}, review 80)`,
    expect.stringMatching(`^others fixed the run’s work: [0-9a-f]{12} fixes ${id} \\((fixup!|Fixes:)\\)$`),
    'the run’s work was merged',
    'run ended: success (observed by record)',
  ])
})
