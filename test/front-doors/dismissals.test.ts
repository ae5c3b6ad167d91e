import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../repositories/repository.ts'
import { runCli } from './run-cli.ts'

const FIRST = 'The cache key lacks the tenant id in every handler'
const SECOND = 'Retries of the mailer have no upper bound in production'

let cwd = ''
let environment: Record<string, string> = {}
const mettle = (...argv: string[]) => runCli(argv, { cwd, environment })
const record = (run: string, stdin: string, role = 'judge') =>
  runCli(['deliberation', 'record', '--role', role, '--run', run], { cwd, environment, stdin })

beforeEach(async () => {
  cwd = temporaryFolder()
  environment = { METTLE_HOME: temporaryFolder() }
  await mettle('init')
  await record('r1', `## Accumulated Patterns\n\n- ${FIRST}\n- ${SECOND}\n`)
})

/** Lets the inspector dismiss J2 with output and a place, and gives back who was penalised. */
async function dismiss(report: string): Promise<{ penalised: string[]; stdout: string }> {
  await record('r2', report)
  const verdict =
    '## J2\n\nNot so, see src/mailer.ts:12:\n\n```\n$ npm test\n5 passed, 0 failed\n```\n\n' +
    '```verdict-json\n{"verdict": "PASS", "issues": [], "must_fix": [], "false_positives": ["J2"]}\n```\n'
  writeFileSync(join(cwd, 'inspector.md'), verdict)
  const { stdout, stderr, exitCode } = await mettle(
    ...['correct', '--adversarial-role', 'judge', '--validator-role', 'inspector', '--verdict', 'inspector.md'],
    ...['--run', 'r2', '--files', 'src/mailer.ts'],
  )
  expect(exitCode, stderr).toBe(0)
  const { items: patterns } = JSON.parse((await mettle('pattern', 'list', '--all', '--json')).stdout)
  const penalised: string[] = []
  for (const { pattern } of patterns as { pattern: { id: string; text: string } }[])
    if ((await mettle('pattern', 'why', pattern.id, '--json')).stdout.includes('called a false positive by inspector'))
      penalised.push(pattern.text)
  return { stdout, penalised }
}

describe('a dismissed finding', () => {
  it.each([
    ['consecutive lines with brackets', `[HIGH] J1 - ${FIRST}\n[HIGH] J2 - ${SECOND}`],
    ['a label before the id', `Finding J1: ${FIRST}\nFinding J2: ${SECOND}`],
    ['a severity before the id', `HIGH J1: ${FIRST}\nHIGH J2: ${SECOND}`],
    ['a number and the id', `Issue 1 (J1): ${FIRST}\nIssue 2 (J2): ${SECOND}`],
    ['the id at the end', `${FIRST} (J1)\n${SECOND} (J2)`],
    ['a path first', `src/cache.ts:4 J1 ${FIRST}\nsrc/mailer.ts:12 J2 ${SECOND}`],
    ['two ids on a line', `J1: ${FIRST} J2: ${SECOND}`],
    ['a table', `| id | what |\n|---|---|\n| J1 | ${FIRST} |\n| J2 | ${SECOND} |`],
    ['quotes', `> J1: ${FIRST}\n> J2: ${SECOND}`],
    [
      'JSON',
      `[HIGH] J1, [HIGH] J2\n\n\`\`\`verdict-json\n${JSON.stringify({
        verdict: 'FAIL',
        issues: [
          { id: 'J1', severity: 'HIGH', summary: FIRST },
          { id: 'J2', severity: 'HIGH', summary: SECOND },
        ],
        must_fix: ['J1', 'J2'],
      })}\n\`\`\``,
    ],
  ])('penalises the pattern that it states, and no other: %s', async (_, report) => {
    const { penalised, stdout } = await dismiss(report)
    expect(penalised, stdout).toEqual([SECOND])
  })

  it('penalises nobody where it is not clear which pattern it states, and says so', async () => {
    const { penalised, stdout } = await dismiss(`J1, J2: ${FIRST}, and ${SECOND}`)
    expect(penalised).toEqual([])
    expect(stdout).toContain('it is not clear what it says under it, so nobody is penalised')
  })
})
